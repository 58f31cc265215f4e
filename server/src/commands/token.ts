import { Command } from 'commander'
import { recordOperatorAct, type AdministrationEntry } from '../platform/administration/index.ts'
import type { Tx } from '../platform/db/index.ts'
import {
  accountIdsOfPerson,
  endTokensOfClient,
  endTokensOfPerson,
  findClient,
  findPerson,
  issueTokenForClient,
  readOwnToken,
  revokeAccessToken,
} from '../domain/accounts/index.ts'
import { show, withContext, type CommandContext, type CommandDeps } from './accounts-io.ts'

interface Subject {
  client?: string
  user?: string
  json?: boolean
}

export function tokenCommand(deps: CommandDeps): Command {
  const command = new Command('token').description('access tokens and the keys that sign them')
  command
    .command('issue')
    .description('create an access token for an API client, without its secret')
    .requiredOption('--client <clientId>', 'for this API client (one hour)')
    .option('--json', 'answer in JSON')
    .action((options: { client: string; json?: boolean }) =>
      withContext(deps, (context) => issue(context, options)),
    )
  command
    .command('revoke')
    .description('revoke one token, or all tokens of a client or a person')
    .option('--token <token>', 'this access token')
    .option('--client <clientId>', 'all tokens of this API client')
    .option('--user <email>', 'all tokens and sessions of this person')
    .option('--json', 'answer in JSON')
    .action((options: Subject & { token?: string }) =>
      withContext(deps, (context) => revoke(context, options)),
    )
  command
    .command('rotate-key')
    .description('sign with a new key from now on; existing tokens stay valid')
    .option('--json', 'answer in JSON')
    .action((options: { json?: boolean }) =>
      withContext(deps, async ({ accounts }) => {
        const { kid } = await accounts.keyring.rotate((tx, created) =>
          recordOperatorAct(tx, 'token rotate-key', {
            name: 'SIGNING_KEY_ROTATED',
            after: { kid: created },
            accountIds: [],
          }),
        )
        accounts.log('SIGNING_KEY_ROTATED', { kid })
        show({ kid }, options)
      }),
    )
  return command
}

function onlyOne(options: object, names: readonly string[]): void {
  const given = names.filter((name) => (options as Record<string, unknown>)[name] !== undefined)
  if (given.length !== 1)
    throw new Error(`Give exactly one of: ${names.map((name) => `--${name}`).join(', ')}.`)
}

type Holder = Pick<AdministrationEntry, 'subject'> & { readonly accountIds: readonly number[] }

/** Whose tokens they are, and to which accounts they open. */
async function holderOf(tx: Tx, { client, user }: Subject): Promise<Holder> {
  if (client !== undefined) {
    const { apiClientId, accountId } = await findClient(tx, client)
    return { subject: { type: 'API_CLIENT', id: apiClientId }, accountIds: [accountId] }
  }
  const { userId } = await findPerson(tx, user ?? '')
  return { subject: { type: 'USER', id: userId }, accountIds: await accountIdsOfPerson(tx, userId) }
}

/** For machines only: nobody acts for a person, the operator included. */
async function issue(
  { db, accounts }: CommandContext,
  options: { readonly client: string; readonly json?: boolean },
): Promise<void> {
  const issued = await issueTokenForClient(accounts, options.client)
  // Shown only once this is kept.
  await db.system(async (tx) =>
    recordOperatorAct(tx, 'token issue', {
      name: 'TOKEN_PRINTED',
      ...(await holderOf(tx, options)),
      after: { jti: issued.jti, expiresIn: issued.expiresIn },
    }),
  )
  accounts.log('TOKEN_ISSUED', { by: 'command', jti: issued.jti })
  show({ accessToken: issued.token, expiresIn: issued.expiresIn, jti: issued.jti }, options)
}

async function revoke(
  { db, accounts }: CommandContext,
  options: Subject & { token?: string },
): Promise<void> {
  onlyOne(options, ['token', 'client', 'user'])
  const { token, client, user } = options
  if (token !== undefined) {
    const claims = await readOwnToken(accounts, token)
    if (!claims)
      throw new Error('This is not one of our access tokens, or it has expired: there is nothing to revoke.')
    const { jti, kind, id: holderId } = claims
    await revokeAccessToken(accounts, claims, (tx) =>
      recordOperatorAct(tx, 'token revoke', {
        name: 'TOKENS_REVOKED',
        subject: { type: kind, id: holderId },
        after: { jti },
        accountIds: claims.accounts,
      }),
    )
    accounts.log('TOKEN_REVOKED', { by: 'command', jti: claims.jti })
    return show({ revoked: claims.jti }, options)
  }
  await db.system(async (tx) => {
    if (client !== undefined) await endTokensOfClient(tx, (await findClient(tx, client)).apiClientId)
    else await endTokensOfPerson(tx, (await findPerson(tx, user ?? '')).userId)
    const holder = await holderOf(tx, options)
    recordOperatorAct(tx, 'token revoke', { name: 'TOKENS_REVOKED', ...holder, after: { all: true } })
  })
  accounts.log('TOKEN_REVOKED', { by: 'command', kind: client === undefined ? 'user' : 'client' })
  show({ revoked: client ?? user }, options)
}
