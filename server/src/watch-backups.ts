import type { Registry } from 'prom-client'
import type { Config } from './config.ts'
import { openBackupTarget } from './open-backup.ts'
import { addGauge, addReading, SharedReading, type ReadGauge } from './platform/metrics/index.ts'

const everyMs = 5 * 60_000

interface Copies {
  readonly count: number
  readonly newest: NewestCopy | null
}

interface NewestCopy {
  readonly finishedAt: Date
  readonly seconds: number
  readonly tableBytes: number
  readonly fileBytes: number
  readonly files: number
  readonly missingFiles: number
}

const ofNewest = (name: string, help: string, read: (copy: NewestCopy) => number): ReadGauge<Copies> => ({
  name,
  help,
  read: ({ newest }, put) => {
    if (newest) put(read(newest))
  },
})

const gauges: readonly ReadGauge<Copies>[] = [
  {
    name: 'backup_copies',
    help: 'Copies of the installation that are kept',
    read: ({ count }, put) => put(count),
  },
  ofNewest(
    'backup_last_success_timestamp_seconds',
    'When the newest copy of the installation was finished',
    ({ finishedAt }) => finishedAt.getTime() / 1000,
  ),
  ofNewest('backup_duration_seconds', 'How long the newest copy took', ({ seconds }) => seconds),
  ofNewest('backup_table_bytes', 'Size of the tables in the newest copy', ({ tableBytes }) => tableBytes),
  ofNewest('backup_file_bytes', 'Size of the files in the newest copy', ({ fileBytes }) => fileBytes),
  ofNewest('backup_files', 'Files in the newest copy', ({ files }) => files),
  ofNewest(
    'backup_missing_files',
    'Files that the newest copy should hold and the store did not have',
    ({ missingFiles }) => missingFiles,
  ),
]

/**
 * Tells of the newest copy that is there, whichever process made it, and after a restart too. It is looked for once in
 * five minutes.
 */
export function watchBackups(registry: Registry, config: Config): void {
  const { everyHours } = config.backup
  const interval = 'How often a copy is made by itself; 0 for never'
  addGauge(registry, 'backup_interval_seconds', interval, () => everyHours * 3_600)
  if (everyHours === 0) return
  addReading(registry, 'backups', new SharedReading(() => findCopies(config), { everyMs }), gauges)
}

async function findCopies(config: Config): Promise<Copies> {
  const target = await openBackupTarget(config, undefined, { create: false })
  try {
    const ids = await target.copyIds()
    const id = ids.at(-1)
    if (id === undefined) return { count: 0, newest: null }
    const { takenAt, finishedAt, tables, files } = await target.readManifest(id)
    const end = new Date(finishedAt)
    const newest = {
      finishedAt: end,
      seconds: (end.getTime() - new Date(takenAt).getTime()) / 1000,
      tableBytes: tables.reduce((total, { bytes }) => total + bytes, 0),
      fileBytes: files.bytes,
      files: files.count,
      missingFiles: files.missing,
    }
    return { count: ids.length, newest }
  } finally {
    target.place.close()
  }
}
