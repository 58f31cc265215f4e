import { sql } from 'kysely'
import { requireUsable, type Db, type ReadTx, type Tx } from '../../platform/db/index.ts'
import { AppError, isRole, type Origin, type Role } from '../../platform/kernel/index.ts'
import { issueAccessToken, type IssuedToken, type TokenDeps } from './access-token.ts'
import type { NoteRefusal } from './address-refusals.ts'
import { spendAssertion, verifyAssertion, type SeenAssertion } from './client-assertion.ts'
import type { ClientBudget } from './client-budget.ts'
import type { ClientKeys } from './client-keys.ts'
import { OAuthError } from './oauth-error.ts'
import { secretMatches } from './secrets.ts'
import { addressMatcher } from './access.queries.ts'
import { clientTokenSeconds } from './token-rules.ts'

/** A secret, or an assertion signed with a key whose public half we know. */
export type ClientProof = { readonly clientId: string } & (
  | { readonly clientSecret: string }
  | { readonly assertion: string }
)

export interface KnownClient {
  readonly id: number
  readonly accountId: number
  readonly version: number
  readonly scopes: readonly Role[]
}

export type ClientDeps = TokenDeps & {
  readonly db: Db
  readonly clientBudget: ClientBudget
  readonly noteRefusal: NoteRefusal
}

interface PresentedProof {
  readonly proof: ClientProof
  readonly origin: Origin
}

// Noted at most this often, so that a busy client does not write a row at every token.
const lastUseStepMs = 60_000

export async function grantToClient(
  deps: ClientDeps,
  presented: PresentedProof,
  wantedScope: string | null,
): Promise<IssuedToken & { scope: string; client: KnownClient }> {
  const client = await authenticateClient(deps, presented)
  const scope = narrowRoles(client.scopes, wantedScope)
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

/** One answer for an unknown client, a wrong secret, a spent assertion and a client that was deactivated. */
export async function authenticateClient(
  deps: ClientDeps,
  { proof, origin }: PresentedProof,
): Promise<KnownClient> {
  const found = await deps.clientBudget({ clientId: proof.clientId, ip: origin.address }, async () => {
    const client = await deps.db.system((tx) => findCredentials(tx, proof.clientId, deps.clock.now()))
    const use = await matchCredential(deps, proof, client)
    if (!client?.active || !use) throw invalidClient()
    return { client, use }
  })
  const { client, use } = found
  // Only whoever holds the credential learns from where it may be used.
  if (!client.admits(client.accountId, origin.address)) {
    const { id, name, accountId } = client
    await deps.noteRefusal({
      accountId,
      origin,
      principal: { kind: 'API_CLIENT', id, name, key: `client:${id}` },
    })
    throw new AppError('ADDRESS_NOT_ALLOWED', { address: origin.address })
  }
  await deps.db.system((tx) => requireUsable(tx, client.accountId))
  if (!(await recordCredentialUse(deps, client, use))) throw invalidClient()
  return client
}

const invalidClient = () => new OAuthError('invalid_client', 'Unknown client, or wrong secret or assertion.')

interface FoundSecret {
  readonly id: number
  readonly hash: string
  readonly lastUsedAt: string | null
}

type FoundClient = NonNullable<Awaited<ReturnType<typeof findCredentials>>>
type Use = { readonly secret: FoundSecret } | { readonly assertion: SeenAssertion }

async function matchCredential(
  deps: ClientDeps,
  proof: ClientProof,
  found: FoundClient | null,
): Promise<Use | null> {
  if ('assertion' in proof) {
    if (!found?.keys) return null
    const assertion = await verifyAssertion(deps, { ...proof, keys: found.keys })
    return assertion && { assertion }
  }
  // Against something always, so that an unknown client takes as long.
  const secrets = found?.secrets ?? []
  const matching = [null, ...secrets].filter((one) => secretMatches(proof.clientSecret, one?.hash ?? null))
  const [secret] = matching
  return secret ? { secret } : null
}

async function findCredentials(tx: ReadTx, clientId: string, now: Date) {
  const row = await tx
    .selectFrom('api_client as c')
    .innerJoin('account as a', 'a.account_id', 'c.account_id')
    .select([
      'c.account_id',
      'c.api_client_id',
      'c.name',
      'c.active',
      'c.token_version',
      'c.scopes',
      'c.jwks',
    ])
    .select(['c.last_used_at', 'c.allowed_addresses as own', 'a.allowed_addresses as common'])
    .select(
      sql<FoundSecret[]>`(select coalesce(jsonb_agg(jsonb_build_object(
          'id', s.secret_id, 'hash', s.secret_hash, 'lastUsedAt', s.last_used_at)), '[]')
        from api_client_secret s where s.account_id = c.account_id and s.api_client_id = c.api_client_id
          and (s.expires_at is null or s.expires_at > ${now}))`.as('secrets'),
    )
    .where('c.client_id', '=', clientId)
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.api_client_id,
    accountId: row.account_id,
    name: row.name,
    active: row.active,
    version: row.token_version,
    scopes: row.scopes.filter(isRole),
    lastUsedAt: row.last_used_at,
    secrets: row.secrets,
    keys: row.jwks as ClientKeys | null,
    admits: addressMatcher([
      [row.account_id, row.common],
      [row.account_id, row.own],
    ]),
  }
}

/** False when the assertion was used before. */
async function recordCredentialUse(deps: ClientDeps, client: FoundClient, use: Use): Promise<boolean> {
  const now = deps.clock.now()
  const isOld = (moment: Date | null) => !moment || now.getTime() - moment.getTime() >= lastUseStepMs
  if ('assertion' in use) {
    return deps.db.system(async (tx) => {
      if (!(await spendAssertion(tx, client, use.assertion))) return false
      if (isOld(client.lastUsedAt)) await touchClient(tx, client, now)
      return true
    })
  }
  const { id, lastUsedAt } = use.secret
  if (!isOld(client.lastUsedAt) && !isOld(lastUsedAt === null ? null : new Date(lastUsedAt))) return true
  await deps.db.system(async (tx) => {
    await touchClient(tx, client, now)
    await tx
      .updateTable('api_client_secret')
      .set({ last_used_at: now })
      .where('account_id', '=', client.accountId)
      .where('secret_id', '=', id)
      .execute()
  })
  return true
}

async function touchClient(tx: Tx, { accountId, id }: FoundClient, now: Date): Promise<void> {
  await tx
    .updateTable('api_client')
    .set({ last_used_at: now })
    .where('account_id', '=', accountId)
    .where('api_client_id', '=', id)
    .execute()
}

function narrowRoles(ownRoles: readonly Role[], wanted: string | null): Role[] {
  if (wanted === null) return [...ownRoles]
  const names = [...new Set(wanted.split(' ').filter(Boolean))]
  const granted = names.filter(isRole).filter((role) => ownRoles.includes(role))
  if (names.length === 0 || granted.length !== names.length) {
    throw new OAuthError('invalid_scope', `This client may ask for: ${ownRoles.join(' ')}.`)
  }
  return granted
}
