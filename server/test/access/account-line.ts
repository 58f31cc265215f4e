import type { Right } from '../../src/platform/kernel/index.ts'
import type { ResourceKind } from './world.ts'

/** A route of the account: reached under the account's path and by the shorthand. */
export interface AccountLine {
  readonly route: `${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} /${string}`
  readonly right: Right
  /** The answer to the sample when the caller may. */
  readonly status: number
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
