import type { Day, Theme } from '../../platform/kernel/index.ts'
import type { DocumentStatus } from '../evaluation/index.ts'

/** The answer that holds, or held last. */
export interface AnswerFacts {
  readonly responseId: number
  readonly isAccepted: boolean
  readonly score: number | null
  readonly effectiveDate: Day | null
  readonly expirationDate: Day | null
}

/** What is accepted comes before what was. */
export function isLater(one: AnswerFacts, other: AnswerFacts): boolean {
  return one.isAccepted === other.isAccepted ? one.responseId > other.responseId : one.isAccepted
}

/** A document that an open dossier asks for. */
export interface DocumentFacts {
  readonly dossierId: number
  readonly documentId: number
  readonly code: string
  readonly theme: Theme
  readonly required: boolean
  readonly alternativeGroup: string | null
  readonly status: DocumentStatus
  readonly reason: string
  readonly since: Day
  readonly expirationDate: Day | null
  readonly answer: AnswerFacts | null
}

/** What a provider of the data hub says of a third party. */
export interface ExternalValue {
  readonly thirdpartyId: number
  readonly provider: string
  /** 0 to 100, higher is better; null when its scale has no word for it. */
  readonly value: number | null
  readonly asOf: Day
  readonly isStale: boolean
  /** The day from which the value is too old; null when that is not known. */
  readonly staleOn: Day | null
}

/** The part of an explanation that only those read who may see hits. */
export const hitFactor = 'SCREENING'

/** Possible matches of one class, with lists or in the news, that nobody has cleared. */
export interface HitFacts {
  readonly hitClass: string
  readonly standing: 'HIT_OPEN' | 'TRUE_MATCH'
  readonly since: Day
}

/** Parts that a finding stands behind; the second for what was found through a hit. */
export const findingFactors = { plain: 'FINDING', ofHit: 'SCREENING_FINDING' } as const

/** The oldest open finding of a theme and a severity. */
export interface FindingFacts {
  readonly findingId: number
  readonly theme: Theme
  readonly severity: 'MAJOR' | 'CRITICAL'
  readonly ofHit: boolean
  readonly since: Day
}

/** The part of an explanation that an overdue dossier stands behind. */
export const overdueFactor = 'OVERDUE'

/** An open dossier that is later than the account bears, where its policy caps indicators. */
export interface OverdueFacts {
  readonly dossierId: number
  readonly type: string
  readonly themes: readonly Theme[]
  readonly most: number
  readonly since: Day
}

export interface ThirdPartyFacts {
  readonly thirdpartyId: number
  readonly status: 'ACTIVE' | 'IN_COLLECTIVE_PROCEDURE' | 'STRUCK_OFF'
  readonly statusDetail: string | null
  readonly statusSince: Day | null
  readonly creationDate: Day | null
  /** A register, or the account itself, has said who this is. */
  readonly isIdentified: boolean
  readonly today: Day
  readonly openDossierIds: readonly number[]
  readonly documents: readonly DocumentFacts[]
  readonly external: readonly ExternalValue[]
  readonly hits: readonly HitFacts[]
  readonly findings: readonly FindingFacts[]
  readonly overdue: readonly OverdueFacts[]
}

export const indicatorStates = ['KNOWN', 'PARTIAL', 'UNKNOWN', 'STALE'] as const
export type IndicatorState = (typeof indicatorStates)[number]
export type Rating = 'A' | 'B' | 'C' | 'D' | 'E'

/** One thing the value follows from. A null value was not known, and took no part. */
export interface Part {
  /** A factor of the model, or the code of a document. */
  readonly factor: string
  readonly weight: number
  readonly value: number | null
  readonly source: string | null
  readonly asOf: Day | null
  readonly documentId: number | null
  /** The finding that caps the value, if this is one. */
  readonly findingId?: number
  /** Past its end, and used for want of a newer one. */
  readonly stale: boolean
}

type CapKind = 'CAPPED' | 'HIT_OPEN' | 'TRUE_MATCH' | 'FINDING_OPEN' | 'SCREENING_FINDING_OPEN' | 'OVERDUE'

export type Advice =
  | { readonly kind: 'FACTOR'; readonly factor: string }
  | { readonly kind: 'DOCUMENTS'; readonly codes: readonly string[] }
  | { readonly kind: CapKind; readonly cap: number }
  | { readonly kind: 'STRUCK_OFF' | 'NOTHING_ASKED' }

export interface Computed {
  readonly code: string
  readonly value: number | null
  readonly rating: Rating | null
  readonly state: IndicatorState
  readonly model: { readonly name: string; readonly version: number }
  /** The day of the newest fact it follows from. */
  readonly asOf: Day | null
  /** Everything required is valid, nothing caps it and nothing ends today; null where that makes no sense. */
  readonly compliant: boolean | null
  /** Per cent of what is required that waits to be checked or reviewed. */
  readonly pending: number | null
  readonly breakdown: readonly Part[]
  readonly advice: Advice | null
  /** The day on which it may change though nothing happens. */
  readonly dueOn: Day | null
}
