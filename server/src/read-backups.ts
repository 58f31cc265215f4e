import type { Config } from './config.ts'
import { openBackupTarget } from './open-backup.ts'
import { formatDateTime } from './platform/kernel/index.ts'

const shown = 10
const freshMs = 60_000

type Backups = Awaited<ReturnType<typeof readPlace>>

/** The newest copies, looked for once a minute at most: the place may be far away. */
export function createBackupReader(config: Config): () => Promise<Backups> {
  let known: Promise<Backups> | null = null
  let lookedAt = -Infinity
  return () => {
    if (known === null || performance.now() - lookedAt > freshMs) {
      lookedAt = performance.now()
      known = readPlace(config)
    }
    return known
  }
}

async function readPlace(config: Config) {
  const { everyHours, to } = config.backup
  const nothing = { everyHours, nextAt: null, fault: null, content: [] }
  if (to === null) return nothing
  try {
    const content = await readCopies(config)
    const [newest] = content
    const next =
      newest && everyHours > 0 ? new Date(Date.parse(newest.takenAt) + everyHours * 3_600_000) : null
    return { everyHours, nextAt: next && formatDateTime(next), fault: null, content }
  } catch (error) {
    return { ...nothing, fault: error instanceof Error ? error.name : 'unknown' }
  }
}

async function readCopies(config: Config) {
  const target = await openBackupTarget(config, undefined, { create: false })
  try {
    const content = []
    for (const id of (await target.copyIds()).slice(-shown).toReversed()) {
      const { takenAt, finishedAt, version, files, added } = await target.readManifest(id)
      content.push({ id, takenAt, finishedAt, version, files: files.count, addedBytes: added.bytes })
    }
    return content
  } finally {
    target.place.close()
  }
}
