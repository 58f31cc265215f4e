import type { RouteRight } from '../../src/platform/http/index.ts'
import type { ProblemCode, Right } from '../../src/platform/kernel/index.ts'
import type { ResourceKind } from './world.ts'

/** A route of the account: reached under the account's path and by the shorthand. */
export interface AccountLine {
  readonly route: `${'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} /${string}`
  readonly right: Right
  /** Beside it, one of these: what a route cannot declare and asks for itself. */
  readonly oneOf?: readonly Right[]
  /** The answer to the sample when the caller may. */
  readonly status: number
  /** What is told to others than the one who made the thing, whatever their rights. */
  readonly others?: ProblemCode
  /** The same to all but administrators. */
  readonly othersUnlessAdministrators?: ProblemCode
  /** What API clients are told where only people may, whatever their rights. */
  readonly clients?: ProblemCode
  /** The problem that comes with `status`, where no sample can succeed in these accounts. */
  readonly code?: ProblemCode
  /** What each id of the path names. */
  readonly ids?: Readonly<Record<string, ResourceKind>>
  /** Parts of the path that are codes: every account has something of its own under this one. */
  readonly names?: Readonly<Record<string, string>>
  readonly query?: string
  readonly body?: () => unknown
  /** Of a body that is text and not JSON. */
  readonly contentType?: string
  /** It makes something large each time, so a test that asks thousands of times asks it less often. */
  readonly costly?: true
}

/** A route outside accounts: what a sample without a token, and with a forged one, is answered. */
export interface OpenLine {
  readonly route: AccountLine['route']
  readonly right: Extract<RouteRight, 'public' | 'authenticated'>
  readonly url?: string
  readonly body?: unknown
  readonly form?: string
  readonly headers?: Record<string, string>
  readonly answer: readonly [status: number, code?: string]
  /** What the sample is answered with a token of the account's directory, where only such a token opens the route. */
  readonly toDirectory?: number
  /** Of a route for any good token: what people are answered, if not 200, and what is told to clients. */
  readonly people?: readonly [status: number, code: string | null]
  readonly clients?: ProblemCode
}
