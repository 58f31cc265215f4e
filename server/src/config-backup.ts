import type { Settings } from './config-readers.ts'
import { parseRetention, type RetentionRule, type S3PlaceOptions } from './platform/backup/index.ts'

export interface BackupConfig {
  /** A folder or `s3://bucket/folder`; null for none by default. */
  readonly to: string | null
  readonly key: string | null
  /** 0 for never. */
  readonly everyHours: number
  readonly keep: RetentionRule
  /** Whether scheduled copies hold the secret key and the file keys. */
  readonly withKeys: boolean
  readonly s3: S3PlaceOptions
}

// Those that divide a day: the scheduler begins anew with each.
const intervals = ['0', '1', '2', '3', '4', '6', '8', '12', '24'] as const

export function readBackup(settings: Settings): BackupConfig {
  const to = settings.optional('BACKUP_TO')
  const key = settings.optional('VIGIE_BACKUP_KEY')
  const everyHours = Number(settings.choice('BACKUP_EVERY_HOURS', intervals, '0'))
  const keep = parseRetention(settings.text('BACKUP_KEEP', '7d,4w,12m'))
  if (keep === null)
    settings.fault('BACKUP_KEEP must be a rule such as 7d,4w,12m (h, d, w, m or y, each once).')
  if (key !== null && key.length < 32) settings.fault('VIGIE_BACKUP_KEY must have at least 32 characters.')
  // The one may lie in the copies that the other seals.
  if (key !== null && key === settings.optional('VIGIE_SECRET_KEY')) {
    settings.fault('VIGIE_BACKUP_KEY must be another than VIGIE_SECRET_KEY.')
  }
  if (everyHours > 0 && (to === null || key === null)) {
    settings.fault('BACKUP_EVERY_HOURS needs BACKUP_TO and VIGIE_BACKUP_KEY.')
  }
  const withKeys = settings.flag('BACKUP_WITH_KEYS', false)
  return { to, key, everyHours, keep: keep ?? {}, withKeys, s3: readBackupS3(settings) }
}

/** What is not said is as for the files. */
function readBackupS3(settings: Settings): S3PlaceOptions {
  const accessKeyId = settings.optional('BACKUP_S3_ACCESS_KEY_ID')
  const secretAccessKey = settings.optional('BACKUP_S3_SECRET_ACCESS_KEY')
  if ((accessKeyId === null) !== (secretAccessKey === null)) {
    settings.fault('BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY go together.')
  }
  const isOwn = accessKeyId !== null
  return {
    endpoint:
      settings.url('BACKUP_S3_ENDPOINT', ['http', 'https']) ?? settings.url('S3_ENDPOINT', ['http', 'https']),
    region: settings.text('BACKUP_S3_REGION', settings.text('S3_REGION', 'us-east-1')),
    accessKeyId: isOwn ? accessKeyId : settings.optional('S3_ACCESS_KEY_ID'),
    secretAccessKey: isOwn ? secretAccessKey : settings.optional('S3_SECRET_ACCESS_KEY'),
    forcePathStyle: settings.flag('BACKUP_S3_FORCE_PATH_STYLE', settings.flag('S3_FORCE_PATH_STYLE', false)),
  }
}
