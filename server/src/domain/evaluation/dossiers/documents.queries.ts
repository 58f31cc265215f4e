import { sql, type RawBuilder } from 'kysely'
import type { ReadTx } from '../../../platform/db/index.ts'
import { AppError, type Scope } from '../../../platform/kernel/index.ts'
import { isBefore, orLast, type ListOrder, type ListSource } from '../../../platform/lists/index.ts'
import type { DocumentReader } from '../answers/response.view.ts'
import { documentNotFound, type DocumentPath } from '../status/hold.ts'
import { documentStatuses, type DocumentStatus } from '../status/status-labels.ts'
import { documentsById, type FoundDocument } from './document.view.ts'

/** What the list of documents is narrowed by. */
interface DocumentFilter {
  readonly statusCode?: readonly DocumentStatus[] | undefined
  readonly documentCode?: string | undefined
  readonly theme?: string | undefined
  readonly thirdpartyId?: number | undefined
  readonly dossierTypeCode?: string | undefined
  readonly bankDetails?: boolean | undefined
  readonly required?: boolean | undefined
  readonly stopped?: boolean | undefined
  readonly dueBefore?: string | undefined
}

/** Those of archived dossiers are stopped. */
export function documentSource(scope: Scope, filter: DocumentFilter): ListSource {
  const isJoined = filter.dossierTypeCode !== undefined
  const ofDossier = sql`join dossier d on d.account_id = c.account_id and d.dossier_id = c.dossier_id`
  return {
    resource: 'DOCUMENT',
    id: sql`c.document_id`,
    from: isJoined ? sql`document c ${ofDossier}` : sql`document c`,
    conditions: conditionsOf(scope, filter),
    isJoined,
  }
}

function conditionsOf({ accountId }: Scope, filter: DocumentFilter): RawBuilder<unknown>[] {
  const found = [sql`c.account_id = ${accountId}`]
  const where = <T>(value: T | undefined, condition: (value: T) => RawBuilder<unknown>) => {
    if (value !== undefined) found.push(condition(value))
  }
  where(filter.stopped, (stopped) => (stopped ? sql`c.stopped_at is not null` : sql`c.stopped_at is null`))
  where(filter.statusCode, (codes) => sql`c.status = any(${[...codes]}::text[])`)
  where(filter.documentCode, (code) => sql`c.code = ${code}`)
  where(filter.thirdpartyId, (id) => sql`c.thirdparty_id = ${id}`)
  where(filter.required, (required) => sql`c.required = ${required}`)
  where(filter.dueBefore, (day) => isBefore('c.due_date', day))
  // The types are few. As a case they are read once and looked up; as a plain condition they may be joined row by row.
  const ofTypes = (which: RawBuilder<unknown>) => sql`case when (c.code, c.type_version) in (
    select v.code, v.type_version from document_type_version v where v.account_id = ${accountId} and ${which})
    then true else false end`
  where(filter.theme, (theme) => ofTypes(sql`v.definition ->> 'theme' = ${theme}`))
  where(filter.bankDetails, (wanted) => ofTypes(sql`(v.definition -> 'bankDetails')::boolean = ${wanted}`))
  where(filter.dossierTypeCode, (code) => sql`d.type_code = ${code}`)
  return found
}

export const documentSorts = ['statusSince', 'dueDate', 'requestDate', 'expirationDate'] as const
type DocumentSort = (typeof documentSorts)[number]

const keys: Record<DocumentSort, Pick<ListOrder, 'key' | 'type'>> = {
  statusSince: { key: sql`c.status_since`, type: 'timestamptz' },
  requestDate: { key: sql`c.request_date`, type: 'timestamptz' },
  dueDate: { key: orLast('c.due_date'), type: 'date' },
  expirationDate: { key: orLast('c.expiration_date'), type: 'date' },
}

export function documentOrder(
  { field, descending }: { field: string; descending: boolean },
  { statusCode = documentStatuses }: DocumentFilter,
): ListOrder {
  const order = { ...keys[field as DocumentSort], descending }
  if (field !== 'statusSince') return order
  return { ...order, parts: [...new Set(statusCode)].map((status) => sql`c.status = ${status}`) }
}

/** One document of this dossier. */
export async function getDocument(
  tx: ReadTx,
  scope: Scope,
  { dossierId, documentId }: DocumentPath,
  reader: DocumentReader,
): Promise<FoundDocument> {
  const [found] = await documentsById(tx, scope, [documentId], reader)
  return found?.dossierId === dossierId ? found : documentNotFound(tx, scope, { dossierId, documentId })
}

/** What a dossier asks for; one that is archived shows what it asked for last. */
export async function documentsOfDossier(
  tx: ReadTx,
  scope: Scope,
  asked: { readonly dossierId: number; readonly includeStopped: boolean },
  reader: DocumentReader,
): Promise<FoundDocument[]> {
  const { rows } = await sql<{ id: number | null }>`
    select c.document_id as id from dossier d
    left join document c on c.account_id = d.account_id and c.dossier_id = d.dossier_id
      and (${asked.includeStopped} or c.stopped_at is null or c.stopped_at = d.archived_at)
    where d.account_id = ${scope.accountId} and d.dossier_id = ${asked.dossierId}
    order by c.document_id`.execute(tx)
  if (rows.length === 0) throw new AppError('DOSSIER_NOT_FOUND', { dossierId: asked.dossierId })
  const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]))
  return documentsById(tx, scope, ids, reader)
}
