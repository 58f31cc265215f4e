import { recordAdministration, type AdministrationActor } from '../../platform/administration/index.ts'
import type { Db } from '../../platform/db/index.ts'
import type { AddressRefusal } from '../../platform/http/index.ts'
import { type Clock, type SecurityLog, wholeAccount } from '../../platform/kernel/index.ts'
import { takeAttempt, type BudgetKeys } from './attempt-budgets.ts'
import { BoundedCache } from './bounded-cache.ts'

/** Who knocked from an address that an account, or the client itself, does not allow. */
export interface RefusedCaller extends Pick<AddressRefusal, 'accountId' | 'origin'> {
  readonly principal: Pick<AddressRefusal['principal'], 'id' | 'name' | 'key'> & {
    readonly kind: AddressRefusal['principal']['kind'] | 'DIRECTORY'
  }
}

export type NoteRefusal = (refused: RefusedCaller) => Promise<void>

// One entry per caller and account in this time: whoever has stolen a token must not be able to fill the journal.
const quietMs = 10 * 60_000
const maxCallers = 10_000

interface RefusalDeps {
  readonly db: Db
  readonly clock: Clock
  readonly budgetKeys: BudgetKeys
  readonly log: SecurityLog
}

/** Every refusal goes to the security log; the administration journal is told once in a while. */
export function createAddressRefusals(deps: RefusalDeps): NoteRefusal {
  // Spares the database a flood; whether another process has told already, only the budget knows.
  const reported = new BoundedCache<true>(deps.clock, { maxEntries: maxCallers, maxAgeMs: quietMs })
  return async ({ accountId, origin, principal }) => {
    deps.log('ADDRESS_REFUSED', { accountId, by: principal.key })
    const key = `${accountId}|${principal.key}`
    if (reported.get(key)) return
    reported.set(key, true)
    const actor = actorOf(principal)
    try {
      const budget = { key: deps.budgetKeys('address refused', key), burst: 1, periodMs: quietMs }
      await deps.db.write(wholeAccount(accountId), async (tx) => {
        if (!(await takeAttempt(tx, budget, deps.clock.now()))) return
        recordAdministration(tx, { accountId, actor, origin }, { name: 'ADDRESS_REFUSED' })
      })
    } catch (error) {
      // The refusal itself stands; the next one tries again to tell it.
      reported.delete(key)
      if (!(error instanceof Error)) throw error
      deps.log('ADDRESS_REFUSED', { accountId, by: principal.key, untold: error.name })
    }
  }
}

/** Who comes from an external issuer by mapped claims has no row here, hence the number 0. */
function actorOf({ kind, id, name }: RefusedCaller['principal']): AdministrationActor {
  return kind === 'DIRECTORY' ? { type: kind, id, name } : { type: kind, id: id || null, name }
}
