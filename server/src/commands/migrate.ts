import { Command } from 'commander'
import { loadConfig } from '../config.ts'
import { startDatabase } from '../database-runtime.ts'
import { loadSecretKey } from '../secret-key.ts'
import { Progress } from './progress.ts'

export function migrateCommand(): Command {
  return new Command('migrate')
    .description('migrate the database to the schema of this version')
    .action(async () => {
      const config = loadConfig()
      const progress = new Progress()
      const database = await startDatabase(config, await loadSecretKey(config), {
        onProgress: (step) => progress.step(step),
        onIncident: (sentence) => progress.note(sentence),
      })
      await database.stop()
      progress.note('The database is up to date.')
    })
}
