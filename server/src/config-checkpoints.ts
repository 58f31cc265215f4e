import path from 'node:path'
import type { Settings } from './config-readers.ts'

/** What signs besides the key derived from the installation's: a key file, or a program. */
export type SigningConfig =
  | { readonly kind: 'derived' }
  | { readonly kind: 'file'; readonly keyFile: string }
  | {
      readonly kind: 'command'
      readonly program: string
      readonly publicKeyFile: string
      readonly timeoutMs: number
      readonly environment: Readonly<Record<string, string>>
    }

export interface TimeStampConfig {
  readonly url: string
  /** PEM of the authorities whose time-stamps are believed. */
  readonly caFile: string
  readonly policy: string | null
}

export interface ObjectLockConfig {
  readonly endpoint: string | null
  readonly region: string
  readonly bucket: string
  readonly prefix: string
  readonly accessKeyId: string | null
  readonly secretAccessKey: string | null
  readonly forcePathStyle: boolean
  readonly retentionDays: number
}

export interface CheckpointsConfig {
  /** Where checkpoints of the journal are kept outside the database. */
  readonly folder: string
  readonly everyMinutes: number
  readonly signing: SigningConfig
  readonly timeStamp: TimeStampConfig | null
  readonly objectLock: ObjectLockConfig | null
  readonly webhook: { readonly url: string; readonly secret: string } | null
  readonly mail: { readonly recipients: readonly string[]; readonly language: 'en' | 'fr' } | null
}

// Those that divide an hour: the scheduler begins anew with each.
const intervals = ['1', '2', '5', '10', '15', '30', '60'] as const

export function readCheckpointSettings(settings: Settings, dataDir: string): CheckpointsConfig {
  return {
    folder: path.resolve(settings.text('CHECKPOINT_DIR', path.join(dataDir, 'checkpoints'))),
    everyMinutes: Number(settings.choice('CHECKPOINT_INTERVAL_MINUTES', intervals, '10')),
    signing: readSigning(settings),
    timeStamp: readTimeStamp(settings),
    objectLock: readObjectLock(settings),
    webhook: readWebhook(settings),
    mail: readMail(settings),
  }
}

function readSigning(settings: Settings): SigningConfig {
  const keyFile = settings.optional('CHECKPOINT_KEY_FILE')
  const program = settings.optional('CHECKPOINT_SIGN_COMMAND')
  const publicKeyFile = settings.optional('CHECKPOINT_PUBLIC_KEY_FILE')
  const timeoutMs = settings.integer('CHECKPOINT_SIGN_SECONDS', 10, { min: 1, max: 60 }) * 1_000
  if (keyFile !== null && program !== null) {
    settings.fault('CHECKPOINT_KEY_FILE and CHECKPOINT_SIGN_COMMAND: set one of them.')
  }
  if (program !== null && publicKeyFile === null) {
    settings.fault(
      'CHECKPOINT_PUBLIC_KEY_FILE is required with CHECKPOINT_SIGN_COMMAND: it proves the answers.',
    )
  }
  if (program !== null && !path.isAbsolute(program)) {
    settings.fault('CHECKPOINT_SIGN_COMMAND must be the whole path of a program, without arguments.')
  }
  if (program !== null) {
    const environment = { PATH: settings.text('PATH', '/usr/bin:/bin'), HOME: settings.text('HOME', '/') }
    return { kind: 'command', program, publicKeyFile: publicKeyFile ?? '', timeoutMs, environment }
  }
  return keyFile === null ? { kind: 'derived' } : { kind: 'file', keyFile }
}

function readTimeStamp(settings: Settings): TimeStampConfig | null {
  const url = settings.url('CHECKPOINT_TIMESTAMP_URL', ['http', 'https'])
  const caFile = settings.optional('CHECKPOINT_TIMESTAMP_CA_FILE')
  const policy = settings.optional('CHECKPOINT_TIMESTAMP_POLICY')
  if (policy !== null && !/^[0-2](\.\d{1,15}){1,30}$/.test(policy)) {
    settings.fault('CHECKPOINT_TIMESTAMP_POLICY must be an object identifier such as 1.2.3.4.')
  }
  if (url === null) return null
  if (caFile === null)
    settings.fault('CHECKPOINT_TIMESTAMP_CA_FILE is required with CHECKPOINT_TIMESTAMP_URL.')
  return { url, caFile: caFile ?? '', policy }
}

function readObjectLock(settings: Settings): ObjectLockConfig | null {
  const bucket = settings.optional('CHECKPOINT_S3_BUCKET')
  if (bucket === null) return null
  const accessKeyId = settings.optional('CHECKPOINT_S3_ACCESS_KEY_ID')
  const secretAccessKey = settings.optional('CHECKPOINT_S3_SECRET_ACCESS_KEY')
  if ((accessKeyId === null) !== (secretAccessKey === null)) {
    settings.fault('CHECKPOINT_S3_ACCESS_KEY_ID and CHECKPOINT_S3_SECRET_ACCESS_KEY go together.')
  }
  return {
    bucket,
    endpoint: settings.url('CHECKPOINT_S3_ENDPOINT', ['http', 'https']),
    region: settings.text('CHECKPOINT_S3_REGION', 'us-east-1'),
    prefix: settings.text('CHECKPOINT_S3_PREFIX', 'checkpoints'),
    accessKeyId,
    secretAccessKey,
    forcePathStyle: settings.flag('CHECKPOINT_S3_FORCE_PATH_STYLE', false),
    retentionDays: settings.integer('CHECKPOINT_S3_RETENTION_DAYS', 3_650, { min: 1, max: 36_500 }),
  }
}

function readWebhook(settings: Settings): CheckpointsConfig['webhook'] {
  const url = settings.url('CHECKPOINT_WEBHOOK_URL', ['http', 'https'])
  const secret = settings.optional('CHECKPOINT_WEBHOOK_SECRET')
  if (url === null) return null
  if (secret === null || !/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(secret)) {
    settings.fault(
      'CHECKPOINT_WEBHOOK_SECRET is required with CHECKPOINT_WEBHOOK_URL: whsec_ and 24 random bytes or more in base64.',
    )
  }
  return { url, secret: secret ?? '' }
}

const plainAddress = /^[^\s<>,;:"()[\]\\@]{1,128}@[^\s<>,;:"()[\]\\@]{1,125}$/u

function readMail(settings: Settings): CheckpointsConfig['mail'] {
  const recipients = settings.list('CHECKPOINT_MAIL_TO')
  const language = settings.choice('CHECKPOINT_MAIL_LANGUAGE', ['en', 'fr'], 'en')
  if (!recipients.every((address) => plainAddress.test(address))) {
    settings.fault('CHECKPOINT_MAIL_TO must be plain addresses, separated by commas.')
  }
  return recipients.length === 0 ? null : { recipients, language }
}
