import { sql } from 'kysely'
import { recordAdministration, type AdministrationScope } from '../../platform/administration/index.ts'
import {
  suspendedProblem,
  type AccountState,
  type Db,
  type ReadTx,
  type Tx,
} from '../../platform/db/index.ts'
import { AppError, formatDateTime, wholeAccount, type Clock } from '../../platform/kernel/index.ts'
import { randomToken, sha256 } from '../accounts/index.ts'

export interface ProvisioningTokenView {
  tokenId: number
  name: string
  createdAt: string
  expiresAt: string | null
  lastUsedAt: string | null
  expired: boolean
}

// Enough for a change of provider without a gap; each one opens the whole directory.
const maxTokens = 30
const dayMs = 24 * 60 * 60 * 1000

export async function listProvisioningTokens(
  tx: ReadTx,
  { accountId }: { readonly accountId: number },
  now: Date,
): Promise<ProvisioningTokenView[]> {
  const rows = await tx
    .selectFrom('provisioning_token')
    .select(['token_id', 'name', 'created_at', 'expires_at', 'last_used_at'])
    .where('account_id', '=', accountId)
    .orderBy('token_id')
    .execute()
  return rows.map((row) => ({
    tokenId: row.token_id,
    name: row.name,
    createdAt: formatDateTime(row.created_at),
    expiresAt: row.expires_at && formatDateTime(row.expires_at),
    lastUsedAt: row.last_used_at && formatDateTime(row.last_used_at),
    expired: row.expires_at !== null && row.expires_at <= now,
  }))
}

/** The token is known here only: what is stored is its hash. */
export async function addProvisioningToken(
  tx: Tx,
  scope: AdministrationScope,
  command: { readonly name: string; readonly expiresInDays?: number; readonly now: Date },
): Promise<{ tokenId: number; token: string }> {
  const { accountId } = scope
  // Held, so that two who add one at once cannot both take the last place.
  const account = await tx
    .selectFrom('account')
    .select('account_id')
    .where('account_id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!account) throw new AppError('ACCOUNT_NOT_FOUND', { accountId })
  const present = await listProvisioningTokens(tx, scope, command.now)
  if (present.length >= maxTokens) throw new AppError('PROVISIONING_TOKENS_FULL', { max: maxTokens })
  const token = randomToken('vgd_')
  const { name, expiresInDays } = command
  const expires_at =
    expiresInDays === undefined ? null : new Date(command.now.getTime() + expiresInDays * dayMs)
  const { token_id: tokenId } = await tx
    .insertInto('provisioning_token')
    .values({ account_id: accountId, name, token_hash: sha256(token), expires_at })
    .returning('token_id')
    .executeTakeFirstOrThrow()
  recordAdministration(tx, scope, {
    name: 'PROVISIONING_TOKEN_ADDED',
    subject: { type: 'PROVISIONING_TOKEN', id: tokenId },
    after: { name, expiresAt: expires_at },
  })
  return { tokenId, token }
}

/** It opens nothing from the next request on, in every process. */
export async function removeProvisioningToken(
  tx: Tx,
  scope: AdministrationScope,
  tokenId: number,
): Promise<void> {
  const removed = await tx
    .deleteFrom('provisioning_token')
    .where('account_id', '=', scope.accountId)
    .where('token_id', '=', tokenId)
    .returning('name')
    .executeTakeFirst()
  if (!removed) throw new AppError('PROVISIONING_TOKEN_NOT_FOUND', { tokenId })
  const subject = { type: 'PROVISIONING_TOKEN', id: tokenId } as const
  recordAdministration(tx, scope, { name: 'PROVISIONING_TOKEN_REMOVED', subject, before: removed })
}

/** The directory that holds a token. */
export interface TokenHolder {
  readonly accountId: number
  readonly tokenId: number
  readonly name: string
  readonly allowedAddresses: string[]
}

interface FoundToken extends TokenHolder {
  readonly expiresAt: Date | null
  readonly lastUsedAt: Date | null
  readonly state: AccountState | null
}

// Noting every request would write as often as a directory asks.
const noteEveryMs = 60_000

/** Null for a token that is unknown or has expired. */
export async function findTokenHolder(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  token: string,
): Promise<TokenHolder | null> {
  const { rows } = await db.system((tx) =>
    sql<FoundToken>`
      select t.account_id as "accountId", t.token_id as "tokenId", t.name, t.expires_at as "expiresAt",
        t.last_used_at as "lastUsedAt", a.allowed_addresses as "allowedAddresses", s.state
      from provisioning_token t join account a on a.account_id = t.account_id
      left join account_standing s on s.account_id = t.account_id
      where t.token_hash = ${sha256(token)}`.execute(tx),
  )
  const [found] = rows
  const now = clock.now()
  if (!found || (found.expiresAt !== null && found.expiresAt <= now)) return null
  if (found.state !== null) throw suspendedProblem(found.state)
  if (now.getTime() - (found.lastUsedAt?.getTime() ?? 0) >= noteEveryMs) {
    const { accountId, tokenId } = found
    await db.write(wholeAccount(accountId), (tx) =>
      tx
        .updateTable('provisioning_token')
        .set({ last_used_at: now })
        .where('account_id', '=', accountId)
        .where('token_id', '=', tokenId)
        .execute(),
    )
  }
  return found
}
