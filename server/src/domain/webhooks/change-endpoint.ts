import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { recordAdministration, type AdministrationName } from '../../platform/administration/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import { eventTypes } from '../../platform/journal/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { dueAtOnce } from './back-off.ts'
import type { Endpoint, WebhookClass } from './endpoint.ts'
import type { EndpointSecrets } from './endpoint-secrets.ts'
import { getEndpoint, lockEndpoint, listEndpoints } from './endpoints.queries.ts'
import { newWebhookSecret } from './signature.ts'
import { enqueueDelivery, enqueueFanOut } from './enqueue-delivery.ts'

const maxEndpoints = 20
const rotationMs = 24 * 60 * 60 * 1_000

export interface EndpointDraft {
  readonly url: string
  readonly description: string
  readonly eventTypes: readonly number[]
  readonly classes: readonly WebhookClass[]
}

interface CreatedEndpoint {
  readonly endpoint: Endpoint
  /** Known here only: what is stored is sealed. */
  readonly secret: string
}

/** Throws when the caller saw another version. */
type Guard = (present: Endpoint) => void

/** Begins with the next event, or after a number of the journal. */
export async function addEndpoint(
  tx: Tx,
  scope: Scope,
  command: {
    draft: EndpointDraft
    startAfter: number | null
    now: Date
    secrets: EndpointSecrets
    madeBy: string
  },
): Promise<CreatedEndpoint> {
  const { draft, startAfter, now, secrets, madeBy } = command
  const { accountId } = scope
  if ((await listEndpoints(tx, scope)).length >= maxEndpoints) {
    throw new AppError('WEBHOOK_LIMIT_REACHED', { max: maxEndpoints })
  }
  await enqueueFanOut(tx, scope)
  const { rows } = await sql<{ endpointId: number }>`select nextval('vigie_id') as "endpointId"`.execute(tx)
  const { endpointId = 0 } = rows[0] ?? {}
  const { head, administrationHead, screeningHead } = await headsOf(tx, accountId)
  if (startAfter !== null && startAfter > head) {
    throw new AppError('EVENT_POSITION_AHEAD', { after: startAfter, head })
  }
  const secret = newWebhookSecret()
  await tx
    .insertInto('webhook_endpoint')
    .values({
      account_id: accountId,
      endpoint_id: endpointId,
      ...columnsOf(draft),
      made_by: madeBy,
      state_since: now,
      sealed_secret: secrets.close({ accountId, endpointId }, secret),
      cursor_seq: startAfter ?? head,
      administration_cursor: administrationHead,
      screening_cursor: screeningHead,
      created_at: now,
      updated_at: now,
    })
    .execute()
  const endpoint = await getEndpoint(tx, scope, endpointId)
  recordEndpoint(tx, scope, 'WEBHOOK_ADDED', { endpointId, after: journaledEndpoint(endpoint) })
  return { endpoint, secret }
}

interface Heads {
  head: number
  administrationHead: number
  screeningHead: number
}

async function headsOf(tx: Tx, accountId: number): Promise<Heads> {
  const { rows } = await sql<Heads>`
    select coalesce((select seq from journal_head where account_id = ${accountId}), 0) as head,
      coalesce((select seq from administration_head where account_id = ${accountId}), 0) as "administrationHead",
      coalesce((select seq from screening_change_head where account_id = ${accountId}), 0) as "screeningHead"`.execute(
    tx,
  )
  return rows[0] ?? { head: 0, administrationHead: 0, screeningHead: 0 }
}

/** Never the secrets. */
function journaledEndpoint({ url, description, classes, eventTypes: codes, state }: Endpoint) {
  const eventNames = eventTypes.filter(({ code }) => codes.includes(code)).map(({ name }) => name)
  return { url, description, classes, eventNames, state }
}

function recordEndpoint(
  tx: Tx,
  scope: Scope,
  name: AdministrationName,
  { endpointId, ...told }: { endpointId: number; before?: object; after?: object },
): void {
  const words = told as { before?: Record<string, unknown>; after?: Record<string, unknown> }
  recordAdministration(tx, scope, { name, subject: { type: 'WEBHOOK', id: endpointId }, ...words })
}

interface Change {
  readonly endpointId: number
  readonly now: Date
  readonly guard: Guard
}

/** Other event names count for what happens from now on. */
export async function changeEndpoint(
  tx: Tx,
  scope: Scope,
  { change, ...command }: Change & { change: Partial<EndpointDraft> },
): Promise<Endpoint> {
  const present = await lockForChange(tx, scope, command)
  const after = { ...present, ...change }
  if (isDeepStrictEqual(after, present)) return present
  const newClasses = after.classes.filter((one) => !present.classes.includes(one))
  const cursors = newClasses.length > 0 ? await cursorsOf(tx, scope, newClasses) : {}
  return store(tx, scope, command, { ...columnsOf(after), ...cursors })
}

/** A class that is added counts for what happens from now on. */
async function cursorsOf(tx: Tx, scope: Scope, added: readonly WebhookClass[]) {
  await enqueueFanOut(tx, scope)
  const { head, administrationHead, screeningHead } = await headsOf(tx, scope.accountId)
  return {
    ...(added.includes('EVENTS') && { cursor_seq: head }),
    ...(added.includes('ADMINISTRATION') && { administration_cursor: administrationHead }),
    ...(added.includes('SCREENING') && { screening_cursor: screeningHead }),
  }
}

/** Out of sight at once, and its secrets gone; the log goes with the next purge. */
export async function deleteEndpoint(tx: Tx, scope: Scope, command: Change): Promise<void> {
  const present = await lockForChange(tx, scope, command)
  await update(tx, scope, command, {
    deleted_at: command.now,
    sealed_secret: Buffer.alloc(0),
    sealed_previous_secret: null,
    previous_secret_until: null,
  })
  const { endpointId } = command
  recordEndpoint(tx, scope, 'WEBHOOK_REMOVED', { endpointId, before: journaledEndpoint(present) })
}

/** The former secret signs as well for a day, so that a receiver can be changed without a gap. */
export async function rotateSecret(
  tx: Tx,
  scope: Scope,
  { secrets, ...command }: Change & { secrets: EndpointSecrets },
): Promise<CreatedEndpoint> {
  const { endpointId, sealedSecret } = await lockForChange(tx, scope, command)
  const secret = newWebhookSecret()
  await update(tx, scope, command, {
    sealed_secret: secrets.close({ accountId: scope.accountId, endpointId }, secret),
    sealed_previous_secret: sealedSecret,
    previous_secret_until: new Date(command.now.getTime() + rotationMs),
  })
  const endpoint = await getEndpoint(tx, scope, endpointId)
  const after = { formerSecretUntil: endpoint.previousSecretUntil }
  recordEndpoint(tx, scope, 'WEBHOOK_SECRET_ROTATED', { endpointId, after })
  return { endpoint, secret }
}

/** Nothing is lost meanwhile: deliveries wait, and the journal does. */
export async function pauseEndpoint(tx: Tx, scope: Scope, command: Change): Promise<Endpoint> {
  const present = await lockForChange(tx, scope, command)
  if (present.state !== 'ACTIVE') return present
  return store(tx, scope, command, { state: 'PAUSED', state_reason: 'BY_HAND', state_since: command.now })
}

/** What waits goes out at once, its back-off forgotten. */
export async function resumeEndpoint(tx: Tx, scope: Scope, command: Change): Promise<Endpoint> {
  const present = await lockForChange(tx, scope, command)
  if (present.state === 'ACTIVE') return present
  const { endpointId, now } = command
  await tx
    .updateTable('webhook_delivery')
    .set({ next_attempt_at: dueAtOnce(now) })
    .where('account_id', '=', scope.accountId)
    .where('endpoint_id', '=', endpointId)
    .where('next_attempt_at', '>', dueAtOnce(now))
    .execute()
  await enqueueDelivery(tx, scope, endpointId)
  await enqueueFanOut(tx, scope)
  const fresh = { consecutive_failures: 0, failing_since: null }
  return store(tx, scope, command, { state: 'ACTIVE', state_reason: null, state_since: now, ...fresh })
}

async function lockForChange(tx: Tx, scope: Scope, { endpointId, guard }: Change): Promise<Endpoint> {
  const present = await lockEndpoint(tx, scope, endpointId)
  guard(present)
  return present
}

const columnsOf = ({ url, description, eventTypes: codes, classes }: EndpointDraft) => ({
  url,
  description,
  event_types: [...codes],
  classes: [...classes],
})

interface Columns extends Partial<ReturnType<typeof columnsOf>> {
  state?: string
  state_reason?: string | null
  state_since?: Date
  sealed_secret?: Buffer
  sealed_previous_secret?: Buffer | null
  previous_secret_until?: Date | null
  cursor_seq?: number
  administration_cursor?: number
  screening_cursor?: number
  consecutive_failures?: number
  failing_since?: null
  deleted_at?: Date
}

/** What differs afterwards is told. */
async function store(tx: Tx, scope: Scope, change: Change, columns: Columns): Promise<Endpoint> {
  const { endpointId } = change
  const before = journaledEndpoint(await getEndpoint(tx, scope, endpointId))
  await update(tx, scope, change, columns)
  const endpoint = await getEndpoint(tx, scope, endpointId)
  const after = journaledEndpoint(endpoint)
  recordEndpoint(tx, scope, 'WEBHOOK_CHANGED', { endpointId, before, after })
  return endpoint
}

async function update(tx: Tx, scope: Scope, { endpointId, now }: Change, columns: Columns): Promise<void> {
  await tx
    .updateTable('webhook_endpoint')
    .set({ ...columns, version: sql<number>`version + 1`, updated_at: now })
    .where('account_id', '=', scope.accountId)
    .where('endpoint_id', '=', endpointId)
    .execute()
}
