import { randomBytes } from 'node:crypto'
import type { Tx } from '../../platform/db/index.ts'
import { AppError, type Clock, type Role } from '../../platform/kernel/index.ts'
import { hashSecret, randomToken } from './secrets.ts'

export interface NewClient {
  readonly accountId: number
  readonly name: string
  readonly scopes: readonly Role[]
}

/** The secret is known here only: what is stored is its hash. */
export interface ClientSecret {
  readonly apiClientId: number
  readonly clientId: string
  readonly clientSecret: string
}

interface ClientKey {
  readonly accountId: number
  readonly apiClientId: number
}

const secretPrefix = 'vgs_'
export const defaultGraceSeconds = 24 * 60 * 60

export async function createClient(tx: Tx, command: NewClient): Promise<ClientSecret> {
  const clientId = `vgc_${randomBytes(12).toString('base64url')}`
  const clientSecret = randomToken(secretPrefix)
  const row = await tx
    .insertInto('api_client')
    .values({
      account_id: command.accountId,
      client_id: clientId,
      name: command.name,
      secret_hash: hashSecret(clientSecret),
      scopes: [...new Set(command.scopes)],
    })
    .returning('api_client_id')
    .executeTakeFirstOrThrow()
  return { apiClientId: row.api_client_id, clientId, clientSecret }
}

/** The former secret goes on for the grace, so that a running integration can be changed without a gap. */
export async function rotateClientSecret(
  tx: Tx,
  clock: Clock,
  command: ClientKey & { graceSeconds?: number },
): Promise<ClientSecret> {
  const row = await lockClient(tx, command)
  const clientSecret = randomToken(secretPrefix)
  const graceMs = (command.graceSeconds ?? defaultGraceSeconds) * 1000
  await tx
    .updateTable('api_client')
    .set({
      secret_hash: hashSecret(clientSecret),
      previous_secret_hash: graceMs > 0 ? row.secret_hash : null,
      previous_secret_until: graceMs > 0 ? new Date(clock.now().getTime() + graceMs) : null,
    })
    .where('account_id', '=', command.accountId)
    .where('api_client_id', '=', command.apiClientId)
    .execute()
  return { apiClientId: command.apiClientId, clientId: row.client_id, clientSecret }
}

/** Ends its tokens too. The row stays: the journal names it. */
export async function deactivateClient(tx: Tx, command: ClientKey): Promise<void> {
  await lockClient(tx, command)
  await tx
    .updateTable('api_client')
    .set((eb) => ({
      active: false,
      token_version: eb('token_version', '+', 1),
      previous_secret_hash: null,
      previous_secret_until: null,
    }))
    .where('account_id', '=', command.accountId)
    .where('api_client_id', '=', command.apiClientId)
    .execute()
}

async function lockClient(tx: Tx, key: ClientKey): Promise<{ client_id: string; secret_hash: string }> {
  const row = await tx
    .selectFrom('api_client')
    .select(['client_id', 'secret_hash'])
    .where('account_id', '=', key.accountId)
    .where('api_client_id', '=', key.apiClientId)
    .where('active', '=', true)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('CLIENT_NOT_FOUND', { clientId: key.apiClientId })
  return row
}
