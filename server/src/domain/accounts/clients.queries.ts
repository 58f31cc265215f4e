import { sql } from 'kysely'
import type { JWK } from 'jose'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { AppError, formatDateTime, type Scope } from '../../platform/kernel/index.ts'
import {
  orderById,
  readListing,
  tableColumns,
  type PageWindow,
  type Total,
} from '../../platform/lists/index.ts'
import type { ClientKeys } from './client-keys.ts'
import type { SightView } from './users.queries.ts'

export interface SecretView {
  id: number
  label: string | null
  createdAt: string
  expiresAt: string | null
  lastUsedAt: string | null
  ended: boolean
  endsSoon: boolean
}

export interface ClientView {
  id: number
  clientId: string
  name: string
  scopes: string[]
  active: boolean
  createdAt: string
  lastUsedAt: string | null
  previousSecretUntil: string | null
  secrets: SecretView[]
  keys: JWK[]
  allowedAddresses: string[]
  sees: SightView
}

type AccountScope = Pick<Scope, 'accountId'>

const columns = [
  'api_client_id',
  'client_id',
  'name',
  'scopes',
  'active',
  'created_at',
  'last_used_at',
  'allowed_addresses',
  'jwks',
  'all_units',
] as const

interface Row {
  api_client_id: number
  client_id: string
  name: string
  scopes: string[]
  active: boolean
  created_at: Date
  last_used_at: Date | null
  allowed_addresses: string[]
  jwks: unknown
  all_units: boolean
}

function selectClients(tx: ReadTx, accountId: number) {
  return tx.selectFrom('api_client').where('account_id', '=', accountId)
}

export async function listClients(
  tx: ReadTx,
  scope: AccountScope,
  window: PageWindow,
): Promise<{ rows: ClientView[] } & Total> {
  const source = {
    id: sql`api_client.api_client_id`,
    from: sql`api_client`,
    conditions: [sql`api_client.account_id = ${scope.accountId}`],
    columns: tableColumns('api_client', columns),
    planOnce: true,
  }
  const found = await readListing(tx, { source, order: orderById('oldest first') }, window)
  return { ...found, rows: await withSecrets(tx, scope, found.rows) }
}

export async function getClient(tx: ReadTx, scope: AccountScope, apiClientId: number): Promise<ClientView> {
  const rows = await selectClients(tx, scope.accountId)
    .select(columns)
    .where('api_client_id', '=', apiClientId)
    .execute()
  const [client] = await withSecrets(tx, scope, rows)
  if (!client) throw new AppError('CLIENT_NOT_FOUND', { clientId: apiClientId })
  return client
}

/** Of a client that is in use. */
export async function lockClient(tx: Tx, { accountId }: AccountScope, apiClientId: number) {
  const row = await tx
    .selectFrom('api_client')
    .select(['client_id', 'name', 'allowed_addresses', 'jwks'])
    .where('account_id', '=', accountId)
    .where('api_client_id', '=', apiClientId)
    .where('active', '=', true)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('CLIENT_NOT_FOUND', { clientId: apiClientId })
  return row
}

interface SecretRow extends SecretView {
  clientId: number
}

async function withSecrets(tx: ReadTx, scope: AccountScope, rows: readonly Row[]): Promise<ClientView[]> {
  const secrets = await secretsOf(
    tx,
    scope,
    rows.map((row) => row.api_client_id),
  )
  const units = await unitsOf(tx, scope, rows)
  return rows.map((row) => {
    const own = secrets.filter(({ clientId }) => clientId === row.api_client_id)
    const client = view(
      row,
      own.map(({ clientId: _, ...secret }) => secret),
    )
    const seen = units.filter((unit) => unit.api_client_id === row.api_client_id)
    return { ...client, sees: { all: row.all_units, units: seen.map((unit) => unit.unit_id) } }
  })
}

async function unitsOf(tx: ReadTx, { accountId }: AccountScope, rows: readonly Row[]) {
  const limited = rows.filter((row) => !row.all_units).map((row) => row.api_client_id)
  if (limited.length === 0) return []
  return tx
    .selectFrom('api_client_unit')
    .select(['api_client_id', 'unit_id'])
    .where('account_id', '=', accountId)
    .where('api_client_id', 'in', limited)
    .orderBy('unit_id')
    .execute()
}

/** The newest first. */
async function secretsOf(
  tx: ReadTx,
  { accountId }: AccountScope,
  clientIds: readonly number[],
): Promise<SecretRow[]> {
  const rows = await tx
    .selectFrom('api_client_secret')
    .select(['api_client_id', 'secret_id', 'label', 'created_at', 'expires_at', 'last_used_at'])
    .select([
      sql<boolean>`coalesce(expires_at <= now(), false)`.as('ended'),
      sql<boolean>`coalesce(expires_at > now() and expires_at <= now() + interval '30 days', false)`.as(
        'endsSoon',
      ),
    ])
    .where('account_id', '=', accountId)
    .where((secret) => secret('api_client_id', '=', secret.fn.any(secret.val([...clientIds]))))
    .orderBy('created_at', 'desc')
    .orderBy('secret_id', 'desc')
    .execute()
  return rows.map((row) => ({
    clientId: row.api_client_id,
    id: row.secret_id,
    label: row.label,
    createdAt: formatDateTime(row.created_at),
    expiresAt: row.expires_at && formatDateTime(row.expires_at),
    lastUsedAt: row.last_used_at && formatDateTime(row.last_used_at),
    ended: row.ended,
    endsSoon: row.endsSoon,
  }))
}

function view(row: Row, secrets: SecretView[]): Omit<ClientView, 'sees'> {
  const [, former] = secrets.filter(({ ended }) => !ended)
  return {
    id: row.api_client_id,
    clientId: row.client_id,
    name: row.name,
    scopes: row.scopes,
    active: row.active,
    createdAt: formatDateTime(row.created_at),
    lastUsedAt: row.last_used_at && formatDateTime(row.last_used_at),
    previousSecretUntil: former?.expiresAt ?? null,
    secrets,
    // The database forgets their order; what names a key comes first.
    keys: ((row.jwks as ClientKeys | null)?.keys ?? []).map(({ kid = '', kty = '', ...parts }) => ({
      kid,
      kty,
      ...parts,
    })),
    allowedAddresses: row.allowed_addresses,
  }
}
