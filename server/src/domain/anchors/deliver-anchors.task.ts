import type { Db } from '../../platform/db/index.ts'
import { enqueue, type Handler, type JobLog } from '../../platform/jobs/index.ts'
import { operatorChain } from '../../platform/administration/index.ts'
import { chainNames, type ChainKey } from '../../platform/journal/index.ts'
import { dependencies, jobScope, type Clock, type Scope } from '../../platform/kernel/index.ts'
import { anchorFault, type Anchor, type AnchorTarget, type Delivery } from './anchor.ts'
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
  readonly chains: readonly ChainKey[]
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
    const chains = [...chainsOf(await accountIds(db)), operatorKey]
    await runAnchoring(db, { targets, chains, clock, log, signal })
  }

export const operatorKey: ChainKey = { accountId: operatorChain, chain: 'ADMINISTRATION' }

export function chainsOf(accountIds: readonly number[]): ChainKey[] {
  return accountIds.flatMap((accountId) => chainNames.map((chain) => ({ accountId, chain })))
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
  for (const chain of run.chains) {
    const scope = jobScope(chain.accountId, task)
    await db.write(scope, (tx) => planAnchors(tx, chain, target, startedAt))
    while (misses < mostMisses && !run.signal.aborted) {
      const now = run.clock.now()
      const until = new Date(now.getTime() + claimMs)
      const claim = { target: target.name, startedAt, now, until }
      const anchor = await db.write(scope, (tx) => claimAnchor(tx, chain, claim))
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
  const started = performance.now()
  const delivery = await target.deliver(anchor, context).catch((error: unknown): Delivery => {
    signal.throwIfAborted()
    return { state: 'failed', fault: anchorFault(error) }
  })
  const seconds = (performance.now() - started) / 1000
  await db.write(scope, (tx) => settleAnchor(tx, scope, anchor, { delivery, now: clock.now() }))
  if (delivery.state !== 'failed') dependencies.succeed('anchor', target.name, seconds)
  else {
    const { chain, seq, attempts } = anchor
    const { fault } = delivery
    dependencies.fail('anchor', fault, target.name, seconds)
    const values = { accountId: scope.accountId, chain, target: target.name, seq, attempts, fault }
    log.error(values, 'a checkpoint of the journal could not be anchored')
  }
  return delivery
}
