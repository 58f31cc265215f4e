import type { Static, TSchema } from 'typebox'
import type { Clock, DependencyKind } from '../../../platform/kernel/index.ts'
import type { SharedLimits } from '../../../platform/limits/index.ts'

export interface OutboundOptions {
  /** Named in reasons; the only thing of the options that is ever said aloud. */
  name: string
  /** What it is to us, for metrics and the log; a register unless told. */
  dependency?: DependencyKind
  /** Scheme, host and path prefix: nothing outside of it is ever asked. */
  baseUrl: string
  headers?: Record<string, string>
  /** For the whole ask: waiting for the rate, every attempt, and the pauses between them. */
  timeoutMs?: number
  maxBytes?: number
  /** Characters of one text that are kept; unless told, as many as a register has to say. */
  maxText?: number
  attempts?: number
  perSecond?: number | null
  /** Asks that may go at once after a quiet time; by default one second's worth. */
  burst?: number
  /** Counts the rate for all processes together; without it each keeps its own. */
  limits?: SharedLimits
  /** How long OK and NOT_FOUND answers of GETs are kept; 0 keeps none. */
  cacheSeconds?: number
  clock?: Clock
  breaker?: { faults: number; pauseMs: number }
}

export interface OutboundRequest<S extends TSchema> {
  path: string
  query?: Record<string, string>
  method?: 'GET' | 'POST'
  body?: unknown
  form?: Record<string, string>
  schema: S
  headers?: Record<string, string>
  /** Statuses that mean «no such thing»; 404 unless told. */
  notFound?: readonly number[]
  /** Other statuses whose body is an answer too. */
  accept?: readonly number[]
  /** Other statuses that are answered with a text: the schema is given a string. */
  acceptText?: readonly number[]
  /** Asks even when an answer is kept. */
  fresh?: boolean
  signal?: AbortSignal
}

export type OutboundAnswer<T> =
  | { kind: 'OK'; value: T }
  | { kind: 'NOT_FOUND' }
  | { kind: 'UNAVAILABLE'; reason: string; retryAfterSeconds: number | null }

export interface Outbound {
  readonly name: string
  /** Never throws: whatever goes wrong is UNAVAILABLE. Answers may be shared, so they are not to be changed. */
  ask<S extends TSchema>(request: OutboundRequest<S>): Promise<OutboundAnswer<Static<S>>>
  readonly state: 'CLOSED' | 'OPEN'
}
