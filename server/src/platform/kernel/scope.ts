export type ActorType = 'USER' | 'CONTACT' | 'API_CLIENT' | 'JOB' | 'PROVIDER'

/** Who did it, as the journal will remember. A job or a provider has no row of its own, hence no id. */
export interface Actor {
  readonly type: ActorType
  readonly id: number | null
  readonly name: string
  /** The program that acted for them, by the name it gives itself; absent where nothing stood between. */
  readonly agent?: string
}

/** Where a request came from, as far as it is known. */
export interface Origin {
  readonly address: string
  /** Cut short: it is whatever the caller says. */
  readonly userAgent: string | null
}

/** All units of the account, companies in none included; or the sets of units (`unit_set`) that are seen. */
export type VisibleUnits = 'ALL' | readonly number[]

/** What names its account to the database, and how much of it is seen. */
export type AccountScope = Pick<Scope, 'accountId' | 'units'>

/**
 * The account a piece of work belongs to and who does it. Made only by the bearer hook, by the portal's
 * session and by the worker; every query and use case takes one, so that none can forget the account.
 */
export interface Scope {
  readonly accountId: number
  /** The companies it may see: row security shows no others, nor what belongs to them. */
  readonly units: VisibleUnits
  readonly actor: Actor
  /** Only of requests; a job comes from nowhere. */
  readonly origin?: Origin
}

export function jobScope(accountId: number, task: string): Scope {
  return { ...wholeAccount(accountId), actor: { type: 'JOB', id: null, name: task } }
}

/** For work of the product itself, which is nobody's: it sees all companies. */
export function wholeAccount(accountId: number): AccountScope {
  return { accountId, units: 'ALL' }
}
