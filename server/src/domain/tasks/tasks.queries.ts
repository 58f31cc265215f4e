import { sql, type RawBuilder } from 'kysely'
import { Type } from 'typebox'
import type { ReadTx } from '../../platform/db/index.ts'
import { recordId } from '../../platform/http/index.ts'
import { AppError, type Language, type Scope } from '../../platform/kernel/index.ts'
import {
  countRows,
  filter,
  filterConditions,
  orderById,
  orderByKey,
  type FilterValues,
  type Fragment,
  type Listing,
} from '../../platform/lists/index.ts'
import { viewParty, type PartyView } from '../teams/index.ts'
import { assigneeActs } from './task-assignee.ts'
import { tellDetails } from './task-details.ts'
import { tellTitle, type TitleValues } from './task-titles.ts'
import type { taskStates, TaskNoteWire, TaskWire } from './task.schema.ts'
import { waitingOrder, type Waiting } from './waiting-tasks.ts'

export interface FoundTask extends Omit<TaskWire, 'title' | 'assignee'> {
  readonly title: string | null
  readonly titleKey: string | null
  readonly titleValues: TitleValues | null
  readonly assignee: PartyView | null
  readonly version: number
  /** Its place by urgency: a moment to the microsecond, in UTC and without zone. */
  readonly urgentAt: string
  /** Never shown: whose it is. */
  readonly makerKey: string | null
}

/** As it is shown to a reader of this language. */
export function viewTask(
  { titleKey, titleValues, version: _version, urgentAt: _at, makerKey: _maker, ...task }: FoundTask,
  language: Language,
): TaskWire {
  const { title, details } = task
  return {
    ...task,
    title: tellTitle({ title, titleKey, titleValues }, language),
    details: tellDetails({ details, titleKey, titleValues }, language),
  }
}

/** Names are read when they are shown: whoever left the account has none here. */
const doer = (of: 'k' | 'n', role: 'maker' | 'author'): RawBuilder<TaskWire['maker']> => {
  const column = (name: string) => sql.ref(`${of}.${name}`)
  const [type, id] = [column(`${role}_type`), column(`${role}_id`)]
  return sql`jsonb_build_object('type', ${type}, 'id', ${id}, 'name', case ${type}
    when 'USER' then (select u.name from membership m join app_user u on u.user_id = m.user_id
      left join person_key p on p.account_id = m.account_id and p.person_type = 'USER' and p.person = m.user_id
      where m.account_id = ${column('account_id')} and m.user_id = ${id} and p.erased_at is null)
    when 'API_CLIENT' then coalesce(${column(`${role}_name`)}, (select a.name from api_client a
      where a.account_id = ${column('account_id')} and a.api_client_id = ${id}))
    else ${column(`${role}_name`)} end)`
}

export const accountToday = ({ accountId }: Scope) =>
  sql`(select (account_now(${accountId}) at time zone 'UTC')::date)`

const columnsOf = (scope: Scope) => sql<FoundTask>`
  k.task_id as "taskId", k.title, k.title_key as "titleKey", k.title_values as "titleValues", k.details,
  case when k.thirdparty_id is null then null else jsonb_build_object('thirdpartyId', k.thirdparty_id,
    'name', (select coalesce(t.name, t.identifier_value) from thirdparty t
      where t.account_id = k.account_id and t.thirdparty_id = k.thirdparty_id),
    'dossierId', k.dossier_id, 'documentId', k.document_id) end as about,
  ${viewParty({ of: 'k', units: sql`null::bigint` })} || jsonb_build_object('active', ${assigneeActs}) as assignee,
  k.due_on as "dueOn", k.state = 'OPEN' and coalesce(k.due_on < ${accountToday(scope)}, false) as overdue,
  k.origin_kind as origin, k.link, k.state, ${doer('k', 'maker')} as maker,
  wire_time(k.created_at) as "createdAt", wire_time(k.closed_at) as "closedAt", k.version,
  to_char(k.urgent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as "urgentAt", k.maker_key as "makerKey"`

export async function getTask(tx: ReadTx, scope: Scope, taskId: number): Promise<FoundTask> {
  const { rows } = await sql<FoundTask>`select ${columnsOf(scope)} from task k
    where k.account_id = ${scope.accountId} and k.task_id = ${taskId}`.execute(tx)
  const [task] = rows
  if (!task) throw new AppError('TASK_NOT_FOUND', { taskId })
  return task
}

/** What the list of tasks is narrowed by. */
export const taskFilters = {
  thirdpartyId: filter(recordId, (id) => sql`k.thirdparty_id = ${id}`),
  dossierId: filter(recordId, (id) => sql`k.dossier_id = ${id}`),
  overdue: filter(
    Type.Boolean({ description: 'Only open tasks whose due date has passed, or only others.' }),
    (overdue, { scope }) => {
      const late = sql`k.state = 'OPEN' and coalesce(k.due_on < ${accountToday(scope as Scope)}, false)`
      return overdue ? late : sql`not (${late})`
    },
  ),
}

export interface TaskQuery extends FilterValues<typeof taskFilters> {
  readonly states: readonly (typeof taskStates)[number][]
  /** Whose they are, if that is asked. */
  readonly waiting: Waiting | null
  /** How many are counted at most of what waits for somebody: each must be looked at. */
  readonly countCap?: number
}

export function taskListing(
  scope: Scope,
  { states, waiting, countCap = usualCap, ...values }: TaskQuery,
): Listing<FoundTask> {
  const conditions: Fragment[] = [
    sql`k.account_id = ${scope.accountId}`,
    ...filterConditions(taskFilters, values, scope),
  ]
  const source = { id: sql`k.task_id`, from: sql`task k`, columns: columnsOf(scope) }
  if (waiting) {
    const ofState = sql`k.state = any(${[...states]}::text[])`
    const isOpen = states.length === 1 && states[0] === 'OPEN'
    const narrowed = [...conditions, isOpen ? sql`k.state = 'OPEN'` : ofState]
    return {
      order: waitingOrder(waiting),
      source: { ...source, conditions: narrowed },
      // The segments are told apart by their conditions, which a plain count does not know.
      count: (tx) => countRows(tx, { ...source, conditions: [...narrowed, isAnyOf(waiting)] }, countCap),
    }
  }
  const eachState = sql`unnest(${[...states]}::text[]) as one (state)`
  return {
    order: orderByKey(sql`k.urgent_at`, 'timestamptz', false),
    source: { ...source, conditions, runs: { values: eachState, where: sql`k.state = one.state` } },
  }
}

const usualCap = 1_000

const isAnyOf = ({ segments }: Waiting) =>
  sql`(${sql.join(
    segments.map((segment) => sql`(${segment})`),
    sql` or `,
  )})`

/** What was said of a task, in the order it was said. */
export function noteListing({ accountId }: Scope, taskId: number): Listing<TaskNoteWire> {
  return {
    order: orderById('oldest first'),
    source: {
      id: sql`n.note_id`,
      from: sql`task_note n`,
      conditions: [sql`n.account_id = ${accountId}`, sql`n.task_id = ${taskId}`],
      columns: sql`n.note_id as "noteId", n.act, n.text, ${doer('n', 'author')} as author,
        wire_time(n.created_at) as "createdAt"`,
      planOnce: true,
    },
  }
}
