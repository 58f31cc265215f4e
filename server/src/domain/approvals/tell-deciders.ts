import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { queueMails } from '../../platform/mail/index.ts'
import { approvalMail, type ApprovalNotice } from './approval.mail.ts'

/** Days before the due day on which those who can decide are reminded. */
const soonDays = 2

interface Told extends ApprovalNotice {
  /** never null: an open step has a due day. */
  readonly dueDate: string
}

/**
 * Writes to those who can decide on open steps of these dossiers: once when a step waits for them, and all of them once
 * before the due day and once after it.
 */
export async function tellDeciders(
  tx: Tx,
  scope: Scope,
  dossierIds: readonly number[],
  publicUrl: string,
): Promise<void> {
  const told = await findUntold(tx, scope, dossierIds)
  if (told.length === 0) return
  const mails = told.map((one) => approvalMail(scope, one, publicUrl))
  await queueMails(tx, scope, mails)
  const asked = told.filter(({ occasion }) => occasion === 'ASKED')
  const reminded = told.filter(({ occasion }) => occasion !== 'ASKED')
  if (asked.length > 0)
    await sql`
      update step_decider d set told_at = account_now(d.account_id)
      from jsonb_to_recordset(${JSON.stringify(asked.map(({ stepId, userId }) => ({ stepId, userId })))}::jsonb)
        as a ("stepId" bigint, "userId" bigint)
      where d.account_id = ${scope.accountId} and d.step_id = a."stepId" and d.person = a."userId"`.execute(
      tx,
    )
  const late = reminded.some(({ occasion }) => occasion === 'LATE')
  for (const level of late ? [1, 2] : [1]) {
    const occasion = level === 1 ? 'SOON' : 'LATE'
    const ids = reminded.filter((one) => one.occasion === occasion).map(({ stepId }) => stepId)
    if (ids.length === 0) continue
    await tx
      .updateTable('approval_step')
      .set({ reminders: level })
      .where('account_id', '=', scope.accountId)
      .where('step_id', 'in', [...new Set(ids)])
      .execute()
  }
}

/** Whoever hears of a step for the first time is not reminded of it in the same breath. */
async function findUntold(tx: Tx, { accountId }: Scope, dossierIds: readonly number[]): Promise<Told[]> {
  const { rows } = await sql<Told>`
    select s.step_id as "stepId", kind.occasion, u.user_id as "userId", u.email, u.language, a.name as account,
      coalesce(t.name, t.identifier_value) as company, s.dossier_id as "dossierId", v.definition -> 'label' as dossier,
      (select one -> 'title' from jsonb_array_elements(p.steps) one where one ->> 'key' = s.key) as step,
      s.due_date as "dueDate"
    from approval_step s
    join account a on a.account_id = s.account_id
    join dossier_approval p on p.account_id = s.account_id and p.dossier_id = s.dossier_id
    join dossier d on d.account_id = s.account_id and d.dossier_id = s.dossier_id and d.archived_at is null
    join dossier_type_version v
      on v.account_id = d.account_id and v.code = d.type_code and v.type_version = d.type_version
    join thirdparty t on t.account_id = s.account_id and t.thirdparty_id = s.thirdparty_id
    join step_decider sd on sd.account_id = s.account_id and sd.step_id = s.step_id
    join app_user u on u.user_id = sd.person
    cross join lateral (select (account_now(s.account_id) at time zone 'UTC')::date as day) today
    cross join lateral (select case
      when sd.told_at is null then 'ASKED'
      when today.day > s.due_date and s.reminders < 2 then 'LATE'
      when today.day between s.due_date - ${soonDays}::int and s.due_date and s.reminders < 1
        and (s.opened_at at time zone 'UTC')::date < today.day then 'SOON' end as occasion) kind
    where s.account_id = ${accountId} and s.dossier_id = any(${[...dossierIds]}::bigint[]) and s.state = 'OPEN'
      and kind.occasion is not null
    order by s.step_id, u.user_id`.execute(tx)
  return rows
}
