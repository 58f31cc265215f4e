import { Command } from 'commander'
import {
  createClient,
  deactivateClient,
  findClient,
  listClients,
  operatorOf,
  requireAccount,
  rotateClientSecret,
  type ClientView,
} from '../domain/accounts/index.ts'
import { maxPageSize, wholeAccount, type Role } from '../platform/kernel/index.ts'
import { firstPage } from '../platform/lists/index.ts'
import {
  asAccountId,
  asRoles,
  asSeconds,
  show,
  showList,
  withContext,
  type CommandDeps,
} from './accounts-io.ts'

interface Json {
  json?: boolean
}

export function clientCommand(deps: CommandDeps): Command {
  const command = new Command('client').description('API clients: machines that use the API of an account')
  command
    .command('create <name>')
    .description('create an API client and show its secret, once')
    .requiredOption('--account <id>', 'account it works for', asAccountId)
    .option('--scopes <roles>', 'comma-separated roles', asRoles, ['READER'] satisfies Role[])
    .option('--json', 'answer in JSON')
    .action((name: string, options: Json & { account: number; scopes: Role[] }) =>
      withContext(deps, async ({ db, accounts }) => {
        const created = await db.system(async (tx) => {
          await requireAccount(tx, options.account)
          return createClient(tx, operatorOf(options.account), { name, scopes: options.scopes })
        })
        accounts.log('CLIENT_ADDED', {
          accountId: options.account,
          by: 'command',
          apiClientId: created.apiClientId,
        })
        // By the name the API has for it, and by the one of former versions.
        show({ id: created.apiClientId, ...created }, options)
      }),
    )
  command
    .command('list')
    .description('list the API clients of an account')
    .requiredOption('--account <id>', 'account number', asAccountId)
    .option('--json', 'answer in JSON')
    .action((options: Json & { account: number }) =>
      withContext(deps, async ({ db }) => {
        const scope = wholeAccount(options.account)
        const { rows } = await db.read(scope, (tx) => listClients(tx, scope, firstPage(maxPageSize)))
        showList(rows.map(summaryOf), options)
      }),
    )
  addSecretCommands(command, deps)
  return command
}

function addSecretCommands(command: Command, deps: CommandDeps): void {
  command
    .command('rotate <clientId>')
    .description('give a client a new secret and show it, once')
    .option('--grace <seconds>', 'how long the former secret still works (default: one day)', asSeconds)
    .option('--json', 'answer in JSON')
    .action((clientId: string, options: Json & { grace?: number }) =>
      withContext(deps, async ({ db, clock, accounts }) => {
        const created = await db.system(async (tx) => {
          const grace = options.grace === undefined ? {} : { graceSeconds: options.grace }
          const { accountId, apiClientId } = await findClient(tx, clientId)
          const wanted = { apiClientId, now: clock.now(), ...grace }
          return rotateClientSecret(tx, operatorOf(accountId), wanted)
        })
        accounts.log('CLIENT_SECRET_ROTATED', { by: 'command', apiClientId: created.apiClientId })
        // By the name the API has for it, and by the one of former versions.
        show({ id: created.apiClientId, ...created }, options)
      }),
    )
  command
    .command('revoke <clientId>')
    .description('deactivate a client and end its tokens')
    .option('--json', 'answer in JSON')
    .action((clientId: string, options: Json) =>
      withContext(deps, async ({ db, accounts }) => {
        const client = await db.system(async (tx) => {
          const found = await findClient(tx, clientId)
          await deactivateClient(tx, operatorOf(found.accountId), found.apiClientId)
          return found
        })
        accounts.log('CLIENT_DEACTIVATED', { by: 'command', apiClientId: client.apiClientId })
        show({ clientId, active: false }, options)
      }),
    )
}

/** One line each: dates and lists of a client have their page. */
function summaryOf({ secrets, keys, allowedAddresses, ...client }: ClientView) {
  return { ...client, secrets: secrets.length, keys: keys.length, allowedAddresses }
}
