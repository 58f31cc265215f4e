import type { Db } from '../../platform/db/index.ts'
import { enqueue, type Handler, type JobLog } from '../../platform/jobs/index.ts'
import { jobScope, type Clock, type Scope } from '../../platform/kernel/index.ts'
import { faultOf, type Anchor, type AnchorTarget, type Delivery } from './anchor.ts'
import { claimAnchor } from './anchors.queries.ts'
import { planAnchors } from './plan-anchors.ts'
import { settleAnchor } from './settle-anchor.ts'

/** Longer than any delivery takes. A process that dies leaves its anchor to the others after this. */
const claimMs = 120_000
/** A target that failed so often in a row is left alone until the next run. */
const mostMisses = 3
const task = 'journal.anchor'

export interface AnchoringRun {
  readonly targets: readonly AnchorTarget[]
  readonly accountIds: readonly number[]
  readonly clock: Clock
  readonly log: Pick<JobLog, 'error'>
  readonly signal: AbortSignal
}

interface AnchorDeps {
  readonly targets: readonly AnchorTarget[]
  readonly accountIds: (db: Db) => Promise<number[]>
}

/** Brings checkpoints to where they are to be kept besides; whatever fails is tried again by the next run. */
export const deliverAnchors =
  ({ targets, accountIds }: AnchorDeps): Handler<'journal.anchor'> =>
  async (_payload, { db, clock, log, signal }) => {
    await runAnchoring(db, { targets, accountIds: await accountIds(db), clock, log, signal })
  }

/** One at a time: a target that hangs must not be met by ever more jobs. */
export function enqueueAnchoring(db: Db): Promise<void> {
  return db.system((tx) => enqueue(tx, task, {}, { jobKey: task, queueName: task }))
}

/** Each target goes its own pace: one that is down or refuses keeps none of the others. */
export async function runAnchoring(db: Db, run: AnchoringRun): Promise<void> {
  const lanes = await Promise.allSettled(run.targets.map((target) => serveTarget(db, run, target)))
  for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason
}

async function serveTarget(db: Db, run: AnchoringRun, target: AnchorTarget): Promise<void> {
  const startedAt = run.clock.now()
  let misses = 0
  for (const accountId of run.accountIds) {
    const scope = jobScope(accountId, task)
    await db.write(scope, (tx) => planAnchors(tx, scope, target, startedAt))
    while (misses < mostMisses && !run.signal.aborted) {
      const now = run.clock.now()
      const until = new Date(now.getTime() + claimMs)
      const claim = { target: target.name, startedAt, now, until }
      const anchor = await db.write(scope, (tx) => claimAnchor(tx, scope, claim))
      if (!anchor) break
      const delivery = await deliverOne(db, run, { target, anchor, scope })
      misses = delivery.state === 'failed' ? misses + 1 : 0
    }
  }
}

async function deliverOne(
  db: Db,
  { clock, log, signal }: AnchoringRun,
  { target, anchor, scope }: { target: AnchorTarget; anchor: Anchor; scope: Scope },
): Promise<Delivery> {
  const context = { db, scope, now: clock.now(), signal }
  const delivery = await target.deliver(anchor, context).catch((error: unknown): Delivery => {
    signal.throwIfAborted()
    return { state: 'failed', fault: faultOf(error) }
  })
  await db.write(scope, (tx) => settleAnchor(tx, scope, anchor, { delivery, now: clock.now() }))
  if (delivery.state === 'failed') {
    const { seq, attempts } = anchor
    const values = { accountId: scope.accountId, target: target.name, seq, attempts, fault: delivery.fault }
    log.error(values, 'a checkpoint of the journal could not be anchored')
  }
  return delivery
}
