import { operatorChain, recordAdministration } from '../../platform/administration/index.ts'
import type { Db, Tx } from '../../platform/db/index.ts'
import type { Clock, Origin } from '../../platform/kernel/index.ts'
import { findUserAccess } from './access.queries.ts'

export interface SignInFacts {
  /** With which proof, such as `password`. */
  readonly by: string
  readonly origin?: Origin | undefined
}

export interface FailedSignIn extends SignInFacts {
  /** Null for somebody nobody here knows: that is the operator's to see. */
  readonly userId: number | null
  /** Refused before the proof was even looked at. */
  readonly isThrottled?: boolean
  /** Through the own provider of this account, which alone is told. */
  readonly accountId?: number | null
  /** Why a provider's word was not enough. */
  readonly cause?: string
}

/** Keeps failed sign-ins in the administration journal, however many there are. */
export interface FailedSignIns {
  note(failed: FailedSignIn): void
  /** What was counted and not told yet is told now. */
  flush(): Promise<void>
}

interface FailureCount {
  toldAt: number
  count: number
  last: FailedSignIn
  timer?: NodeJS.Timeout
  /** One after the other, so that they stand in the order they were counted. */
  telling: Promise<void>
}

/** At most one entry a person in this time, from each process. */
const pauseMs = 60_000
const maxPeople = 10_000

/**
 * The first failure is told at once, those that follow within a minute together. It happens after the answer, beside
 * the sign-ins: a flood neither waits for the chain nor fills it, and an answer takes as long for a stranger.
 */
export function createFailedSignIns(deps: {
  readonly db: Db
  readonly clock: Clock
  readonly onFault: () => void
}): FailedSignIns {
  const counted = new Map<string, FailureCount>()
  const recordCount = (key: string, one: FailureCount): void => {
    clearTimeout(one.timer)
    delete one.timer
    const { count, last } = one
    Object.assign(one, { toldAt: deps.clock.now().getTime(), count: 0 })
    one.telling = one.telling
      .then(() => deps.db.system((tx) => recordFailures(tx, last, count)))
      .catch(deps.onFault)
    // Silent for a minute, it is forgotten here.
    setTimeout(() => one.count === 0 && counted.delete(key), pauseMs).unref()
  }
  return {
    note(failed) {
      const { userId, isThrottled = false, accountId = null, cause = '' } = failed
      const key = `${userId ?? 'nobody'} ${isThrottled} ${accountId} ${cause}`
      const known = counted.get(key)
      if (!known && counted.size >= maxPeople) return
      const one = known ?? { toldAt: -Infinity, count: 0, last: failed, telling: Promise.resolve() }
      counted.set(key, one)
      one.count += 1
      one.last = failed
      const left = one.toldAt + pauseMs - deps.clock.now().getTime()
      if (left <= 0) recordCount(key, one)
      else one.timer ??= setTimeout(() => recordCount(key, one), left).unref()
    },
    async flush() {
      for (const [key, one] of counted) if (one.count > 0) recordCount(key, one)
      await Promise.all([...counted.values()].map(({ telling }) => telling))
    },
  }
}

async function recordFailures(tx: Tx, failed: FailedSignIn, count: number): Promise<void> {
  const { userId, by, origin, isThrottled, accountId = null, cause } = failed
  const actor = { type: 'ANYONE', id: null, name: 'not signed in' } as const
  const name = isThrottled === true ? 'SIGN_IN_THROTTLED' : 'SIGN_IN_FAILED'
  const after = { by, count, ...(cause !== undefined && { cause }) }
  if (accountId !== null) {
    const about = userId === null ? {} : { subject: { type: 'USER', id: userId } as const }
    return recordAdministration(tx, { accountId, actor, origin }, { name, after, ...about })
  }
  // Strangers' addresses stay in the security log, which ends one day; a chain does not.
  if (userId === null) return recordAdministration(tx, { accountId: operatorChain, actor }, { name, after })
  const access = await findUserAccess(tx, userId)
  if (!access) return
  const subject = { type: 'USER', id: userId } as const
  const personal = { person: subject, words: { name: access.name } }
  for (const id of access.roles.keys()) {
    recordAdministration(tx, { accountId: id, actor, origin }, { name, subject, after, personal })
  }
}
