import path from 'node:path'
import type { FileEncryptionConfig, LinksConfig } from './config-files.ts'
import type { Settings } from './config-readers.ts'

interface Read {
  readonly demo: string
  readonly publicUrl: string | null
  readonly dataDir: string
  readonly databaseUrl: string | null
  readonly postgresUser: string | null
  readonly secretKey: string | null
  readonly newSecretKey: string | null
  readonly french: { readonly registers: readonly string[] }
  readonly international: { readonly registers: readonly string[] }
  readonly smtp: { readonly from: string; readonly toReserved: boolean } | null
  readonly s3: object | null
  readonly links: LinksConfig
  readonly fileEncryption: FileEncryptionConfig
  readonly backup: { readonly to: string | null }
}

/**
 * What starts and yet cannot be meant where real data lives. On a desk the same settings do no harm. Whoever does mean
 * it says so by a setting of its own.
 */
export function refuseUnmeant(settings: Settings, config: Read): void {
  if (config.demo !== 'off') settings.fault('VIGIE_DEMO cannot be on in production.')
  refuseSampleRegisters(settings, config)
  refuseUnsafeAddress(settings, config)
  refuseExampleSender(settings, config)
  refuseLonelySettings(settings)
  refuseContradictions(settings, config)
}

function refuseSampleRegisters(settings: Settings, { french, international }: Read): void {
  if (settings.choice('VIGIE_SAMPLE_REGISTERS', ['refuse', 'allow'], 'refuse') === 'allow') return
  const invented = [
    ...(french.registers.includes('sample') ? ['FRENCH_REGISTER'] : []),
    ...(international.registers.includes('sample') ? ['INTERNATIONAL_REGISTERS'] : []),
  ]
  for (const name of invented) {
    settings.fault(
      `${name} is the sample, whose companies are invented: name real registers, or set VIGIE_SAMPLE_REGISTERS=allow.`,
    )
  }
}

const isLoopback = (host: string) => /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0)$/.test(host)

function refuseUnsafeAddress(settings: Settings, { publicUrl }: Read): void {
  const isAllowed = settings.choice('VIGIE_PLAIN_HTTP', ['refuse', 'allow'], 'refuse') === 'allow'
  if (publicUrl === null) {
    settings.fault('PUBLIC_URL is required in production: mails link to it.')
    return
  }
  const { protocol, hostname } = new URL(publicUrl)
  if (isAllowed) return
  if (isLoopback(hostname)) {
    settings.fault(
      'PUBLIC_URL leads to the machine of whoever reads a mail: name the host that people reach, or set VIGIE_PLAIN_HTTP=allow to try it out.',
    )
  } else if (protocol === 'http:') {
    settings.fault('PUBLIC_URL must begin with https:// in production, or set VIGIE_PLAIN_HTTP=allow.')
  }
}

const exampleDomain = /@(?:[^\s@>]*\.)?(?:example(?:\.(?:com|net|org))?|invalid|test|localhost)>?$/i

/** A relay that only shows mails takes any sender, and is told from others as for the recipients. */
function refuseExampleSender(settings: Settings, { smtp }: Read): void {
  if (smtp === null || smtp.toReserved || !exampleDomain.test(smtp.from)) return
  settings.fault(
    'MAIL_FROM is an address kept for examples, to which no answer can come: name one of yours, or set MAIL_TO_RESERVED=true if the relay only shows mails.',
  )
}

interface Lonely {
  readonly settings: readonly string[]
  readonly needs: readonly string[]
  /** What happens without it, which is not what these settings ask for. */
  readonly otherwise: string
}

const lonely: readonly Lonely[] = [
  {
    settings: ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_REGION', 'S3_PREFIX'],
    needs: ['S3_BUCKET'],
    otherwise: 'files would be kept in the data folder',
  },
  {
    settings: ['CHECKPOINT_S3_ENDPOINT', 'CHECKPOINT_S3_ACCESS_KEY_ID', 'CHECKPOINT_S3_SECRET_ACCESS_KEY'],
    needs: ['CHECKPOINT_S3_BUCKET'],
    otherwise: 'no checkpoint would be sent there',
  },
  {
    settings: ['BACKUP_S3_ENDPOINT', 'BACKUP_S3_ACCESS_KEY_ID', 'BACKUP_S3_SECRET_ACCESS_KEY'],
    needs: ['BACKUP_TO'],
    otherwise: 'no backup would be made there',
  },
  { settings: ['MAIL_FROM', 'CHECKPOINT_MAIL_TO'], needs: ['SMTP_URL'], otherwise: 'no mail would leave' },
  {
    settings: ['CLAMD_PORT', 'CLAMD_TIMEOUT_SECONDS', 'CLAMD_MAX_MB'],
    needs: ['CLAMD_HOST', 'CLAMD_SOCKET'],
    otherwise: 'files would not be scanned',
  },
  {
    settings: ['VERIFICATION_TOKEN', 'VERIFICATION_DOCUMENTS'],
    needs: ['VERIFICATION_URL'],
    otherwise: 'nothing would be verified',
  },
  {
    settings: ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_AUDIENCE'],
    needs: ['OIDC_ISSUER'],
    otherwise: 'nobody could sign in that way',
  },
  { settings: ['YENTE_API_KEY'], needs: ['YENTE_URL'], otherwise: 'the service would not be asked' },
  {
    settings: ['DATABASE_APP_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'],
    needs: ['DATABASE_URL'],
    otherwise: 'the embedded PostgreSQL would be used',
  },
]

function refuseLonelySettings(settings: Settings): void {
  // Copies to a bucket take what is not said of them from the settings of the files.
  const isSharedWithCopies = settings.optional('BACKUP_TO')?.startsWith('s3://') === true
  for (const { settings: names, needs, otherwise } of lonely) {
    const given = names.filter((name) => settings.optional(name) !== null)
    if (given.length === 0 || needs.some((name) => settings.optional(name) !== null)) continue
    if (needs.includes('S3_BUCKET') && isSharedWithCopies) continue
    const verb = given.length === 1 ? 'is' : 'are'
    settings.fault(`${given.join(', ')} ${verb} set without ${needs.join(' or ')}: ${otherwise}.`)
  }
}

function refuseContradictions(settings: Settings, config: Read): void {
  if (config.links.fromStore && config.s3 === null)
    settings.fault('SIGNED_LINKS_FROM_STORE needs S3_BUCKET: a folder has no addresses to hand out.')
  if (config.links.fromStore && config.fileEncryption.on)
    settings.fault(
      'SIGNED_LINKS_FROM_STORE and FILE_ENCRYPTION contradict each other: only the service can open encrypted files.',
    )
  if (config.postgresUser !== null && config.databaseUrl !== null)
    settings.fault(
      'VIGIE_POSTGRES_USER and DATABASE_URL: set one of them, since the first is for the embedded PostgreSQL.',
    )
  const { to } = config.backup
  if (to !== null && !to.startsWith('s3://') && isInside(path.resolve(to), config.dataDir))
    settings.fault('BACKUP_TO lies in VIGIE_DATA_DIR: a copy must not be lost with what it is a copy of.')
  if (config.newSecretKey !== null && config.newSecretKey === config.secretKey)
    settings.fault('VIGIE_NEW_SECRET_KEY must be another key than VIGIE_SECRET_KEY.')
}

function isInside(place: string, folder: string): boolean {
  const way = path.relative(folder, place)
  return way === '' || (!way.startsWith('..') && !path.isAbsolute(way))
}
