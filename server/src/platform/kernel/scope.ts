export type ActorType = 'USER' | 'CONTACT' | 'API_CLIENT' | 'JOB' | 'PROVIDER'

/** Who did it, as the journal will remember. A job or a provider has no row of its own, hence no id. */
export interface Actor {
  readonly type: ActorType
  readonly id: number | null
  readonly name: string
}

/** Where a request came from, as far as it is known. */
export interface Origin {
  readonly address: string
  /** Cut short: it is whatever the caller says. */
  readonly userAgent: string | null
}

/**
 * The account a piece of work belongs to and who does it. Made only by the bearer hook, by the portal's
 * session and by the worker; every query and use case takes one, so that none can forget the account.
 */
export interface Scope {
  readonly accountId: number
  readonly actor: Actor
  /** Only of requests; a job comes from nowhere. */
  readonly origin?: Origin
}

export function jobScope(accountId: number, task: string): Scope {
  return { accountId, actor: { type: 'JOB', id: null, name: task } }
}
