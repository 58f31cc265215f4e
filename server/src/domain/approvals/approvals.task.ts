import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/index.ts'
import { enqueueForAccount, type Handlers } from '../../platform/jobs/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { lockDossiers } from '../evaluation/index.ts'
import { advanceApproval, storeDeciders } from './advance-approval.ts'
import type { StepRow } from './approvals.queries.ts'
import { followApproval } from './follow-approval.ts'
import { judgeStep, openDeciders, seatPeople, type Decider } from './seats.ts'
import { loadStepPeople } from './step-people.queries.ts'
import { tellDeciders } from './tell-deciders.ts'

const batchSize = 50

type ApprovalHandlers = Pick<Handlers, Extract<keyof Handlers, `approvals.${string}`>>

/** Each account by its own clock. Without an address that links lead to, nobody is written to. */
export function approvalTasks(
  publicUrl: string | null,
  accountIds: (db: Db) => Promise<number[]>,
): ApprovalHandlers {
  return {
    'approvals.follow': async ({ dossierIds }, { db, scope, signal }) => {
      for (const dossierId of dossierIds) {
        signal.throwIfAborted()
        await db.write(scope, async (tx) => {
          await lockDossiers(tx, scope, [dossierId])
          await followApproval(tx, scope, dossierId)
          if (publicUrl !== null) await tellDeciders(tx, scope, [dossierId], publicUrl)
        })
      }
    },
    'approvals.run': async (_payload, { db }) => {
      const accounts = await accountIds(db)
      await db.system(async (tx) => {
        for (const accountId of accounts) await enqueueForAccount(tx, 'approvals.run-account', accountId)
      })
    },
    'approvals.run-account': (_payload, { db, scope, signal }) => runApprovals(publicUrl)(db, scope, signal),
  }
}

/** Looks at every open step: people come, leave and are away, days pass, and what was decided may be enough now. */
export const runApprovals =
  (publicUrl: string | null) =>
  async (db: Db, scope: Scope, signal?: AbortSignal): Promise<void> => {
    for (let after = 0; ;) {
      signal?.throwIfAborted()
      const steps = await db.read(scope, (tx) => openSteps(tx, scope, after))
      const last = steps.at(-1)
      if (!last) return
      await db.write(scope, (tx) => refreshSteps(tx, scope, steps, publicUrl))
      after = last.stepId
    }
  }

type OpenStep = Pick<StepRow, 'stepId' | 'need' | 'count'> & { readonly dossierId: number }

async function openSteps(
  tx: Parameters<typeof loadStepPeople>[0],
  { accountId }: Scope,
  after: number,
): Promise<OpenStep[]> {
  const { rows } = await sql<OpenStep>`
    select s.step_id as "stepId", s.dossier_id as "dossierId", s.need, s.need_count as count
    from approval_step s join dossier d on d.account_id = s.account_id and d.dossier_id = s.dossier_id
    where s.account_id = ${accountId} and s.state = 'OPEN' and s.step_id > ${after} and d.archived_at is null
    order by s.step_id limit ${batchSize}`.execute(tx)
  return rows
}

async function refreshSteps(
  tx: Tx,
  scope: Scope,
  steps: readonly OpenStep[],
  publicUrl: string | null,
): Promise<void> {
  const dossierIds = steps.map(({ dossierId }) => dossierId)
  await lockDossiers(tx, scope, dossierIds)
  const around = await loadStepPeople(tx, scope, steps)
  const deciders = new Map<number, Decider[]>()
  for (const step of await stillOpen(tx, scope, steps)) {
    const people = around.get(step.stepId)
    if (!people) continue
    const seating = seatPeople(step, people)
    if (judgeStep(step, seating, people) === 'OPEN') deciders.set(step.stepId, openDeciders(seating, people))
    else await advanceApproval(tx, scope, step.dossierId)
  }
  if (deciders.size > 0) await storeDeciders(tx, scope, deciders)
  if (publicUrl !== null) await tellDeciders(tx, scope, dossierIds, publicUrl)
}

/** They were found before their dossiers were held. */
async function stillOpen(tx: Tx, { accountId }: Scope, steps: readonly OpenStep[]): Promise<OpenStep[]> {
  const rows = await tx
    .selectFrom('approval_step')
    .select('step_id')
    .where('account_id', '=', accountId)
    .where('state', '=', 'OPEN')
    .where(
      'step_id',
      'in',
      steps.map(({ stepId }) => stepId),
    )
    .execute()
  const open = new Set(rows.map((row) => row.step_id))
  return steps.filter(({ stepId }) => open.has(stepId))
}
