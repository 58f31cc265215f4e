import { getHeapStatistics } from 'node:v8'
import type { DestinationStream } from 'pino'
import type { Registry } from 'prom-client'
import type { Clock, Origin, Scope, SecurityLog } from '../kernel/index.ts'
import type { Db } from '../db/index.ts'
import type { Rate, SharedLimits } from '../limits/index.ts'
import type { ProcessKind } from './log-fields.ts'
import type { ApiFacts } from './openapi-operations.ts'
import type { Principal } from './types.ts'

export interface HttpLimits {
  readonly bodyBytes: number
  readonly jsonDepth: number
  /** Items of one array, and keys of one object. */
  readonly jsonItems: number
  readonly urlBytes: number
  /** Request line and headers together, hence room for the longest URL as well. */
  readonly headerBytes: number
  readonly headersTimeoutMs: number
  readonly bodyTimeoutMs: number
  readonly requestTimeoutMs: number
  readonly keepAliveMs: number
  readonly stopMs: number
  readonly eventLoopDelayMs: number
  readonly rssBytes: number
  /** Of the heap that Node allows: beyond it the process would end. */
  readonly heapBytes: number
  readonly databaseQueue: number
}

export const defaultLimits: HttpLimits = {
  bodyBytes: 256 * 1024,
  jsonDepth: 20,
  jsonItems: 1_000,
  urlBytes: 8 * 1024,
  headerBytes: 24 * 1024,
  headersTimeoutMs: 10_000,
  bodyTimeoutMs: 30_000,
  requestTimeoutMs: 30 * 60_000,
  keepAliveMs: 72_000,
  stopMs: 10_000,
  eventLoopDelayMs: 250,
  rssBytes: 1024 * 1024 * 1024,
  heapBytes: Math.floor(getHeapStatistics().heap_size_limit * 0.85),
  databaseQueue: 200,
}

export interface RatePolicies {
  readonly account: Rate
  readonly route: Rate
  readonly write: Rate
  readonly address: Rate
  /** Refused tokens of one address, before any more of them are verified. */
  readonly badTokens: Rate
}

export const defaultRates: RatePolicies = {
  account: { perSecond: 100, burst: 200 },
  route: { perSecond: 25, burst: 50 },
  write: { perSecond: 50, burst: 100 },
  address: { perSecond: 50, burst: 200 },
  badTokens: { perSecond: 5, burst: 100 },
}

export interface AddressRefusal {
  readonly accountId: number
  readonly principal: Principal
  readonly origin: Origin
}

export interface HttpOptions {
  readonly db: Pick<Db, 'system' | 'waiting'> & Partial<Pick<Db, 'faults' | 'replica'>>
  readonly clock: Clock
  /** Throws AppError AUTH_TOKEN_* for a token it does not accept. */
  readonly authenticate: (token: string) => Promise<Principal>
  /** Whether a token was found good before: such a one is not held up by the bad ones of its address. */
  readonly recognises?: (token: string) => boolean
  /** Hears of every caller with a good token whom an account does not let in from where they are. */
  readonly onAddressRefused?: (refusal: AddressRefusal) => Promise<void>
  /** Hears of whom the door refused, and why. */
  readonly security?: SecurityLog
  /** Comes before the answer to a write goes out: what its caller asks next must show it. */
  readonly onWritten?: (scope: Scope) => Promise<void>
  /** Where clients reach us, without a trailing slash; https switches HSTS on. */
  readonly publicUrl: string
  readonly version: string
  /** Lets the layers above complete the published description by what routes cannot say. */
  readonly completeDescription?: (document: object) => void
  /** For the published description. */
  readonly facts?: ApiFacts
  readonly log?:
    | { readonly level?: string; readonly stream?: DestinationStream; readonly process?: ProcessKind }
    | false
  readonly trustProxy?: readonly string[]
  readonly limits?: Partial<HttpLimits>
  /** `false` switches rate limiting off, for a bench that measures something else. */
  readonly rates?: Partial<RatePolicies> | false
  /** Counts for all processes together; without it this one counts alone. */
  readonly sharedLimits?: SharedLimits
  readonly corsOrigins?: readonly string[]
  /** Without it only the machine itself may read /metrics, and in production nobody. */
  readonly metricsToken?: string
  readonly production?: boolean
  /** Where to report a vulnerability: a mailto: or https: address. Without it there is no security.txt. */
  readonly securityContact?: string | null
  /** Shared with those who count other things; made here when not given. */
  readonly registry?: Registry
  /** Further parts /readyz must find in order, by name. */
  readonly readiness?: Readonly<Record<string, () => Promise<void>>>
  /** May refuse whatever changes something, by the name of its operation; asked once the caller may come in. */
  readonly beforeWrite?: (operation: string) => Promise<void>
  /** What is in order and yet worth knowing: told by /readyz besides the parts. */
  readonly readyNotes?: () => Promise<Readonly<Record<string, unknown>>>
  /** Parts that /readyz tells of, by name, without which most of the service works all the same. */
  readonly dispensable?: Readonly<Record<string, () => Promise<void>>>
  /** What /healthz asks besides: false when only a new process helps. */
  readonly isAlive?: () => boolean
}
