import type { Db } from '../../platform/db/index.ts'
import type { ChainName } from '../../platform/journal/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'

export const targetNames = ['TIME_STAMP', 'OBJECT_LOCK', 'MAIL', 'WEBHOOK'] as const
export type TargetName = (typeof targetNames)[number]

/** A checkpoint on its way to a target. */
export interface Anchor {
  readonly chain: ChainName
  readonly target: TargetName
  readonly seq: number
  /** The checkpoint as one line of text: what is sent, stamped and stored. */
  readonly line: string
  readonly attempts: number
}

export type Delivery =
  | {
      readonly state: 'delivered'
      readonly proof?: { readonly token: Buffer; readonly provenAt: Date }
      readonly reference?: string
    }
  /** Under way elsewhere; asked again at the next run. */
  | { readonly state: 'pending' }
  | { readonly state: 'failed'; readonly fault: string }

export interface DeliveryContext {
  readonly db: Db
  readonly scope: Scope
  readonly now: Date
  readonly signal: AbortSignal
}

/** Somewhere else than this machine. It keeps lines of text, those of the two chains apart. */
export interface AnchorTarget {
  readonly name: TargetName
  /** Every checkpoint, or the newest of a day. */
  readonly rhythm: 'each' | 'daily'
  /** May be called again for the same anchor, and then changes nothing that was done. */
  deliver(anchor: Anchor, context: DeliveryContext): Promise<Delivery>
}

/** Names and codes of errors are words, and quote nobody. */
export function anchorFault(error: unknown): string {
  const { name = '', code } = error as { name?: string; code?: unknown }
  const word = typeof code === 'string' ? code : name
  return /^[A-Za-z_]{1,60}$/.test(word) ? word : 'FAILED'
}
