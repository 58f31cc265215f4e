import { createHash } from 'node:crypto'
import type { StoredNewsItem } from '../datahub/index.ts'
import type { HitReason, HitState } from './settle-hits.ts'

/** How long an item holds a check open: what is older was known before, or was nothing. */
export const newsMonths = 24

/** Tones go from -1 to 1; pages call an item bad from here on, too. */
const badBelow = -0.2
/** Of an item whose tone nobody tells. */
const untoldScore = 0.5

/** Bad, or told without a tone: nobody but a person can say then whether it is. */
export function isAdverse({ sentiment }: Pick<StoredNewsItem, 'sentiment'>): boolean {
  return sentiment === null || sentiment < badBelow
}

/** An item in the shape of an entry of a list, with what speaks for a look at it. */
export interface NewsFound {
  readonly entryKey: string
  readonly entry: object
  /** In hex, of the words alone: a figure that moves, or another address, is the same news. */
  readonly digest: string
  readonly score: number
  readonly match: object
}

export function describeNews(item: StoredNewsItem, provider: string): NewsFound {
  const { key, title, summary, url, day, sentiment } = item
  const entry = {
    id: key,
    kind: 'UNKNOWN',
    names: [{ text: title, kind: 'PRIMARY' }],
    listedOn: day,
    ...(summary !== null && { reasons: [summary] }),
    ...(url !== null && { links: [url] }),
    references: [provider],
  }
  const score = sentiment === null ? untoldScore : -sentiment
  const why =
    sentiment === null ? { kind: 'NEWS_TONE_UNTOLD' } : { kind: 'NEWS_TONE_BAD', theirs: String(sentiment) }
  const reasons = [{ ...why, effect: 'FOR', points: score }]
  const words = JSON.stringify([fold(title), fold(summary ?? '')])
  const digest = createHash('sha256').update(words).digest('hex')
  return { entryKey: key, entry, digest, score, match: { ours: null, theirs: null, reasons } }
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()

export interface KnownNewsHit {
  readonly hitId: number
  readonly entryKey: string
  readonly digest: string
  readonly state: HitState
  /** YYYY-MM-DD, of the item. */
  readonly day: string
}

export type NewsChange =
  | { readonly kind: 'OPEN'; readonly item: StoredNewsItem }
  /** With `why` it is opened again; without, only shown as it is now. */
  | {
      readonly kind: 'COMPARE'
      readonly hitId: number
      readonly item: StoredNewsItem
      readonly why: HitReason | null
    }
  | { readonly kind: 'END'; readonly hitId: number }

interface NewsFindings {
  readonly known: readonly KnownNewsHit[]
  /** All that is kept of the company, adverse or not. */
  readonly items: readonly (StoredNewsItem & Pick<NewsFound, 'digest'>)[]
  /** YYYY-MM-DD: the first day that counts. */
  readonly oldest: string
}

const isWaiting = (state: HitState) => state === 'OPEN' || state === 'UNCLEAR' || state === 'PROPOSED'

/**
 * What the hits of a company become after its news were read. What people have said of an item holds for good, until
 * its words change. An item that is kept no longer leaves its hit as it is; one that has grown old, or that the
 * provider no longer holds to be bad, ends a hit nobody has decided.
 */
export function settleNews({ known, items, oldest }: NewsFindings): NewsChange[] {
  const hits = new Map(known.map((hit) => [hit.entryKey, hit]))
  const changes: NewsChange[] = []
  for (const item of items) {
    const hit = hits.get(item.key)
    if (!isAdverse(item) || item.day < oldest) {
      if (hit && isWaiting(hit.state)) changes.push({ kind: 'END', hitId: hit.hitId })
    } else if (!hit) changes.push({ kind: 'OPEN', item })
    else changes.push(...changeOfHit(hit, item))
    hits.delete(item.key)
  }
  for (const { hitId, state, day } of hits.values()) {
    if (isWaiting(state) && day < oldest) changes.push({ kind: 'END', hitId })
  }
  return changes
}

function changeOfHit(hit: KnownNewsHit, item: NewsFindings['items'][number]): NewsChange[] {
  const { hitId, state } = hit
  if (state === 'ENDED') return [{ kind: 'COMPARE', hitId, item, why: 'ENTRY_CHANGED' }]
  if (hit.digest === item.digest) return []
  const isHeld = state === 'OPEN' || state === 'TRUE_MATCH'
  return [{ kind: 'COMPARE', hitId, item, why: isHeld ? null : 'ENTRY_CHANGED' }]
}
