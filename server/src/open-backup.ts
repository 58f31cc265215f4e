import { readFile } from 'node:fs/promises'
import type { Config } from './config.ts'
import { ConfigurationError } from './config-readers.ts'
import { findAdminUrl } from './database-runtime.ts'
import { openBareStore } from './open-store.ts'
import {
  BackupFault,
  BackupUnderWay,
  folderPlace,
  makeBackup,
  openTarget,
  pruneCopies,
  s3Place,
  withBackupSession,
  type BackupOutcome,
  type BackupStep,
  type BackupTarget,
  type CopiedKeys,
  type Pruned,
} from './platform/backup/index.ts'
import type { JobLog, ScheduleItem } from './platform/jobs/index.ts'
import { version } from './version.ts'

/** The place for copies, with its key. */
export async function openBackupTarget(
  { backup }: Pick<Config, 'backup'>,
  place: string | undefined,
  options: { readonly create: boolean },
): Promise<BackupTarget> {
  const address = place ?? backup.to
  if (address === null) throw new ConfigurationError('Name a folder or s3://bucket/folder, or set BACKUP_TO.')
  if (backup.key === null) {
    throw new ConfigurationError(
      'VIGIE_BACKUP_KEY is required: backups are encrypted with it. Make one with: openssl rand -base64 32',
    )
  }
  const at = address.startsWith('s3://') ? await s3Place(address, backup.s3) : folderPlace(address)
  return openTarget(at, backup.key, options)
}

export interface RunBackup {
  readonly adminUrl: string
  readonly secretKey: Uint8Array
  readonly withKeys: boolean
  readonly full?: boolean
  readonly signal?: AbortSignal
  readonly onProgress?: (step: BackupStep, done: number, detail: string) => void
}

export async function runBackup(
  config: Config,
  target: BackupTarget,
  { secretKey, withKeys, ...options }: RunBackup,
): Promise<BackupOutcome> {
  const store = await openBareStore(config)
  try {
    const keys = withKeys ? await secretsOf(config, secretKey) : null
    return await makeBackup(target, { ...options, store, version, keys })
  } finally {
    await store.close()
  }
}

async function secretsOf({ fileEncryption }: Config, secretKey: Uint8Array): Promise<CopiedKeys> {
  const { keys, keysFile } = fileEncryption
  const fileKeys = keysFile === null ? keys : await readFile(keysFile, 'utf8')
  return { secretKey: Buffer.from(secretKey).toString('base64'), fileKeys }
}

/** Contents of no copy are kept this long, for a backup that was cut short. */
const draftMs = 24 * 3_600_000

/** Holds the lock of the backups, so that nothing is removed that one is about to use. */
export function runPruning(
  { backup }: Pick<Config, 'backup'>,
  target: BackupTarget,
  { adminUrl, signal }: Pick<RunBackup, 'adminUrl' | 'signal'>,
): Promise<Pruned> {
  return withBackupSession(adminUrl, () =>
    pruneCopies(target, {
      rule: backup.keep,
      before: new Date(Date.now() - draftMs),
      ...(signal && { signal }),
    }),
  )
}

export interface ScheduledBackup {
  run(log: JobLog, signal: AbortSignal): Promise<void>
}

export function backupSchedule({ everyHours }: Config['backup']): ScheduleItem[] {
  if (everyHours === 0) return []
  const hours = everyHours === 24 ? '1' : `*/${everyHours}`
  return [{ task: 'backup.run', payload: {}, pattern: `40 ${hours} * * *`, catchUpMs: 3_600_000 }]
}

/** Null where nothing is scheduled. */
export function openScheduledBackup(config: Config, secretKey: Uint8Array): ScheduledBackup | null {
  const { everyHours, withKeys } = config.backup
  if (everyHours === 0) return null
  const run = async (log: JobLog, signal: AbortSignal): Promise<void> => {
    const adminUrl = await findAdminUrl(config)
    if (adminUrl === null) throw new BackupFault('The database of this installation is not running here.')
    const target = await openBackupTarget(config, undefined, { create: true })
    try {
      const { manifest, verdict } = await runBackup(config, target, { adminUrl, secretKey, withKeys, signal })
      if (verdict.faults.length > 0) {
        throw new BackupFault(`The backup did not verify: ${verdict.faults[0] ?? ''}`)
      }
      const { id, added, files } = manifest
      log.info({ copy: id, added, files: files.count, missing: files.missing }, 'backup made and verified')
      const { copies, objects } = await runPruning(config, target, { adminUrl, signal })
      if (copies.length > 0) log.info({ copies: copies.length, objects }, 'old backups removed')
    } catch (error) {
      if (!(error instanceof BackupUnderWay)) throw error
      log.info({}, 'another backup is running')
    } finally {
      target.place.close()
    }
  }
  return { run }
}
