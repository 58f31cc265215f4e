import { Command } from 'commander'
import { loadConfig } from '../config.ts'
import { startDatabase, withAdminUrl } from '../database-runtime.ts'
import {
  readLongMigrations,
  readMigrations,
  withClient,
  type LongMigrationState,
  type MigrationState,
} from '../platform/db/index.ts'
import { loadSecretKey } from '../secret-key.ts'
import { Progress } from './progress.ts'

export function migrateCommand(): Command {
  const command = new Command('migrate')
    .description('migrate the database to the schema of this version')
    .option('--finish', 'also bring long migrations to their end, with all processes stopped')
    .action(async ({ finish = false }: { finish?: boolean }) => {
      const config = loadConfig()
      const progress = new Progress()
      const database = await startDatabase(config, await loadSecretKey(config), {
        onProgress: (step) => progress.step(step),
        onIncident: (sentence) => progress.note(sentence),
        finish,
      })
      await database.stop()
      progress.note('The database is up to date.')
    })
  return command.addCommand(statusCommand())
}

function statusCommand(): Command {
  return new Command('status')
    .description('list migrations, and how far the long ones are; nothing is changed')
    .option('--json', 'print JSON')
    .action(async ({ json = false }: { json?: boolean }) => {
      const state = await withAdminUrl(loadConfig(), (adminUrl) =>
        withClient(adminUrl, async (client) => ({
          migrations: await readMigrations(client),
          longMigrations: await readLongMigrations(client),
        })),
      )
      process.stdout.write(json ? `${JSON.stringify(state, null, 2)}\n` : describeState(state))
    })
}

interface State {
  readonly migrations: readonly MigrationState[]
  readonly longMigrations: readonly LongMigrationState[]
}

function describeState({ migrations, longMigrations }: State): string {
  const files = migrations.map(({ name, appliedAt }) => `${name}  ${appliedAt?.toISOString() ?? 'to come'}`)
  const long =
    longMigrations.length === 0 ? ['No long migrations.'] : ['Long migrations:', ...longMigrations.map(tell)]
  return `${[...files, ...long].join('\n')}\n`
}

function tell({ name, done, total, startedAt, finishedAt, error }: LongMigrationState): string {
  if (finishedAt) return `${name}  finished ${finishedAt.toISOString()}`
  if (!startedAt) return `${name}  not begun`
  const share = total ? ` (${Math.min(99, Math.floor((done / total) * 100))} %)` : ''
  const trouble = error === null ? '' : `; the last attempt ended early: ${error}`
  return `${name}  ${done} of about ${total ?? 'unknown'}${share}, since ${startedAt.toISOString()}${trouble}`
}
