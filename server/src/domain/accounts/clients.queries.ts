import type { ReadTx } from '../../platform/db/index.ts'
import {
  AppError,
  formatDateTime,
  pageOf,
  type Page,
  type PageRequest,
  type Scope,
} from '../../platform/kernel/index.ts'

export interface ClientView {
  id: number
  clientId: string
  name: string
  scopes: string[]
  active: boolean
  createdAt: string
  lastUsedAt: string | null
  previousSecretUntil: string | null
}

function selectClients(tx: ReadTx, accountId: number) {
  return tx.selectFrom('api_client').where('account_id', '=', accountId)
}

const columns = [
  'api_client_id',
  'client_id',
  'name',
  'scopes',
  'active',
  'created_at',
  'last_used_at',
  'previous_secret_until',
] as const

interface Row {
  api_client_id: number
  client_id: string
  name: string
  scopes: string[]
  active: boolean
  created_at: Date
  last_used_at: Date | null
  previous_secret_until: Date | null
}

const wire = (date: Date | null) => (date === null ? null : formatDateTime(date))

function view(row: Row): ClientView {
  return {
    id: row.api_client_id,
    clientId: row.client_id,
    name: row.name,
    scopes: row.scopes,
    active: row.active,
    createdAt: formatDateTime(row.created_at),
    lastUsedAt: wire(row.last_used_at),
    previousSecretUntil: wire(row.previous_secret_until),
  }
}

type AccountScope = Pick<Scope, 'accountId'>

export async function listClients(
  tx: ReadTx,
  scope: AccountScope,
  request: PageRequest,
): Promise<Page<ClientView>> {
  const [rows, counted] = await Promise.all([
    selectClients(tx, scope.accountId)
      .select(columns)
      .orderBy('api_client_id')
      .limit(request.size)
      .offset(request.page * request.size)
      .execute(),
    selectClients(tx, scope.accountId)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return pageOf(request, { content: rows.map(view), total: counted.total, totalIsExact: true, next: null })
}

export async function getClient(tx: ReadTx, scope: AccountScope, apiClientId: number): Promise<ClientView> {
  const row = await selectClients(tx, scope.accountId)
    .select(columns)
    .where('api_client_id', '=', apiClientId)
    .executeTakeFirst()
  if (!row) throw new AppError('CLIENT_NOT_FOUND', { clientId: apiClientId })
  return view(row)
}
