import type { Db } from '../../platform/db/index.ts'
import { enqueue, type Handler, type JobContext } from '../../platform/jobs/index.ts'
import { record } from '../../platform/journal/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { References } from '../references/index.ts'
import { findRefreshable, lockThirdParty } from './identity.queries.ts'
import { countLostRun, endRefresh, takeDueRefreshes, type DueThirdParty } from './refresh-plan.ts'
import { storeIdentity, update, type Answer } from './store-identity.ts'

// Every ten minutes, so 144,000 companies a day: more than most registers would answer.
const sliceSize = 1_000
const askedAtOnce = 4
const runsBeforeDetached = 3
const silenceEndsSlice = 8
const longestSliceMs = 8 * 60_000

/** Gives every account its slice; each is a job of its own, so a slow register holds up nobody else. */
export const refreshPortfolios =
  (deps: { accountIds: (db: Db) => Promise<number[]> }): Handler<'identity.refresh'> =>
  async (_payload, { db }) => {
    const accounts = await deps.accountIds(db)
    await db.system(async (tx) => {
      for (const accountId of accounts) {
        await enqueue(
          tx,
          'identity.refresh-slice',
          { accountId },
          { jobKey: `identity.refresh:${accountId}` },
        )
      }
    })
  }

/** Asks the registers about the companies whose turn it is, and stores what changed. */
export const refreshSlice =
  ({ references }: { references: References }): Handler<'identity.refresh-slice'> =>
  async (_payload, context) => {
    const { db, scope, signal, log } = context
    const end = performance.now() + longestSliceMs
    let requestCount = 0
    let silent = 0
    while (requestCount < sliceSize && silent < silenceEndsSlice && performance.now() < end) {
      signal.throwIfAborted()
      const due = await db.write(scope, (tx) => takeDueRefreshes(tx, scope, askedAtOnce))
      if (due.length === 0) break
      requestCount += due.length
      const received = await Promise.all(due.map((one) => refreshOne(references, context, one)))
      const answers = received.filter(Boolean).length
      silent = answers === 0 ? silent + due.length : 0
    }
    if (silent >= silenceEndsSlice)
      log.warn({ accountId: scope.accountId, asked: requestCount }, 'registers are silent')
  }

/** False when the register did not answer. */
async function refreshOne(
  references: References,
  { db, scope, signal, log }: JobContext<'identity.refresh-slice'>,
  { thirdpartyId, identifier }: DueThirdParty,
): Promise<boolean> {
  const lookup = await references.find(identifier, signal)
  if (lookup.kind === 'UNAVAILABLE') return false
  const kind = await storeOrCount(db, scope, { thirdpartyId, lookup })
  if (kind === 'SAME_AS')
    log.warn({ accountId: scope.accountId, thirdpartyId }, 'identity belongs to another third party')
  return true
}

function storeOrCount(db: Db, scope: Scope, command: { thirdpartyId: number; lookup: Answer }) {
  return db.write(scope, async (tx) => {
    const { kind } = await storeIdentity(tx, scope, command)
    if (kind !== 'NOT_FOUND') return kind
    const { thirdpartyId } = command
    const runs = await countLostRun(tx, scope, thirdpartyId)
    if (runs < runsBeforeDetached) return kind
    const known = await lockThirdParty(tx, scope, thirdpartyId)
    if (known) {
      record(tx, scope, {
        name: 'THIRD_PARTY_SOURCE_CHANGED_TO_UNMANAGED',
        thirdpartyId,
        data: {
          reason: 'REGISTER_LOST_IT',
          runs,
          before: { source: 'MANAGED', identityStatus: known.identityStatus },
          after: { source: 'UNMANAGED', identityStatus: 'NOT_FOUND' },
        },
      })
      await update(tx, scope, known, { source: 'UNMANAGED', identity_status: 'NOT_FOUND' })
      await endRefresh(tx, scope, thirdpartyId)
    }
    return kind
  })
}

/** Asks again about a company whose register did not answer when it was added or refreshed. */
export const completeIdentity =
  (deps: { references: References }): Handler<'identity.complete'> =>
  async ({ thirdpartyId }, { db, scope, signal, log }) => {
    const found = await db.read(scope, (tx) => findRefreshable(tx, scope, thirdpartyId))
    if (!found?.identifier || found.isArchived || found.source === 'UNMANAGED') return
    const lookup = await deps.references.find(found.identifier, signal)
    // Thrown, so that the queue tries again later, and later still.
    if (lookup.kind === 'UNAVAILABLE') throw new Error(`The register is unavailable: ${lookup.reason}`)
    const { kind } = await db.write(scope, (tx) => storeIdentity(tx, scope, { thirdpartyId, lookup }))
    if (kind === 'SAME_AS')
      log.warn({ accountId: scope.accountId, thirdpartyId }, 'identity belongs to another third party')
  }
