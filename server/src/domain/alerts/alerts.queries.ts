import { sql, type RawBuilder } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import type { AccountScope, Language } from '../../platform/kernel/index.ts'
import { orderById, type Listing } from '../../platform/lists/index.ts'
import type { AlertFacts, AlertKind } from './alert-kinds.ts'

/** An alert as one person finds it. */
export interface AlertRow {
  readonly alertId: number
  readonly kind: AlertKind
  readonly facts: AlertFacts
  readonly thirdpartyId: number | null
  readonly dossierId: number | null
  readonly documentId: number | null
  readonly company: string | null
  readonly piece: Record<Language, string> | null
  readonly occurredAt: Date
}

/** Of `alert a`, with the names a text needs, as they are now. */
export const alertColumns: RawBuilder<unknown> = sql`a.alert_id as "alertId", a.kind, a.facts,
  a.thirdparty_id as "thirdpartyId", a.dossier_id as "dossierId", a.document_id as "documentId",
  (select coalesce(t.name, t.identifier_value) from thirdparty t
    where t.account_id = a.account_id and t.thirdparty_id = a.thirdparty_id) as company,
  coalesce(
    (select v.definition -> 'name' from document c join document_type_version v on v.account_id = c.account_id
        and v.code = c.code and v.type_version = c.type_version
      where c.account_id = a.account_id and c.document_id = a.document_id),
    (select v.definition -> 'label' from dossier d join dossier_type_version v on v.account_id = d.account_id
        and v.code = d.type_code and v.type_version = d.type_version
      where d.account_id = a.account_id and d.dossier_id = a.dossier_id)) as piece,
  a.occurred_at as "occurredAt"`

/** Who reads, and whether hits are for their eyes. */
export interface AlertReader {
  readonly userId: number
  readonly seesHits: boolean
}

const readThrough = ({ accountId }: AccountScope, userId: number) =>
  sql`coalesce((select p.read_through from alert_person p where p.account_id = ${accountId} and p.user_id = ${userId}), 0)`

const isUnread = (scope: AccountScope, userId: number) =>
  sql`r.read_at is null and r.alert > ${readThrough(scope, userId)}`

/** Asked at each reading: what somebody may no longer see is not shown to them any more. */
const ofReader = ({ accountId }: AccountScope, { userId, seesHits }: AlertReader) => [
  sql`r.account_id = ${accountId} and r.person = ${userId}`,
  ...(seesHits ? [] : [sql`a.kind <> 'LIST_HIT'`]),
]

const source = sql`alert_recipient r join alert a on a.account_id = r.account_id and a.alert_id = r.alert`

export interface ListedAlert extends AlertRow {
  readonly read: boolean
}

/** Somebody's alerts, the newest first. More than the cap are not counted: nobody turns so many pages. */
export function alertListing(
  scope: AccountScope,
  reader: AlertReader,
  { unread, kind }: { readonly unread?: boolean; readonly kind?: AlertKind },
): Listing<ListedAlert> {
  const { userId } = reader
  const narrowed = [
    ...(unread === undefined
      ? []
      : [unread ? isUnread(scope, userId) : sql`not (${isUnread(scope, userId)})`]),
    ...(kind === undefined ? [] : [sql`a.kind = ${kind}`]),
  ]
  return {
    order: orderById('newest first'),
    countCap: 100,
    source: {
      id: sql`r.alert`,
      from: source,
      conditions: [...ofReader(scope, reader), ...narrowed],
      columns: sql<ListedAlert>`r.alert <= ${readThrough(scope, userId)} or r.read_at is not null as read, ${alertColumns}`,
    },
  }
}

export const mostCounted = 100

/** How many are unread, up to a hundred: what the bell shows. */
export async function countUnread(tx: ReadTx, scope: AccountScope, reader: AlertReader): Promise<number> {
  const conditions = [...ofReader(scope, reader), isUnread(scope, reader.userId)]
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread from (
      select from ${source} where ${sql.join(conditions, sql` and `)}
      order by r.alert desc limit ${mostCounted}) found`.execute(tx)
  return rows[0]?.unread ?? 0
}
