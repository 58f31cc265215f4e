import path from 'node:path'
import { readBridge, type BridgeConfig } from './config-agents.ts'
import { readBackup, type BackupConfig } from './config-backup.ts'
import { readCheckpointSettings, type CheckpointsConfig } from './config-checkpoints.ts'
import { readDatabase, type DatabaseConfig } from './config-database.ts'
import { readDataHub, type DataHubConfig } from './config-datahub.ts'
import {
  readFileEncryption,
  readLeaving,
  readLinks,
  readVerification,
  type FileEncryptionConfig,
  type LeavingConfig,
  type LinksConfig,
  type VerificationConfig,
  readScans,
  type ScansConfig,
} from './config-files.ts'
import { readLogs, type LogsConfig } from './config-logs.ts'
import { readLists, type ListsConfig } from './config-lists.ts'
import { databaseEnvironment, Settings, type SettingRead } from './config-readers.ts'
import {
  readAnnouncements,
  readFrench,
  readInternational,
  type AnnouncementsConfig,
  type FrenchConfig,
  type InternationalConfig,
} from './config-registers.ts'
import { readOperatorTokens, type OperatorTokens } from './config-operator.ts'
import { readOidc, readProviderHosts, type HostAndPort, type OidcConfig } from './config-oidc.ts'
import { refuseUnmeant } from './config-production.ts'
import { readProcesses, type ProcessesConfig, type SheddingConfig } from './config-processes.ts'
import { readRates, type RatesConfig } from './config-rates.ts'
import { readYente, type YenteConfig } from './config-screening.ts'
import { readTraces, type TracesConfig } from './config-traces.ts'
import { readWebhooks, type WebhooksConfig } from './config-webhooks.ts'

export interface SmtpConfig {
  readonly url: string
  readonly from: string
  /** Whether mails to names kept for examples leave as well. */
  readonly toReserved: boolean
}

export interface S3Config {
  readonly endpoint: string | null
  readonly region: string
  readonly bucket: string
  readonly prefix: string
  readonly accessKeyId: string | null
  readonly secretAccessKey: string | null
  readonly forcePathStyle: boolean
}

/** The scanner that looks at uploads; host and port, or a socket. */
export interface ClamdConfig {
  readonly host: string | null
  readonly port: number
  readonly socket: string | null
  readonly timeoutMs: number
  readonly maxBytes: number
}

/** Whether a demonstration account is made: none, its companies alone, or with some weeks of a past. */
export type DemoExtent = 'off' | 'portfolio' | 'full'

export interface Config extends DatabaseConfig, OperatorTokens, LogsConfig {
  readonly production: boolean
  readonly host: string
  readonly port: number
  readonly publicUrl: string | null
  readonly dataDir: string
  readonly checkpoints: CheckpointsConfig
  readonly backup: BackupConfig
  readonly databaseUrl: string | null
  readonly databaseAppUrl: string | null
  readonly postgresUser: string | null
  /** For a process of our own that needs nothing else of the surroundings. */
  readonly databaseEnvironment: Readonly<Record<string, string>>
  readonly secretKey: string | null
  /** Takes the place of the secret key by `vigie key replace`. */
  readonly newSecretKey: string | null
  readonly traces: TracesConfig | null
  readonly trustProxy: readonly string[]
  readonly corsOrigins: readonly string[]
  readonly metricsToken: string | null
  readonly securityContact: string | null
  readonly demo: DemoExtent
  readonly startedByNpm: boolean
  readonly worker: { readonly inProcess: boolean; readonly concurrency: number }
  readonly rates: RatesConfig
  readonly processes: ProcessesConfig
  readonly shedding: SheddingConfig
  readonly maxEventRangeDays: number | null
  /** Files of third parties: their size, and how many of an account may wait at once. */
  readonly imports: { readonly maxRows: number; readonly maxBytes: number; readonly maxWaiting: number }
  /** Files of answers. */
  readonly uploads: { readonly maxBytes: number }
  /** Mails to contacts, of each account: a mistake in a rule must not flood its suppliers. */
  readonly invitations: { readonly perHour: number; readonly mailsPerDay: number }
  readonly clamd: ClamdConfig | null
  readonly links: LinksConfig
  readonly fileEncryption: FileEncryptionConfig
  readonly scans: ScansConfig | null
  readonly verification: VerificationConfig | null
  readonly webhooks: WebhooksConfig
  readonly datahub: DataHubConfig
  readonly yente: YenteConfig | null
  readonly french: FrenchConfig
  readonly international: InternationalConfig
  readonly announcements: AnnouncementsConfig
  readonly lists: ListsConfig
  readonly leaving: LeavingConfig
  readonly smtp: SmtpConfig | null
  readonly s3: S3Config | null
  readonly oidc: OidcConfig | null
  /** Hosts inside the own network that accounts may name as their identity provider. */
  readonly providerHosts: readonly HostAndPort[]
  /** As they were read, secrets among them: for the operator's page, which shows of those only whether they are set. */
  readonly settings: readonly SettingRead[]
}

/** Apart from the rest: whoever runs it has a service elsewhere, and none of its settings. */
export function loadBridge(environment: NodeJS.ProcessEnv = process.env): BridgeConfig {
  return readBridge(environment)
}

/** Whether what this command says is read by programs: a service or a worker in production. Needs no valid setting. */
export function tellsByLines(command: string, environment: NodeJS.ProcessEnv = process.env): boolean {
  return environment['NODE_ENV'] === 'production' && (command === 'serve' || command === 'worker')
}

export function loadConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const settings = new Settings(environment)
  const production = settings.optional('NODE_ENV') === 'production'
  const dataDir = path.resolve(settings.text('VIGIE_DATA_DIR', 'data'))
  const config: Omit<Config, 'settings'> = {
    production,
    host: settings.text('HOST', '127.0.0.1'),
    port: settings.integer('PORT', 8080, { min: 1, max: 65_535 }),
    publicUrl: settings.url('PUBLIC_URL', ['http', 'https']),
    dataDir,
    checkpoints: readCheckpointSettings(settings, dataDir),
    ...readDatabase(settings),
    backup: readBackup(settings),
    databaseUrl: settings.url('DATABASE_URL', ['postgres', 'postgresql']),
    databaseAppUrl: settings.url('DATABASE_APP_URL', ['postgres', 'postgresql']),
    postgresUser: settings.optional('VIGIE_POSTGRES_USER'),
    databaseEnvironment: databaseEnvironment(environment),
    secretKey: settings.optional('VIGIE_SECRET_KEY'),
    newSecretKey: settings.optional('VIGIE_NEW_SECRET_KEY'),
    ...readLogs(settings, { production, dataDir }),
    traces: readTraces(settings),
    trustProxy: settings.list('TRUST_PROXY'),
    corsOrigins: settings.list('CORS_ORIGINS'),
    metricsToken: settings.optional('METRICS_TOKEN'),
    securityContact: readSecurityContact(settings),
    // A demo account has known-good data and printed credentials: never where real data lives.
    demo: readDemo(settings, production),
    startedByNpm: settings.optional('npm_lifecycle_event') !== null,
    worker: readWorker(settings),
    rates: readRates(settings),
    ...readProcesses(settings, production),
    maxEventRangeDays: settings.integer('EVENT_RANGE_MAX_DAYS', 0, { min: 0, max: 36_500 }) || null,
    imports: readImports(settings),
    uploads: { maxBytes: settings.integer('UPLOAD_MAX_MB', 50, { min: 1, max: 200 }) * 1024 * 1024 },
    invitations: readInvitations(settings),
    clamd: readClamd(settings),
    links: readLinks(settings),
    fileEncryption: readFileEncryption(settings, production),
    scans: readScans(settings),
    verification: readVerification(settings),
    webhooks: readWebhooks(settings),
    datahub: readDataHub(settings),
    yente: readYente(settings),
    french: readFrench(settings),
    international: readInternational(settings),
    announcements: readAnnouncements(settings),
    lists: readLists(settings),
    leaving: readLeaving(settings),
    smtp: readSmtp(settings),
    ...readOperatorTokens(settings),
    s3: readS3(settings),
    oidc: readOidc(settings),
    providerHosts: readProviderHosts(settings, production),
  }
  if (production) refuseUnmeant(settings, config)
  settings.settle()
  // Last: everything else has been read by now.
  return Object.freeze({ ...config, settings: settings.inForce() })
}

function readDemo(settings: Settings, production: boolean): DemoExtent {
  const said = settings.optional('VIGIE_DEMO')
  if (said === 'full' || said === 'portfolio') return said
  return settings.flag('VIGIE_DEMO', !production) ? 'full' : 'off'
}

function readWorker(settings: Settings): Config['worker'] {
  return {
    inProcess: settings.flag('WORKER_IN_PROCESS', true),
    concurrency: settings.integer('WORKER_CONCURRENCY', 4, { min: 1, max: 64 }),
  }
}

function readInvitations(settings: Settings): Config['invitations'] {
  return {
    perHour: settings.integer('INVITATIONS_PER_HOUR', 200, { min: 1, max: 1_000_000 }),
    mailsPerDay: settings.integer('CONTACT_MAILS_PER_DAY', 2_000, { min: 1, max: 1_000_000 }),
  }
}

function readImports(settings: Settings): Config['imports'] {
  return {
    maxRows: settings.integer('IMPORT_MAX_ROWS', 100_000, { min: 1, max: 10_000_000 }),
    maxBytes: settings.integer('IMPORT_MAX_MB', 50, { min: 1, max: 2_000 }) * 1024 * 1024,
    maxWaiting: settings.integer('IMPORT_MAX_WAITING', 10, { min: 1, max: 100_000 }),
  }
}

function readSmtp(settings: Settings): SmtpConfig | null {
  const url = settings.url('SMTP_URL', ['smtp', 'smtps'])
  if (url === null) return null
  const from = settings.optional('MAIL_FROM')
  if (from === null) settings.fault('MAIL_FROM is required with SMTP_URL.')
  // A relay on the machine itself is one for trying out; any other would send them back to MAIL_FROM.
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)
  return { url, from: from ?? '', toReserved: settings.flag('MAIL_TO_RESERVED', isHere) }
}

function readSecurityContact(settings: Settings): string | null {
  const contact = settings.optional('SECURITY_CONTACT')
  if (contact !== null && !/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(contact))
    settings.fault('SECURITY_CONTACT must be a mailto: or https: address.')
  return contact
}

function readS3(settings: Settings): S3Config | null {
  const bucket = settings.optional('S3_BUCKET')
  if (bucket === null) return null
  const accessKeyId = settings.optional('S3_ACCESS_KEY_ID')
  const secretAccessKey = settings.optional('S3_SECRET_ACCESS_KEY')
  // One alone would be passed over in silence for whatever other credentials the machine has.
  if ((accessKeyId === null) !== (secretAccessKey === null)) {
    settings.fault('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together.')
  }
  return {
    bucket,
    endpoint: settings.url('S3_ENDPOINT', ['http', 'https']),
    region: settings.text('S3_REGION', 'us-east-1'),
    prefix: settings.text('S3_PREFIX', ''),
    accessKeyId,
    secretAccessKey,
    forcePathStyle: settings.flag('S3_FORCE_PATH_STYLE', false),
  }
}

function readClamd(settings: Settings): ClamdConfig | null {
  const host = settings.optional('CLAMD_HOST')
  const socket = settings.optional('CLAMD_SOCKET')
  const port = settings.integer('CLAMD_PORT', 3310, { min: 1, max: 65_535 })
  const timeoutMs = settings.integer('CLAMD_TIMEOUT_SECONDS', 60, { min: 1, max: 3_600 }) * 1_000
  const maxBytes = settings.integer('CLAMD_MAX_MB', 100, { min: 1, max: 4_000 }) * 1024 * 1024
  if (host !== null && socket !== null) settings.fault('CLAMD_HOST and CLAMD_SOCKET: set one of them.')
  return host === null && socket === null ? null : { host, port, socket, timeoutMs, maxBytes }
}
