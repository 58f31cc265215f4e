import { Command, Option } from 'commander'
import { recordOperatorAct } from '../platform/administration/index.ts'
import {
  allowAddresses,
  listAccounts,
  listAllowedAddresses,
  operatorOf,
  releaseSingleSignOn,
} from '../domain/accounts/index.ts'
import { createAccount } from '../create-account.ts'
import { addExportCommand } from './account-export.ts'
import { addLeavingCommands } from './account-leaving.ts'
import { asAccountId, show, showList, withContext, type CommandDeps } from './accounts-io.ts'

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
          const created = await createAccount(tx, { name, kind })
          recordOperatorAct(tx, 'account create', {
            name: 'ACCOUNT_CREATED',
            subject: { type: 'ACCOUNT', id: created.accountId },
            after: { name, kind },
            accountIds: [created.accountId],
          })
          return created
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
  addAddressesCommand(command, deps)
  addSsoCommand(command, deps)
  addExportCommand(command, deps)
  addLeavingCommands(command, deps)
  return command
}

interface AddressOptions {
  account: number
  clear?: boolean
  json?: boolean
}

/** The way back for an account that has shut itself out. */
function addAddressesCommand(command: Command, deps: CommandDeps): void {
  command
    .command('allow-addresses [ranges...]')
    .description('show the addresses an account may be used from, or replace the list')
    .requiredOption('--account <id>', 'account number', asAccountId)
    .option('--clear', 'allow all addresses')
    .option('--json', 'answer in JSON')
    .action((ranges: string[], options: AddressOptions) =>
      withContext(deps, async ({ db }) => {
        const { account: accountId, clear = false } = options
        if (clear && ranges.length > 0) throw new Error('Give ranges or --clear, not both.')
        const addresses = await db.system(async (tx) => {
          if (clear || ranges.length > 0) {
            const wanted = { addresses: ranges, ownAddress: null, force: true }
            await allowAddresses(tx, operatorOf(accountId), wanted)
          }
          return listAllowedAddresses(tx, { accountId })
        })
        show({ accountId, allowedAddresses: addresses }, options)
      }),
    )
}

/** The way back for an account whose identity provider is gone. */
function addSsoCommand(command: Command, deps: CommandDeps): void {
  command
    .command('sso')
    .description('single sign-on of an account')
    .command('off')
    .description('let people in by other means than the account’s identity provider again')
    .requiredOption('--account <id>', 'account number', asAccountId)
    .option('--json', 'answer in JSON')
    .action((options: { account: number; json?: boolean }) =>
      withContext(deps, async ({ db }) => {
        const { account: accountId } = options
        const wasEnforced = await db.system((tx) => releaseSingleSignOn(tx, accountId))
        show({ accountId, enforced: false, wasEnforced }, options)
      }),
    )
}
