import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync, RawServerDefault } from 'fastify'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { AccountState } from '../db/index.ts'
import type { Language, ProblemCode, Right, Scope, Span, VisibleUnits } from '../kernel/index.ts'
import type { Rate } from '../limits/index.ts'
import type { Deprecated, Deprecation } from './deprecation.ts'
import type { TraceContext } from './trace-context.ts'

/** Who holds the token, and what each of its accounts lets them do. */
export interface Principal {
  readonly kind: 'USER' | 'API_CLIENT'
  readonly id: number
  readonly name: string
  /** Stable over renewals of the token: rate limits and idempotency keys hang on it. */
  readonly key: string
  readonly accounts: ReadonlyMap<number, ReadonlySet<Right>>
  /** Which companies of each account they see: none where nothing is said. */
  readonly units: ReadonlyMap<number, VisibleUnits>
  /** Accounts of theirs that stay shut to this token for now, and the problem that says what to do. */
  readonly barred: ReadonlyMap<number, BarReason>
  /**
   * Vouched for by the own provider of one account, of whose directory they are not: what belongs to the person, and to
   * other accounts, is out of reach.
   */
  readonly confined: boolean
  /** Accounts that ask this person for a fresh proof before grave acts. Machines are never asked. */
  readonly stepUp: ReadonlyMap<number, StepUpDemand>
  /** The sign-in the token was born from; null for machines and for tokens made without one. */
  readonly session: string | null
  /** Whether the account lets them in from this address. */
  readonly admits: (accountId: number, address: string) => boolean
  /** Accounts of theirs that nobody may use, and why. */
  readonly standing: ReadonlyMap<number, AccountState>
  readonly jti: string
  readonly expiresAt: Date
}

export type BarReason = 'SECOND_FACTOR_REQUIRED' | 'SINGLE_SIGN_ON_REQUIRED' | 'SIGN_IN_AGAIN'

export type StepUpMethod = 'totp' | 'webauthn' | 'password' | 'oidc'

/** A proof that must not be older than this, how long the last one holds, and by what it can be renewed. */
export interface StepUpDemand {
  readonly until: Date
  readonly maxAgeSeconds: number
  readonly methods: readonly StepUpMethod[]
}

/**
 * What a route demands of its caller: a right inside the account, only a valid token, or nothing at all.
 * There is no default on purpose.
 */
export type RouteRight = Right | 'authenticated' | 'public'

/**
 * Whether people are asked for a fresh proof: never, always, or when the request turns out to concern bank details; then
 * the route calls `requireStepUp` once it knows.
 */
export type StepUp = false | true | 'bank-details'

export type HttpApp = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** A folder's routes: a plugin whose dependencies were given to the function that made it. */
export type HttpRoutes = FastifyPluginAsync<Record<never, never>, RawServerDefault, TypeBoxTypeProvider>

/** Somebody of a third party, who comes by the portal and holds no right in any account. */
export interface Guest extends Pick<Principal, 'id' | 'key'> {
  readonly kind: 'CONTACT'
}

/** What the bearer hook, or the portal's, found out; kept on the request. */
export interface Identity {
  readonly principal: Principal | Guest
  readonly scope: Scope | null
  readonly rights: ReadonlySet<Right>
  /** The fresh proof this person still owes for grave acts in the account; null when none is missing. */
  readonly owesStepUp: StepUpDemand | null
  /** What they are answered in when the request asks for nothing. */
  readonly language?: Language
}

/** How the text of a query or path parameter becomes the value its schema speaks of. */
export type Coercion = 'text' | 'integer' | 'number' | 'boolean' | 'list'

/** Everything the hooks need to know of a route, worked out once at start. */
export interface RoutePlan {
  readonly right: RouteRight
  readonly stepUp: StepUp
  /** Only for who sees all units. */
  readonly wholeAccount: boolean
  /** Answered even while the account waits to be deleted. */
  readonly whileLeaving: boolean
  readonly deprecation: Deprecation | null
  readonly account: 'path' | 'shorthand' | 'none'
  readonly exempt: boolean
  readonly writes: boolean
  /** The same for both paths of an account's route, so that a caller cannot double the limit. */
  readonly key: string
  readonly pattern: string
  readonly rate: (Rate & { readonly name: string }) | null
  readonly bodyLimit: number | null
  readonly contentTypes: readonly string[] | null
  readonly body: 'none' | 'required' | 'optional'
  readonly query: ReadonlyMap<string, Coercion>
  /** Pages, ready-made plugins, and routes whose query schema allows additional properties. */
  readonly openQuery: boolean
  readonly ignoresQuery: boolean
  readonly params: ReadonlyMap<string, Coercion>
}

/** One verb on one path, as it is served. */
export interface PlannedRoute {
  readonly method: string
  readonly plan: RoutePlan
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Everything this server answers; complete once it is ready. */
    readonly plannedRoutes: readonly PlannedRoute[]
    /** From now on /readyz answers that this process stops, and connections end with their next answer. */
    beginDrain(): void
  }

  interface FastifyContextConfig {
    right?: RouteRight
    stepUp?: StepUp
    /** Only for who sees the companies of all units: it acts on the whole account. */
    wholeAccount?: boolean
    /** Answered even while the account waits to be deleted: what administrators need to leave, or to stay after all. */
    whileLeaving?: boolean
    /** Something else takes its place: every answer says so, and the log names who still calls it. */
    deprecated?: Deprecated
    /** Answered even while overloaded or stopping: probes must not be shed. */
    exempt?: boolean
    /** Whatever its query says is nobody's business here: for pages, whose address may carry anything. */
    ignoresQuery?: boolean
    /** A further limit, per account (per address on public routes), shared by routes of the same name. */
    rate?: Rate & { readonly name: string }
    /** Media types of the body instead of application/json. The plugin brings their parsers. */
    contentTypes?: readonly string[]
    plan?: RoutePlan
  }

  interface FastifyRequest {
    plan: RoutePlan | null
    identity: Identity | null
    problemCode: ProblemCode | null
    /** As the caller named it; null without. */
    trace: TraceContext | null
    /** Our part of its trace, where spans are recorded. */
    span: Span | null
    language: Language
    /** The account and actor of this request; only on routes of an account. */
    readonly scope: Scope
    readonly principal: Principal
  }
}
