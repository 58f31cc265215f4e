import type { Db, Tx } from '../../platform/db/index.ts'
import { isRole, type Clock, type Role } from '../../platform/kernel/index.ts'
import { issueAccessToken, type IssuedToken, type TokenDeps } from './access-token.ts'
import type { ClientBudget } from './client-budget.ts'
import { OAuthError } from './oauth-error.ts'
import { secretMatches } from './secrets.ts'
import { clientTokenSeconds } from './token-rules.ts'

export interface ClientCredentials {
  readonly clientId: string
  readonly clientSecret: string
}

export interface KnownClient {
  readonly id: number
  readonly accountId: number
  readonly version: number
  readonly scopes: readonly Role[]
}

// Noted at most this often, so that a busy client does not write a row at every token.
const lastUseStepMs = 60_000

export type ClientDeps = TokenDeps & { readonly db: Db; readonly clientBudget: ClientBudget }

/** The client and the address it calls from. */
export interface ClientCall {
  readonly credentials: ClientCredentials
  readonly ip: string
}

export async function grantToClient(
  deps: ClientDeps,
  call: ClientCall,
  wantedScope: string | null,
): Promise<IssuedToken & { scope: string; client: KnownClient }> {
  const client = await knownClient(deps, call)
  const scope = narrowed(client.scopes, wantedScope)
  const claims = {
    kind: 'API_CLIENT',
    id: client.id,
    accounts: [client.accountId],
    scope,
    version: client.version,
    session: null,
  } as const
  const issued = await issueAccessToken(deps, claims, clientTokenSeconds)
  return { ...issued, scope: scope.join(' '), client }
}

/** One answer for an unknown client, a wrong secret and a client that was deactivated. */
export async function knownClient(deps: ClientDeps, { credentials, ip }: ClientCall): Promise<KnownClient> {
  return await deps.clientBudget({ clientId: credentials.clientId, ip }, async () => {
    const client = await deps.db.system((tx) => matchClient(tx, deps.clock, credentials))
    if (!client) throw new OAuthError('invalid_client', 'Unknown client, or wrong secret.')
    return client
  })
}

async function matchClient(tx: Tx, clock: Clock, given: ClientCredentials): Promise<KnownClient | null> {
  const row = await tx
    .selectFrom('api_client')
    .selectAll()
    .where('client_id', '=', given.clientId)
    .executeTakeFirst()
  const now = clock.now()
  const former =
    row?.previous_secret_until && row.previous_secret_until > now ? row.previous_secret_hash : null
  const current = secretMatches(given.clientSecret, row?.secret_hash ?? null)
  const matches = secretMatches(given.clientSecret, former) || current
  if (!row || !matches || !row.active) return null
  if (!row.last_used_at || now.getTime() - row.last_used_at.getTime() >= lastUseStepMs) {
    await tx
      .updateTable('api_client')
      .set({ last_used_at: now })
      .where('account_id', '=', row.account_id)
      .where('api_client_id', '=', row.api_client_id)
      .execute()
  }
  return {
    id: row.api_client_id,
    accountId: row.account_id,
    version: row.token_version,
    scopes: row.scopes.filter(isRole),
  }
}

function narrowed(held: readonly Role[], wanted: string | null): Role[] {
  if (wanted === null) return [...held]
  const names = [...new Set(wanted.split(' ').filter(Boolean))]
  const granted = names.filter(isRole).filter((role) => held.includes(role))
  if (names.length === 0 || granted.length !== names.length) {
    throw new OAuthError('invalid_scope', `This client may ask for: ${held.join(' ')}.`)
  }
  return granted
}
