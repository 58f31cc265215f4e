import { sql } from 'kysely'
import type { Db, ReadTx } from '../../../platform/db/index.ts'
import type { Day, Scope } from '../../../platform/kernel/index.ts'
import { closeTasksOf, openManyTasks } from '../../tasks/index.ts'
import { findDutyHolder, ownerManager } from '../../teams/index.ts'

const originKey = (dossierId: number) => `overdue:${dossierId}`

interface LateDossier {
  readonly dossierId: number
  readonly thirdpartyId: number
  readonly company: string
  readonly type: string
  /** never null: only what has a due date can be late. */
  readonly dueDate: Day
  /** How many dossiers right before it, each renewed by the next, nobody answered either. */
  readonly unanswered: number
  /** Of the person who answers for it; null if none is known who could act. */
  readonly manager: number | null
  readonly today: Day
}

const isUnanswered = sql`not exists (select from document c where c.account_id = b.account_id
  and c.dossier_id = b.dossier_id and c.present)`
const unfinished = sql`d.archived_at is null and d.status in ('ABSENT', 'ONGOING', 'ACTION_REQUIRED')`

/**
 * Asks the manager of whoever answers for it, else the duty holder, about what is later than the account bears, and no
 * longer about what was answered since.
 */
export async function escalateOverdue(db: Db, scope: Scope): Promise<void> {
  await db.write(scope, async (tx) => {
    for (const dossierId of await settledDossiers(tx, scope)) {
      await closeTasksOf(tx, scope, originKey(dossierId), { outcome: 'DONE' })
    }
    const late = await lateDossiers(tx, scope)
    const [first] = late
    if (!first) return
    const { holder } = await findDutyHolder(tx, scope)
    const duty = holder && { userId: holder.userId, teamId: holder.teamId }
    const tasks = late.map(({ dossierId, thirdpartyId, manager, ...facts }) => ({
      title: titleOf(facts),
      about: { thirdpartyId, dossierId },
      assignee: manager === null ? duty : { userId: manager, teamId: null },
      dueOn: first.today,
      origin: { kind: 'POLICY', key: originKey(dossierId) } as const,
    }))
    const run = { kind: 'POLICY', key: `overdue:${first.today}` } as const
    await openManyTasks(tx, scope, {
      run,
      tasks,
      link: `/dossiers?dueBefore=${first.today}`,
      dueOn: first.today,
    })
  })
}

type LateFacts = Pick<LateDossier, 'company' | 'type' | 'dueDate' | 'unanswered'>

/** A company that has not answered for years needs another step than one that is late for the first time. */
function titleOf({ company, type, dueDate, unanswered }: LateFacts) {
  return unanswered === 0
    ? ({ key: 'DOSSIER_OVERDUE', values: { company, type, dueDate } } as const)
    : ({ key: 'DOSSIER_UNANSWERED_AGAIN', values: { company, type, dueDate, unanswered } } as const)
}

/** Once for each dossier: what somebody has closed is not opened again. */
async function lateDossiers(tx: ReadTx, { accountId }: Scope): Promise<LateDossier[]> {
  const { rows } = await sql<LateDossier>`
    with today as materialized (select (account_now(${accountId}) at time zone 'UTC')::date as day)
    select d.dossier_id as "dossierId", d.thirdparty_id as "thirdpartyId",
      coalesce(t.name, t.identifier_value) as company, d.type_code as type, d.due_date as "dueDate", day::text as today,
      (with recursive former as (
        select b.renews, 1 as nth from dossier b
        where b.account_id = d.account_id and b.dossier_id = d.renews and ${isUnanswered}
        union all
        select b.renews, nth + 1 from former f
        join dossier b on b.account_id = d.account_id and b.dossier_id = f.renews and ${isUnanswered}
        where nth < 50)
      select count(*)::int from former) as unanswered, ${ownerManager} as manager
    from today, overdue_policy p
    join dossier d on d.account_id = p.account_id and d.type_code = p.type_code and ${unfinished}
    join thirdparty t on t.account_id = d.account_id and t.thirdparty_id = d.thirdparty_id and t.archived_at is null
    where p.account_id = ${accountId} and d.due_date + p.escalation_days < today.day
      and exists (select from document c where c.account_id = d.account_id and c.dossier_id = d.dossier_id
        and c.required and c.stopped_at is null and c.status_reason = 'NO_ANSWER')
      and not exists (select from task k where k.account_id = d.account_id and k.dossier_id = d.dossier_id
        and k.origin_key = 'overdue:' || d.dossier_id)
    order by d.due_date, d.dossier_id`.execute(tx)
  return rows
}

interface EscalatedDossier {
  /** never null: tasks of this origin are about a dossier. */
  id: number
}

async function settledDossiers(tx: ReadTx, { accountId }: Scope): Promise<number[]> {
  const { rows } = await sql<EscalatedDossier>`
    select k.dossier_id as id from task k
    join dossier d on d.account_id = k.account_id and d.dossier_id = k.dossier_id and not (${unfinished})
    where k.account_id = ${accountId} and k.state = 'OPEN' and k.origin_key = 'overdue:' || k.dossier_id
    order by k.task_id`.execute(tx)
  return rows.map(({ id }) => id)
}
