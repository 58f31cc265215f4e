import { Command } from 'commander'
import { createOperator, listOperators, removeOperator, resetOperator } from '../domain/operator/index.ts'
import { show, showList, withContext, type CommandDeps } from './accounts-io.ts'

interface Options {
  json?: boolean
}

/** Who may sign in at /operator. Only whoever can run commands on the installation decides that. */
export function operatorCommand(deps: CommandDeps): Command {
  const command = new Command('operator').description('people who run the installation, at /operator')
  command
    .command('add <email>')
    .description(
      'add an operator: prints a link to choose a password and a second factor, once, within 24 hours',
    )
    .option('--json', 'answer in JSON')
    .action((email: string, options: Options) =>
      withContext(deps, async ({ db, accounts }) =>
        show({ ...(await db.system((tx) => createOperator(tx, accounts, email))) }, options),
      ),
    )
  command
    .command('list')
    .description('list the operators')
    .option('--json', 'answer in JSON')
    .action((options: Options) =>
      withContext(deps, async ({ db }) => showList(await db.system(listOperators), options)),
    )
  command
    .command('reset <email>')
    .description('for a lost password or second factor: ends all sessions and prints a new link')
    .option('--json', 'answer in JSON')
    .action((email: string, options: Options) =>
      withContext(deps, async ({ db, accounts }) =>
        show({ ...(await db.system((tx) => resetOperator(tx, accounts, email))) }, options),
      ),
    )
  command
    .command('remove <email>')
    .description('remove an operator: ends all their sessions at once')
    .option('--json', 'answer in JSON')
    .action((email: string, options: Options) =>
      withContext(deps, async ({ db }) => {
        const { operatorId } = await db.system((tx) => removeOperator(tx, email))
        show({ operatorId, removed: true }, options)
      }),
    )
  return command
}
