import { Gauge, type Registry } from 'prom-client'
import type { Db } from '../db/index.ts'

/** How far each long migration is. Their names are those of the program, so they do not grow without end. */
export function measureLongMigrations(registry: Registry, db: Pick<Db, 'system'>): void {
  registry.registerMetric(
    new Gauge({
      name: 'vigie_long_migration_progress',
      help: 'Share of a long migration that is done, 1 when it is finished',
      labelNames: ['name'],
      registers: [],
      async collect() {
        this.reset()
        // Whoever looks at a service in trouble wants the other figures.
        const states = await readProgress(db).catch(() => [])
        for (const { name, progress } of states) this.set({ name }, progress)
      },
    }),
  )
}

async function readProgress(db: Pick<Db, 'system'>): Promise<{ name: string; progress: number }[]> {
  const rows = await db.system((tx) =>
    tx
      .selectFrom('long_migration')
      .select(['name', 'done', 'total', 'finished_at'])
      .orderBy('name')
      .execute(),
  )
  return rows.map(({ name, done, total, finished_at: finishedAt }) => {
    // Counted at the beginning: more may have come since.
    const share = total ? Math.min(0.99, done / total) : 0
    return { name, progress: finishedAt ? 1 : share }
  })
}
