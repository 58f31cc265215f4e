import { Gauge, type Registry } from 'prom-client'
import type { Config } from './config.ts'
import { openBackupTarget } from './open-backup.ts'

const freshMs = 5 * 60_000

interface NewestCopy {
  readonly finishedAt: Date
  readonly seconds: number
}

/**
 * Tells of the newest copy that is there, whichever process made it, and after a restart too. It is looked for once in
 * five minutes; a place that does not answer shows by a copy that grows old.
 */
export function watchBackups(registry: Registry, config: Config): void {
  if (config.backup.everyHours === 0) return
  let known: NewestCopy | null = null
  let lookedAt = -Infinity
  const look = async (): Promise<NewestCopy | null> => {
    if (performance.now() - lookedAt < freshMs) return known
    lookedAt = performance.now()
    known = await findNewest(config).catch(() => known)
    return known
  }
  const gauge = (name: string, help: string, read: (copy: NewestCopy) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const copy = await look()
        if (copy) this.set(read(copy))
      },
    })
  gauge(
    'vigie_backup_last_success_timestamp_seconds',
    'When the newest copy of the installation was finished',
    ({ finishedAt }) => finishedAt.getTime() / 1000,
  )
  gauge('vigie_backup_duration_seconds', 'How long the newest copy took', ({ seconds }) => seconds)
}

async function findNewest(config: Config): Promise<NewestCopy | null> {
  const target = await openBackupTarget(config, undefined, { create: false })
  try {
    const id = (await target.copyIds()).at(-1)
    if (id === undefined) return null
    const { takenAt, finishedAt } = await target.readManifest(id)
    const end = new Date(finishedAt)
    return { finishedAt: end, seconds: (end.getTime() - new Date(takenAt).getTime()) / 1000 }
  } finally {
    target.place.close()
  }
}
