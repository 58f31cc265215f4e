import { sql, type RawBuilder } from 'kysely'
import { Type } from 'typebox'
import type { ReadTx } from '../../../platform/db/index.ts'
import { dateSchema, recordId } from '../../../platform/http/index.ts'
import { AppError, requireDay, themeCodes, type Scope } from '../../../platform/kernel/index.ts'
import {
  dateOrLast,
  filter,
  filterConditions,
  isBeforeDay,
  orderByKey,
  unitConditions,
  unitRuns,
  type FilterValues,
  type Listing,
  type ListOrder,
  type ListSource,
} from '../../../platform/lists/index.ts'
import type { DocumentReader } from '../answers/response.view.ts'
import { documentNotFound, type DocumentPath } from '../status/lock.ts'
import { documentStatuses } from '../status/status-labels.ts'
import { documentsById, type FoundDocument } from './document.view.ts'

const code = Type.String({ pattern: '^[A-Z][A-Z0-9_]*$', maxLength: 64 })

// Conditions on `v`, a version of a type of document.
const typeTests = {
  theme: (theme: string) => sql`v.definition ->> 'theme' = ${theme}`,
  bankDetails: (wanted: boolean) => sql`(v.definition -> 'bankDetails')::boolean = ${wanted}`,
}

function typeConditions({ theme, bankDetails }: DocumentFilter): RawBuilder<unknown>[] {
  return [
    ...(theme === undefined || theme === null ? [] : [typeTests.theme(theme)]),
    ...(bankDetails === undefined || bankDetails === null ? [] : [typeTests.bankDetails(bankDetails)]),
  ]
}

// The types are few. As a case they are read once and looked up; as a plain condition they may be joined row by row.
const isOfType = (accountId: number, test: RawBuilder<unknown>) => sql`case when (c.code, c.type_version) in (
  select v.code, v.type_version from document_type_version v where v.account_id = ${accountId} and ${test})
  then true else false end`

/** What the list of documents is narrowed by. Those of archived dossiers are stopped. */
export const documentFilters = {
  statusCode: filter(
    Type.Array(Type.Enum([...documentStatuses]), {
      minItems: 1,
      maxItems: 6,
      description: 'One or several, separated by commas.',
    }),
    (codes) => sql`c.status = any(${[...codes]}::text[])`,
  ),
  documentCode: filter(code, (value) => sql`c.code = ${value}`),
  theme: filter(Type.Enum([...themeCodes]), (theme, { scope }) =>
    isOfType(scope.accountId, typeTests.theme(theme)),
  ),
  thirdpartyId: filter(recordId, (id) => sql`c.thirdparty_id = ${id}`),
  dossierTypeCode: filter(code, (value) => sql`d.type_code = ${value}`),
  bankDetails: filter(
    Type.Boolean({ description: 'Only documents that hold bank details, or only others.' }),
    (wanted, { scope }) => isOfType(scope.accountId, typeTests.bankDetails(wanted)),
  ),
  required: filter(Type.Boolean(), (required) => sql`c.required = ${required}`),
  stopped: filter(
    Type.Boolean({
      description:
        'Only documents no longer asked for, or only others; when absent, others, and with events both.',
    }),
    (stopped) => (stopped ? sql`c.stopped_at is not null` : sql`c.stopped_at is null`),
  ),
  dueBefore: filter(dateSchema, (day, { name }) => {
    requireDay({ parameter: name }, day)
    // What nobody can answer yet is not late.
    return sql`(${isBeforeDay('c.due_date', day)} and c.status_reason <> 'NO_SOURCE')`
  }),
}
interface DocumentFilter extends FilterValues<typeof documentFilters> {
  /** On `d`, the dossier. */
  readonly owned?: RawBuilder<unknown> | undefined
}

export const documentSorts = ['statusSince', 'dueDate', 'requestDate', 'expirationDate'] as const

const orders: Record<(typeof documentSorts)[number], (descending: boolean) => ListOrder> = {
  statusSince: (descending) => orderByKey(sql`c.status_since`, 'timestamptz', descending),
  requestDate: (descending) => orderByKey(sql`c.request_date`, 'timestamptz', descending),
  dueDate: (descending) => orderByKey(dateOrLast('c.due_date'), 'date', descending),
  expirationDate: (descending) => orderByKey(dateOrLast('c.expiration_date'), 'date', descending),
}

const dossierTypeCap = 500

export function documentListing(
  scope: Scope,
  values: DocumentFilter,
  { field, descending }: { readonly field: string; readonly descending: boolean },
): Listing {
  const isJoined = values.dossierTypeCode !== undefined
  const ofDossier = sql`join dossier d on d.account_id = c.account_id and d.dossier_id = c.dossier_id`
  const { owned } = values
  // What somebody answers for is little beside the rest: PostgreSQL begins with that, or with the order.
  const alongUnits = owned ? null : runsOfUnits(scope, values, field)
  const runs = owned ? null : (alongUnits ?? runsOf(scope, values, field))
  return {
    source: {
      id: sql`c.document_id`,
      from: isJoined ? sql`document c ${ofDossier}` : sql`document c`,
      conditions: [
        sql`c.account_id = ${scope.accountId}`,
        ...filterConditions(documentFilters, values, scope),
        ...(owned ? [isOfDossiers(scope, owned)] : []),
        ...(alongUnits ? [] : unitConditions(scope, sql`c.unit_set_id`)),
      ],
      ...(runs && { runs }),
    },
    order: orders[field as keyof typeof orders](descending),
    // Each row is looked up elsewhere to know whether it is meant: fewer of them are counted.
    ...((isJoined || owned) && { countCap: dossierTypeCap }),
  }
}

const isOfDossiers = ({ accountId }: Scope, owned: RawBuilder<unknown>) => sql`c.dossier_id in (
  select d.dossier_id from dossier d where d.account_id = ${accountId} and ${owned})`

const statusesOf = ({ statusCode }: DocumentFilter) => [...new Set(statusCode ?? documentStatuses)]

/** The index of units holds what is asked for, of each status by how long it has had it. */
function runsOfUnits(scope: Scope, values: DocumentFilter, field: string): ListSource['runs'] | null {
  if (field !== 'statusSince' || values.stopped !== false || typeConditions(values).length > 0) return null
  const statuses = statusesOf(values)
  const runs = unitRuns(scope, sql`c.unit_set_id`, statuses.length)
  return (
    runs && {
      values: sql`${runs.values} cross join unnest(${statuses}::text[]) with ordinality as one (status, place)`,
      where: sql`${runs.where} and c.status = one.status`,
      many: {
        count: runs.many.count * statuses.length,
        number: sql`${runs.many.number} * ${statuses.length + 1} + one.place`,
      },
    }
  )
}

/** Two orders have an index for each status, and the review queue one for each type of document. */
function runsOf({ accountId }: Scope, values: DocumentFilter, field: string): ListSource['runs'] | null {
  if (field !== 'statusSince' && field !== 'dueDate') return null
  const statuses = sql`unnest(${statusesOf(values)}::text[])`
  const types = typeConditions(values)
  if (field === 'dueDate' || types.length === 0) {
    return { values: sql`${statuses} as one (status)`, where: sql`c.status = one.status` }
  }
  return {
    values: sql`(select v.code, v.type_version, s.status from document_type_version v
      cross join ${statuses} as s (status)
      where v.account_id = ${accountId} and ${sql.join(types, sql` and `)}) one`,
    where: sql`c.code = one.code and c.type_version = one.type_version and c.status = one.status`,
  }
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
  query: { readonly dossierId: number; readonly includeStopped: boolean },
  reader: DocumentReader,
): Promise<FoundDocument[]> {
  const { rows } = await sql<{ id: number | null }>`
    select c.document_id as id from dossier d
    left join document c on c.account_id = d.account_id and c.dossier_id = d.dossier_id
      and (${query.includeStopped} or c.stopped_at is null or c.stopped_at = d.archived_at)
    where d.account_id = ${scope.accountId} and d.dossier_id = ${query.dossierId}
    order by c.document_id`.execute(tx)
  if (rows.length === 0) throw new AppError('DOSSIER_NOT_FOUND', { dossierId: query.dossierId })
  const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]))
  return documentsById(tx, scope, ids, reader)
}
