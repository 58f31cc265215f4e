import { Command } from 'commander'
import { pino } from 'pino'
import { loadConfig } from '../config.ts'
import { joinDatabase } from '../database-runtime.ts'
import { openReferences } from '../open-references.ts'
import { createPool, openDatabase } from '../platform/db/index.ts'
import { systemClock } from '../platform/kernel/index.ts'
import { loadSecretKey } from '../secret-key.ts'
import { untilAsked } from '../shutdown.ts'
import { startWorkers } from '../worker.ts'

export function workerCommand(): Command {
  return new Command('worker')
    .description('run jobs only, beside one or more services on the same database')
    .action(async () => {
      const config = loadConfig()
      const asked = untilAsked(config)
      const database = await joinDatabase(config, await loadSecretKey(config))
      const url = database.appUrl
      const db = openDatabase(createPool({ url, max: 2, applicationName: 'vigie worker registers' }))
      const worker = await startWorkers({
        config,
        appUrl: database.appUrl,
        clock: systemClock,
        references: openReferences(config, db),
        log: pino({ level: config.logLevel, base: null }),
      })
      await asked
      await worker.stop()
      await db.close()
      await database.stop()
    })
}
