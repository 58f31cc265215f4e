import type { Tx } from '../../platform/db/index.ts'
import { recordAdministration, type AdministrationScope } from '../../platform/administration/index.ts'
import { AppError } from '../../platform/kernel/index.ts'
import { lockClient } from './clients.queries.ts'
import { hashSecret, randomToken } from './secrets.ts'
import { announceStanding, clientMark } from './standing.ts'

/** The secret is known here only: what is stored is its hash. */
export interface ClientSecret {
  readonly apiClientId: number
  readonly clientId: string
  readonly clientSecret: string
}

export const defaultGraceSeconds = 24 * 60 * 60
export const maxSecretDays = 3_650

const maxSecrets = 2
const dayMs = 24 * 60 * 60 * 1000

interface OfClient {
  readonly apiClientId: number
  readonly now: Date
}

export interface NewSecret {
  readonly label?: string
  /** Without it the secret opens until it is removed. */
  readonly expiresInDays?: number
}

/** One more beside the one in force, so that a running integration can be changed without a gap. */
export async function addClientSecret(
  tx: Tx,
  scope: AdministrationScope,
  command: OfClient & NewSecret,
): Promise<ClientSecret> {
  const client = await lockClient(tx, scope, command.apiClientId)
  const inForce = await secretsInForce(tx, scope, command)
  if (inForce.length >= maxSecrets)
    throw new AppError('CLIENT_SECRETS_FULL', { clientId: command.apiClientId })
  await removeEnded(tx, scope, command)
  const clientSecret = await insertSecret(tx, scope, command)
  return { apiClientId: command.apiClientId, clientId: client.client_id, clientSecret }
}

/** A new secret in place of all former ones; the newest of them goes on for the grace. */
export async function rotateClientSecret(
  tx: Tx,
  scope: AdministrationScope,
  command: OfClient & { readonly graceSeconds?: number },
): Promise<ClientSecret> {
  const { apiClientId, now } = command
  const client = await lockClient(tx, scope, apiClientId)
  const [newest, ...older] = await secretsInForce(tx, scope, command)
  const graceMs = (command.graceSeconds ?? defaultGraceSeconds) * 1000
  const until = new Date(now.getTime() + graceMs)
  await removeEnded(tx, scope, command)
  for (const secret of older) await deleteSecret(tx, scope, { ...secret, apiClientId })
  if (newest && graceMs === 0) await deleteSecret(tx, scope, { ...newest, apiClientId })
  else if (newest && (newest.expires_at === null || newest.expires_at > until)) {
    await tx
      .updateTable('api_client_secret')
      // Whoever rotates knows of this end.
      .set({ expires_at: until, warned_at: now })
      .where('account_id', '=', scope.accountId)
      .where('secret_id', '=', newest.secret_id)
      .execute()
  }
  const clientSecret = await insertSecret(tx, scope, command)
  return { apiClientId, clientId: client.client_id, clientSecret }
}

/** Tokens that were obtained with it go on for their hour, unless they are to end as well. */
export async function removeClientSecret(
  tx: Tx,
  scope: AdministrationScope,
  command: OfClient & { readonly secretId: number; readonly endTokens: boolean },
): Promise<void> {
  const { apiClientId, secretId, endTokens } = command
  const client = await lockClient(tx, scope, apiClientId)
  const secret = await findSecret(tx, scope, command)
  if (!secret) throw new AppError('CLIENT_SECRET_NOT_FOUND', { secretId })
  const others = (await secretsInForce(tx, scope, command)).filter((one) => one.secret_id !== secretId)
  if (others.length === 0 && client.jwks === null) {
    throw new AppError('CLIENT_LAST_CREDENTIAL', { clientId: apiClientId })
  }
  await deleteSecret(tx, scope, { ...secret, apiClientId })
  if (!endTokens) return
  await tx
    .updateTable('api_client')
    .set((eb) => ({ token_version: eb('token_version', '+', 1) }))
    .where('account_id', '=', scope.accountId)
    .where('api_client_id', '=', apiClientId)
    .execute()
  await announceStanding(tx, [clientMark(apiClientId)])
}

/** The caller holds the client. */
export async function insertSecret(
  tx: Tx,
  scope: AdministrationScope,
  { apiClientId, now, label, expiresInDays }: OfClient & NewSecret,
): Promise<string> {
  const clientSecret = randomToken('vgs_')
  const expiresAt = expiresInDays === undefined ? null : new Date(now.getTime() + expiresInDays * dayMs)
  const { secret_id: secretId } = await tx
    .insertInto('api_client_secret')
    .values({
      account_id: scope.accountId,
      api_client_id: apiClientId,
      label: label ?? null,
      secret_hash: hashSecret(clientSecret),
      created_at: now,
      expires_at: expiresAt,
    })
    .returning('secret_id')
    .executeTakeFirstOrThrow()
  recordAdministration(tx, scope, {
    name: 'CLIENT_SECRET_ADDED',
    subject: { type: 'API_CLIENT', id: apiClientId },
    after: { secretId, expiresAt: expiresAt?.toISOString() ?? null },
  })
  return clientSecret
}

function secretsOf(tx: Tx, { accountId }: AdministrationScope, apiClientId: number) {
  return tx
    .selectFrom('api_client_secret')
    .select(['secret_id', 'expires_at'])
    .where('account_id', '=', accountId)
    .where('api_client_id', '=', apiClientId)
}

/** The newest first. */
function secretsInForce(tx: Tx, scope: AdministrationScope, { apiClientId, now }: OfClient) {
  return secretsOf(tx, scope, apiClientId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy('created_at', 'desc')
    .orderBy('secret_id', 'desc')
    .execute()
}

function findSecret(tx: Tx, scope: AdministrationScope, command: OfClient & { secretId: number }) {
  return secretsOf(tx, scope, command.apiClientId)
    .where('secret_id', '=', command.secretId)
    .executeTakeFirst()
}

/** What ended by itself is shown until something takes its place. */
async function removeEnded(tx: Tx, { accountId }: AdministrationScope, { apiClientId, now }: OfClient) {
  await tx
    .deleteFrom('api_client_secret')
    .where('account_id', '=', accountId)
    .where('api_client_id', '=', apiClientId)
    .where('expires_at', '<=', now)
    .execute()
}

async function deleteSecret(
  tx: Tx,
  scope: AdministrationScope,
  secret: { secret_id: number; expires_at: Date | null; apiClientId: number },
): Promise<void> {
  await tx
    .deleteFrom('api_client_secret')
    .where('account_id', '=', scope.accountId)
    .where('secret_id', '=', secret.secret_id)
    .execute()
  recordAdministration(tx, scope, {
    name: 'CLIENT_SECRET_REMOVED',
    subject: { type: 'API_CLIENT', id: secret.apiClientId },
    before: { secretId: secret.secret_id, expiresAt: secret.expires_at?.toISOString() ?? null },
  })
}
