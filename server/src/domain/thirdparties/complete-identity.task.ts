import type { Handler } from '../../platform/jobs/index.ts'
import type { References } from '../references/index.ts'
import { findRefreshable } from './identity.queries.ts'
import { storeIdentity } from './store-identity.ts'

/** Asks again about a company whose register did not answer when it was added or refreshed. */
export const completeIdentity =
  (deps: { references: References }): Handler<'identity.complete'> =>
  async ({ thirdpartyId }, { db, scope, signal, log }) => {
    const found = await db.read(scope, (tx) => findRefreshable(tx, scope, thirdpartyId))
    if (!found || found.isArchived || found.source === 'UNMANAGED') return
    const lookup = await deps.references.find(found.identifier, signal)
    // Thrown, so that the queue tries again later, and later still.
    if (lookup.kind === 'UNAVAILABLE') throw new Error(`The register is unavailable: ${lookup.reason}`)
    const { kind } = await db.write(scope, (tx) => storeIdentity(tx, scope, { thirdpartyId, lookup }))
    if (kind === 'SAME_AS')
      log.warn({ accountId: scope.accountId, thirdpartyId }, 'identity belongs to another third party')
  }
