import { sql, type RawBuilder } from 'kysely'
import { Type } from 'typebox'
import type { ReadTx } from '../../platform/db/index.ts'
import { AppError, themeCodes, type Scope } from '../../platform/kernel/index.ts'
import {
  filter,
  filterConditions,
  orderById,
  type FilterValues,
  type Fragment,
  type Listing,
} from '../../platform/lists/index.ts'
import { severities, findingStates, type FindingRecord, type FindingSummary } from './finding.schema.ts'

/** Whether the reader may know of hits: what was found through one is nobody else's business. */
export interface FindingSight {
  readonly seesHits: boolean
}

export const findingFilters = {
  theme: filter(Type.Enum([...themeCodes]), (theme) => sql`f.theme = ${theme}`),
  severity: filter(
    Type.Array(Type.Enum([...severities]), { maxItems: severities.length, description: 'Any of these.' }),
    (chosen) => sql`f.severity = any(${[...chosen]}::text[])`,
  ),
  state: filter(
    Type.Array(Type.Enum([...findingStates]), {
      maxItems: findingStates.length,
      description: 'Any of these.',
    }),
    (states) => sql`f.state = any(${[...states]}::text[])`,
  ),
  open: filter(Type.Boolean({ description: 'Whether it is neither closed nor dismissed.' }), (open) =>
    open ? sql`f.closed_at is null` : sql`f.closed_at is not null`,
  ),
  overdue: filter(
    Type.Boolean({ description: 'Whether an action of it that the third party owes is late.' }),
    (overdue) => sql`(f.closed_at is null and exists (
      select from corrective_action late where late.account_id = f.account_id and late.finding_id = f.finding_id
        and late.state = 'OPEN' and late.due_on < ${today(sql`f.account_id`)})) = ${overdue}`,
  ),
}

/** The present day of an account. */
export const today = (accountId: Fragment): Fragment =>
  sql`(account_now(${accountId}) at time zone 'UTC')::date`

/** Who did something, by the two columns that say so; null while nobody has. */
export function whoJson(of: string, column: string): RawBuilder<never> {
  const [account, type, id] = [`${of}.account_id`, `${of}.${column}_type`, `${of}.${column}`].map((name) =>
    sql.ref(name),
  )
  return sql`case when ${type} is not null then jsonb_build_object('type', ${type}, 'id', ${id}, 'name',
    case ${type}
      when 'USER' then (select u.name from membership m join app_user u on u.user_id = m.user_id
        left join person_key k on k.account_id = m.account_id and k.person_type = 'USER' and k.person = m.user_id
        where m.account_id = ${account} and m.user_id = ${id} and k.erased_at is null)
      when 'API_CLIENT' then (select p.name from api_client p
        where p.account_id = ${account} and p.api_client_id = ${id})
      when 'CONTACT' then (select coalesce(nullif(concat_ws(' ', w.first_name, w.last_name), ''), w.email)
        from contact w where w.account_id = ${account} and w.contact_id = ${id}) end) end`
}

const columns = sql<FindingSummary>`
  f.finding_id as "findingId", f.thirdparty_id as "thirdpartyId",
  (select coalesce(t.name, t.identifier_value) from thirdparty t
    where t.account_id = f.account_id and t.thirdparty_id = f.thirdparty_id) as "thirdpartyName",
  f.theme, f.severity, f.title, f.description, f.state,
  jsonb_build_object('kind', f.source, 'dossierId', (select c.dossier_id from document c
      where c.account_id = f.account_id and c.document_id = f.document_id), 'documentId', f.document_id,
    'responseId', f.response_id, 'questionKey', f.question_key, 'hitId', f.hit_id, 'reference', f.reference)
    as source,
  wire_time(f.opened_at) as "openedAt", ${whoJson('f', 'opened_by')} as "openedBy",
  wire_time(f.closed_at) as "closedAt", ${whoJson('f', 'closed_by')} as "closedBy",
  f.closing_reason as "closingReason", owed.due_on as "nextDueOn",
  coalesce(owed.due_on < ${today(sql`f.account_id`)}, false) as overdue`

/** The first day on which the company owes something of it. */
const withOwed = sql`finding f left join lateral (
  select min(o.due_on) as due_on from corrective_action o
  where o.account_id = f.account_id and o.finding_id = f.finding_id and o.state = 'OPEN' and f.closed_at is null
  ) owed on true`

const inSight = ({ seesHits }: FindingSight): Fragment[] => (seesHits ? [] : [sql`f.source <> 'HIT'`])

interface FindingQuery extends FindingSight, FilterValues<typeof findingFilters> {
  /** Of one company, or of all. */
  readonly thirdpartyId: number | null
}

/** Newest first. */
export function findingListing(scope: Scope, query: FindingQuery): Listing<FindingSummary> {
  const { thirdpartyId } = query
  return {
    order: orderById('newest first'),
    source: {
      id: sql`f.finding_id`,
      from: withOwed,
      conditions: [
        sql`f.account_id = ${scope.accountId}`,
        ...(thirdpartyId === null ? [] : [sql`f.thirdparty_id = ${thirdpartyId}`]),
        ...filterConditions(findingFilters, query, scope),
        ...inSight(query),
      ],
      columns,
    },
  }
}

const evidences = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('evidenceId', e.evidence_id, 'comment', e.comment,
    'fileName', e.file_name, 'fileSize', e.file_size, 'fileState', e.file_state, 'responseId', e.response_id,
    'round', e.round, 'sentAt', wire_time(e.sent_at), 'sentBy', ${whoJson('e', 'sent_by')})
    order by e.evidence_id), '[]')
  from corrective_evidence e where e.account_id = a.account_id and e.action_id = a.action_id)`

const actions = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('actionId', a.action_id, 'title', a.title,
    'contact', (select jsonb_build_object('contactId', w.contact_id,
        'name', coalesce(nullif(concat_ws(' ', w.first_name, w.last_name), ''), w.email),
        'active', w.deleted_at is null)
      from contact w where w.account_id = a.account_id and w.contact_id = a.contact_id),
    'dueOn', a.due_on, 'overdue', a.state = 'OPEN' and f.closed_at is null
      and a.due_on < ${today(sql`a.account_id`)}, 'state', a.state,
    'round', a.round, 'remark', a.remark, 'decidedAt', wire_time(a.decided_at),
    'decidedBy', ${whoJson('a', 'decided_by')}, 'evidences', ${evidences}) order by a.action_id), '[]')
  from corrective_action a where a.account_id = f.account_id and a.finding_id = f.finding_id)`

/** One with its actions and their evidence. */
export async function readFinding(
  tx: ReadTx,
  { accountId }: Scope,
  findingId: number,
  sight: FindingSight = { seesHits: true },
): Promise<FindingRecord> {
  const conditions = [sql`f.account_id = ${accountId}`, sql`f.finding_id = ${findingId}`, ...inSight(sight)]
  const { rows } = await sql<FindingRecord>`
    select ${columns}, ${actions} as actions, f.version from ${withOwed}
    where ${sql.join(conditions, sql` and `)}`.execute(tx)
  const [found] = rows
  if (!found) throw new AppError('FINDING_NOT_FOUND', { findingId })
  return found
}
