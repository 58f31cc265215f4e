import { Command, Option } from 'commander'
import { recordOperatorAct } from '../platform/administration/index.ts'
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
        const { kind } = options
        const { accountId } = await db.system(async (tx) => {
          const made = await createAccount(tx, { name, kind })
          recordOperatorAct(tx, 'account create', {
            name: 'ACCOUNT_CREATED',
            subject: { type: 'ACCOUNT', id: made.accountId },
            after: { name, kind },
            accountIds: [made.accountId],
          })
          return made
        })
        show({ accountId, name, kind }, options)
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
