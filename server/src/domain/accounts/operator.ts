import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { AppError, formatDateTime, isRole } from '../../platform/kernel/index.ts'
import { issueAccessToken, type IssuedToken } from './access-token.ts'
import { normalEmail } from './email.ts'
import type { AccountsService } from './service.ts'
import { endSessionsOfUser, raiseVersion } from './sessions.ts'
import { announceStanding, clientMark } from './standing.ts'
import { clientTokenSeconds } from './token-rules.ts'

// What the operator of the installation may do from the command line, across accounts. All of it needs a
// transaction of the directory.

export interface AccountView {
  accountId: number
  name: string
  kind: string
  createdAt: string
}

export async function listAccounts(tx: ReadTx): Promise<AccountView[]> {
  const rows = await tx
    .selectFrom('account')
    .select(['account_id', 'name', 'kind', 'created_at'])
    .orderBy('account_id')
    .execute()
  return rows.map((row) => ({
    accountId: row.account_id,
    name: row.name,
    kind: row.kind,
    createdAt: formatDateTime(row.created_at),
  }))
}

export async function requireAccount(tx: ReadTx, accountId: number): Promise<void> {
  const row = await tx
    .selectFrom('account')
    .select('account_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!row) throw new AppError('ACCOUNT_NOT_FOUND', { accountId })
}

export async function findPerson(tx: ReadTx, email: string): Promise<{ userId: number; version: number }> {
  const row = await tx
    .selectFrom('app_user')
    .select(['user_id', 'token_version'])
    .where('email', '=', normalEmail(email))
    .where('directory_account_id', 'is', null)
    .executeTakeFirst()
  if (!row) throw new AppError('USER_NOT_FOUND', { userId: email })
  return { userId: row.user_id, version: row.token_version }
}

/** Opens or closes the whole installation to a person; closing ends their sessions and tokens. */
export async function setPersonActive(tx: Tx, userId: number, active: boolean): Promise<void> {
  await tx
    .updateTable('app_user')
    .set((eb) => ({
      active,
      ...raiseVersion(),
      updated_at: eb.fn<Date>('now', []),
    }))
    .where('user_id', '=', userId)
    .execute()
  await endSessionsOfUser(tx, userId, 'OPERATOR')
}

export async function endTokensOfPerson(tx: Tx, userId: number): Promise<void> {
  await tx.updateTable('app_user').set(raiseVersion()).where('user_id', '=', userId).execute()
  await endSessionsOfUser(tx, userId, 'OPERATOR')
}

export async function findClient(tx: ReadTx, clientId: string) {
  const row = await tx
    .selectFrom('api_client')
    .select(['account_id', 'api_client_id', 'scopes', 'token_version', 'active'])
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  if (!row) throw new AppError('CLIENT_NOT_FOUND', { clientId })
  return {
    accountId: row.account_id,
    apiClientId: row.api_client_id,
    scopes: row.scopes.filter(isRole),
    version: row.token_version,
    active: row.active,
  }
}

export async function endTokensOfClient(tx: Tx, apiClientId: number): Promise<void> {
  await tx
    .updateTable('api_client')
    .set((eb) => ({ token_version: eb('token_version', '+', 1) }))
    .where('api_client_id', '=', apiClientId)
    .execute()
  await announceStanding(tx, [clientMark(apiClientId)])
}

export async function issueTokenForClient(service: AccountsService, clientId: string): Promise<IssuedToken> {
  const client = await service.db.system((tx) => findClient(tx, clientId))
  if (!client.active) throw new AppError('CLIENT_NOT_FOUND', { clientId })
  const claims = {
    kind: 'API_CLIENT',
    id: client.apiClientId,
    accounts: [client.accountId],
    scope: client.scopes,
    version: client.version,
    session: null,
  } as const
  return issueAccessToken(service, claims, clientTokenSeconds)
}
