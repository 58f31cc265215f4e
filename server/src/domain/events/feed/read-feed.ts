import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { eventsAfter, type EventView } from '../../../platform/journal/index.ts'
import { AppError, type AccountScope } from '../../../platform/kernel/index.ts'

export interface FeedFilter {
  readonly types: readonly number[] | null
  readonly thirdpartyId?: number | undefined
  readonly dossierId?: number | undefined
  readonly documentId?: number | undefined
}

export interface FeedPage {
  readonly events: EventView[]
  readonly reached: number
  readonly head: number
}

/** What comes after a position. One that lies beyond the journal is told: what is held there came from elsewhere. */
export async function readFeed(
  db: Pick<Db, 'read'>,
  scope: AccountScope,
  filter: FeedFilter,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<FeedPage> {
  const { types } = filter
  const page = await db.read(scope, (tx) =>
    eventsAfter(tx, scope, { after, types, limit, kept: filterConditions(filter) }),
  )
  const { head } = page
  if (head < after) throw new AppError('EVENT_POSITION_AHEAD', { head, after }, { members: { head } })
  return page
}

function filterConditions({ thirdpartyId, dossierId, documentId }: FeedFilter): RawBuilder<unknown> {
  const conditions = [
    thirdpartyId === undefined ? null : sql`e.thirdparty_id = ${thirdpartyId}`,
    dossierId === undefined ? null : sql`e.dossier_id = ${dossierId}`,
    documentId === undefined ? null : sql`e.document_id = ${documentId}`,
  ].filter((condition) => condition !== null)
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}
