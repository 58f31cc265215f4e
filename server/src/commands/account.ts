import { Command, Option } from 'commander'
import { createAccount, listAccounts } from '../domain/accounts/index.ts'
import { show, showList, withContext, type CommandDeps } from './accounts-io.ts'

interface CreateOptions {
  kind: 'PRODUCTION' | 'SANDBOX'
  json?: boolean
}

export function accountCommand(deps: CommandDeps): Command {
  const command = new Command('account').description('the accounts of this installation')
  command
    .command('create <name>')
    .description('create an account')
    .addOption(
      new Option('--kind <kind>', 'what it is for').choices(['PRODUCTION', 'SANDBOX']).default('PRODUCTION'),
    )
    .option('--json', 'answer in JSON')
    .action((name: string, options: CreateOptions) =>
      withContext(deps, async ({ db }) => {
        const { accountId } = await db.system((tx) => createAccount(tx, { name, kind: options.kind }))
        show({ accountId, name, kind: options.kind }, options)
      }),
    )
  command
    .command('list')
    .description('list the accounts')
    .option('--json', 'answer in JSON')
    .action((options: { json?: boolean }) =>
      withContext(deps, async ({ db }) => showList(await db.system(listAccounts), options)),
    )
  return command
}
