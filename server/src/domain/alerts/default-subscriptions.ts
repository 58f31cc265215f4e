import type { AlertKind } from './alert-kinds.ts'
import type { Channel } from './next-slot.ts'

export const reaches = ['MINE', 'FOLLOWED', 'ALL'] as const
export type Reach = (typeof reaches)[number]

export interface DefaultSubscription {
  readonly kinds: readonly AlertKind[]
  readonly reach: Reach
  readonly channel: Channel
  /** Only of companies of the first option of CRITICALITY, the gravest. */
  readonly critical: boolean
}

/** What everybody begins with: the page shows all that is theirs, and what cannot wait comes by mail. */
export const defaultSubscriptions: readonly DefaultSubscription[] = [
  { kinds: [], reach: 'MINE', channel: 'PAGE', critical: false },
  { kinds: [], reach: 'FOLLOWED', channel: 'PAGE', critical: false },
  {
    kinds: ['PROCEDURE', 'STRUCK_OFF', 'DOSSIER_INVALID', 'LIST_HIT', 'BANK_CHANGED'],
    reach: 'MINE',
    channel: 'AT_ONCE',
    critical: true,
  },
]
