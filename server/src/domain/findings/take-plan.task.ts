import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import type { Handler } from '../../platform/jobs/index.ts'
import { AppError, type Scope, type Theme } from '../../platform/kernel/index.ts'
import type { FormEntry } from '../forms/index.ts'
import { storeAction } from './add-action.ts'
import { changeAction } from './change-action.ts'
import { holdCompany, settleFinding } from './lock-finding.ts'
import { storeFinding } from './open-finding.ts'
import { foldText, planRows, type PlanRow } from './plan-rows.ts'
import { sendEvidence } from './send-evidence.ts'

/**
 * The rows of a corrective action plan that was accepted become actions of findings. A row that is known already, by
 * this plan or an earlier one, is brought up to date: run twice, nothing more happens.
 */
export const takePlan: Handler<'findings.take-plan'> = async ({ responseId }, { db, scope }) => {
  await db.write(scope, async (tx) => {
    const plan = await findPlan(tx, scope, responseId)
    if (!plan) return
    try {
      await holdCompany(tx, scope, plan.thirdpartyId)
    } catch (error) {
      // Archived since: nothing is asked of it any more.
      if (error instanceof AppError && error.code === 'THIRD_PARTY_ARCHIVED') return
      throw error
    }
    for (const row of planRows(plan.formdata ?? [])) await takeRow(tx, scope, plan, row)
  })
}

interface Plan {
  readonly responseId: number
  readonly thirdpartyId: number
  readonly documentId: number
  readonly theme: Theme
  readonly formdata: FormEntry[] | null
  /** Who of the company sent it, if they are still there. */
  readonly contactId: number | null
}

async function findPlan(tx: ReadTx, { accountId }: Scope, responseId: number): Promise<Plan | undefined> {
  const { rows } = await sql<Plan>`
    select r.response_id as "responseId", r.thirdparty_id as "thirdpartyId", r.document_id as "documentId", y.theme,
      e.formdata, w.contact_id as "contactId"
    from response r
    join document c on c.account_id = r.account_id and c.document_id = r.document_id
    join document_type y on y.account_id = c.account_id and y.code = c.code
    left join evidence e on e.account_id = r.account_id and e.response_id = r.response_id and e.kind = 'FORM'
    left join contact w on w.account_id = r.account_id and w.contact_id = r.submitted_by
      and r.submitted_by_type = 'CONTACT' and w.deleted_at is null
    where r.account_id = ${accountId} and r.response_id = ${responseId} and r.state = 'ACCEPTED'`.execute(tx)
  return rows[0]
}

interface KnownAction {
  readonly actionId: number
  readonly state: string
  readonly dueOn: string
  readonly isOpen: boolean
}

async function takeRow(tx: Tx, scope: Scope, plan: Plan, row: PlanRow): Promise<void> {
  const known = await knownAction(tx, scope, plan, row)
  if (known) return followRow(tx, scope, { plan, row, known })
  const { thirdpartyId, responseId, contactId } = plan
  const findingId = (await sameFinding(tx, scope, plan, row)) ?? (await openPlanned(tx, scope, plan, row))
  const place = { findingId, thirdpartyId, source: 'PLAN' }
  const actionId = await storeAction(tx, scope, place, {
    title: row.action,
    dueOn: row.dueOn,
    contactId,
    plan: { digest: row.digest, responseId },
  })
  await settleFinding(tx, scope, findingId)
  if (row.isDone) await sendEvidence(tx, scope, { actionId, files: [], comment: null, responseId })
}

/** Of what the company still owes, a later plan moves the day or says that it was done; what was decided stays. */
async function followRow(
  tx: Tx,
  scope: Scope,
  { plan, row, known }: { readonly plan: Plan; readonly row: PlanRow; readonly known: KnownAction },
): Promise<void> {
  const { actionId, state, dueOn, isOpen } = known
  if (!isOpen || state !== 'OPEN') return
  const { responseId } = plan
  if (dueOn !== row.dueOn) {
    await changeAction(tx, scope, { actionId, change: { dueOn: row.dueOn } }, () => undefined)
  }
  if (row.isDone && !(await wasTold(tx, scope, actionId, responseId))) {
    await sendEvidence(tx, scope, { actionId, files: [], comment: null, responseId })
  }
}

async function knownAction(
  tx: ReadTx,
  { accountId }: Scope,
  { thirdpartyId }: Plan,
  { digest }: PlanRow,
): Promise<KnownAction | undefined> {
  const { rows } = await sql<KnownAction>`
    select a.action_id as "actionId", a.state, a.due_on as "dueOn", f.closed_at is null as "isOpen"
    from corrective_action a join finding f on f.account_id = a.account_id and f.finding_id = a.finding_id
    where a.account_id = ${accountId} and a.thirdparty_id = ${thirdpartyId} and a.plan_row = ${digest}`.execute(
    tx,
  )
  return rows[0]
}

/** Whether this very plan has said so before: what was refused is not sent again by itself. */
async function wasTold(
  tx: ReadTx,
  { accountId }: Scope,
  actionId: number,
  responseId: number,
): Promise<boolean> {
  const told = await tx
    .selectFrom('corrective_evidence')
    .select('evidence_id')
    .where('account_id', '=', accountId)
    .where('action_id', '=', actionId)
    .where('response_id', '=', responseId)
    .executeTakeFirst()
  return told !== undefined
}

const longestTitle = 200
const titleOf = (text: string) => text.replaceAll(/\s+/g, ' ').trim().slice(0, longestTitle)

/** An open finding of the company that says the same: one of this plan, or one that asked for it. */
async function sameFinding(
  tx: Tx,
  { accountId }: Scope,
  { thirdpartyId }: Plan,
  { finding }: PlanRow,
): Promise<number | null> {
  const open = await tx
    .selectFrom('finding')
    .select(['finding_id', 'title'])
    .where('account_id', '=', accountId)
    .where('thirdparty_id', '=', thirdpartyId)
    .where('closed_at', 'is', null)
    .where('source', '<>', 'HIT')
    .orderBy('finding_id')
    .forUpdate()
    .execute()
  const wanted = foldText(titleOf(finding))
  return open.find(({ title }) => foldText(title) === wanted)?.finding_id ?? null
}

/** What a company says of itself is minor until somebody of the account judges it. */
function openPlanned(
  tx: Tx,
  scope: Scope,
  { thirdpartyId, documentId, responseId, theme }: Plan,
  { finding }: PlanRow,
): Promise<number> {
  const seen = {
    source: 'PLAN',
    document_id: documentId,
    response_id: responseId,
    question_key: null,
    hit_id: null,
    reference: null,
    theme,
  }
  const title = titleOf(finding)
  const description = title === finding ? null : finding
  return storeFinding(tx, scope, thirdpartyId, { title, description, severity: 'MINOR', theme, seen })
}
