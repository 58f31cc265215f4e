import { randomBytes } from 'node:crypto'
import { recordAdministration, type AdministrationScope } from '../../platform/administration/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import { AppError, type Role } from '../../platform/kernel/index.ts'
import { readAddressRanges, refuseLockOut } from './allowed-addresses.ts'
import { readClientKeys, type ClientKeys } from './client-keys.ts'
import { insertSecret, type ClientSecret, type NewSecret } from './client-secrets.ts'
import { lockClient } from './clients.queries.ts'
import { announceStanding, clientMark } from './standing.ts'

interface GivenKeys {
  readonly keys: readonly object[]
}

export interface NewClient {
  readonly name: string
  readonly scopes: readonly Role[]
  readonly allowedAddresses?: readonly string[]
  readonly secret?: NewSecret
  readonly now?: Date
}

export async function createClient(
  tx: Tx,
  scope: AdministrationScope,
  { secret = {}, now = new Date(), ...client }: NewClient,
): Promise<ClientSecret> {
  const created = await insertClient(tx, scope, client, null)
  const clientSecret = await insertSecret(tx, scope, { apiClientId: created.apiClientId, now, ...secret })
  return { ...created, clientSecret }
}

/** A client that signs with keys of its own has no secret that could leak. */
export async function createSigningClient(
  tx: Tx,
  scope: AdministrationScope,
  { jwks, ...client }: Omit<NewClient, 'secret' | 'now'> & { readonly jwks: GivenKeys },
): Promise<Omit<ClientSecret, 'clientSecret'>> {
  return insertClient(tx, scope, client, requireKeys(jwks))
}

async function insertClient(
  tx: Tx,
  scope: AdministrationScope,
  { name, scopes: wanted, allowedAddresses: ranges = [] }: NewClient,
  keys: ClientKeys | null,
): Promise<{ apiClientId: number; clientId: string }> {
  const allowedAddresses = readAddressRanges('/allowedAddresses', ranges)
  const clientId = `vgc_${randomBytes(12).toString('base64url')}`
  const scopes = [...new Set(wanted)]
  const { api_client_id: apiClientId } = await tx
    .insertInto('api_client')
    .values({
      account_id: scope.accountId,
      client_id: clientId,
      name,
      scopes,
      allowed_addresses: allowedAddresses,
      jwks: keys && JSON.stringify(keys),
    })
    .returning('api_client_id')
    .executeTakeFirstOrThrow()
  recordAdministration(tx, scope, {
    name: 'CLIENT_ADDED',
    subject: { type: 'API_CLIENT', id: apiClientId },
    after: { clientId, name, scopes, allowedAddresses, keys: kidsOf(keys) },
  })
  return { apiClientId, clientId }
}

export interface ChangeClient {
  readonly apiClientId: number
  readonly name?: string
  readonly allowedAddresses?: readonly string[]
  /** Null takes all keys away. */
  readonly jwks?: GivenKeys | null
  /** Where the caller comes from, if it is this client that changes itself. */
  readonly ownAddress: string | null
  readonly force: boolean
  readonly endTokens: boolean
}

export async function changeClient(
  tx: Tx,
  scope: AdministrationScope,
  command: ChangeClient & { readonly now: Date },
): Promise<void> {
  const { apiClientId, ownAddress, force } = command
  const before = await lockClient(tx, scope, apiClientId)
  const after = {
    name: command.name ?? before.name,
    allowedAddresses: command.allowedAddresses
      ? readAddressRanges('/allowedAddresses', command.allowedAddresses)
      : before.allowed_addresses,
    keys: command.jwks === undefined ? keysOf(before) : command.jwks && requireKeys(command.jwks),
  }
  if (ownAddress !== null && !force) refuseLockOut(after.allowedAddresses, ownAddress)
  if (after.keys === null && before.jwks !== null) await requireSecret(tx, scope, command)
  await tx
    .updateTable('api_client')
    .set((eb) => ({
      name: after.name,
      allowed_addresses: after.allowedAddresses,
      jwks: after.keys && JSON.stringify(after.keys),
      token_version: eb('token_version', '+', command.endTokens ? 1 : 0),
    }))
    .where('account_id', '=', scope.accountId)
    .where('api_client_id', '=', apiClientId)
    .execute()
  await announceStanding(tx, [clientMark(apiClientId)])
  recordAdministration(tx, scope, {
    name: 'CLIENT_CHANGED',
    subject: { type: 'API_CLIENT', id: apiClientId },
    before: {
      name: before.name,
      allowedAddresses: before.allowed_addresses,
      keys: kidsOf(keysOf(before)),
    },
    after: { ...after, keys: kidsOf(after.keys) },
  })
}

/** Ends its tokens too. The row stays: the journal names it. */
export async function deactivateClient(
  tx: Tx,
  scope: AdministrationScope,
  apiClientId: number,
): Promise<void> {
  const { client_id: clientId, name } = await lockClient(tx, scope, apiClientId)
  await tx
    .updateTable('api_client')
    .set((eb) => ({ active: false, token_version: eb('token_version', '+', 1), jwks: null }))
    .where('account_id', '=', scope.accountId)
    .where('api_client_id', '=', apiClientId)
    .execute()
  await announceStanding(tx, [clientMark(apiClientId)])
  await tx
    .deleteFrom('api_client_secret')
    .where('account_id', '=', scope.accountId)
    .where('api_client_id', '=', apiClientId)
    .execute()
  recordAdministration(tx, scope, {
    name: 'CLIENT_DEACTIVATED',
    subject: { type: 'API_CLIENT', id: apiClientId },
    before: { clientId, name },
  })
}

function requireKeys({ keys }: GivenKeys): ClientKeys {
  const read = readClientKeys(keys.map((key) => ({ ...key })))
  if ('keys' in read) return read
  const errors = read.faults.map((fault) => ({ ...fault, message: '' }))
  throw new AppError('CLIENT_KEYS_INVALID', {}, { errors })
}

async function requireSecret(
  tx: Tx,
  { accountId }: AdministrationScope,
  { apiClientId, now }: { readonly apiClientId: number; readonly now: Date },
): Promise<void> {
  const row = await tx
    .selectFrom('api_client_secret')
    .select('secret_id')
    .where('account_id', '=', accountId)
    .where('api_client_id', '=', apiClientId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirst()
  if (!row) throw new AppError('CLIENT_LAST_CREDENTIAL', { clientId: apiClientId })
}

const keysOf = ({ jwks }: { jwks: unknown }) => jwks as ClientKeys | null
const kidsOf = (keys: ClientKeys | null) => keys?.keys.map(({ kid }) => kid) ?? []
