import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import type { Endpoint, EndpointState, StateReason, WebhookClass } from './endpoint.ts'

const columns = [
  'endpoint_id',
  'url',
  'description',
  'classes',
  'event_types',
  'state',
  'state_reason',
  'state_since',
  'sealed_secret',
  'sealed_previous_secret',
  'previous_secret_until',
  'cursor_seq',
  'administration_cursor',
  'screening_cursor',
  'consecutive_failures',
  'failing_since',
  'last_success_at',
  'version',
  'created_at',
  'updated_at',
] as const

const liveEndpoints = (tx: ReadTx, scope: Scope) =>
  tx
    .selectFrom('webhook_endpoint')
    .select(columns)
    .where('account_id', '=', scope.accountId)
    .where('deleted_at', 'is', null)

type Row = Awaited<ReturnType<ReturnType<typeof liveEndpoints>['execute']>>[number]

export async function listEndpoints(tx: ReadTx, scope: Scope): Promise<Endpoint[]> {
  const rows = await liveEndpoints(tx, scope).orderBy('endpoint_id').execute()
  return rows.map(endpointOf)
}

export async function findEndpoint(tx: ReadTx, scope: Scope, endpointId: number): Promise<Endpoint | null> {
  const row = await liveEndpoints(tx, scope).where('endpoint_id', '=', endpointId).executeTakeFirst()
  return row ? endpointOf(row) : null
}

export async function getEndpoint(tx: ReadTx, scope: Scope, endpointId: number): Promise<Endpoint> {
  const found = await findEndpoint(tx, scope, endpointId)
  if (!found) throw new AppError('WEBHOOK_NOT_FOUND', { endpointId })
  return found
}

/**
 * Locked for the rest of the transaction. Whoever makes deliveries due holds the endpoint, so that the worker, who
 * looks for the next one while holding it, overlooks none. Always before deliveries.
 */
export async function lockEndpoint(tx: Tx, scope: Scope, endpointId: number): Promise<Endpoint> {
  const row = await liveEndpoints(tx, scope)
    .where('endpoint_id', '=', endpointId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('WEBHOOK_NOT_FOUND', { endpointId })
  return endpointOf(row)
}

function endpointOf(row: Row): Endpoint {
  return {
    endpointId: row.endpoint_id,
    url: row.url,
    description: row.description,
    classes: row.classes as WebhookClass[],
    eventTypes: row.event_types,
    state: row.state as EndpointState,
    stateReason: row.state_reason as StateReason | null,
    stateSince: row.state_since,
    sealedSecret: row.sealed_secret,
    sealedPreviousSecret: row.sealed_previous_secret,
    previousSecretUntil: row.previous_secret_until,
    cursorSeq: row.cursor_seq,
    administrationCursor: row.administration_cursor,
    screeningCursor: row.screening_cursor,
    consecutiveFailures: row.consecutive_failures,
    failingSince: row.failing_since,
    lastSuccessAt: row.last_success_at,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
