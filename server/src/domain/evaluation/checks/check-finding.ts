import type { FormEntry } from '../../forms/index.ts'
import type { Hit } from '../status/status-rules.ts'
import type { CheckOutcome, Finding, ResponseState } from '../status/response-states.ts'
import type { CheckOrigin } from '../status/response-states.ts'

export interface CheckReport {
  readonly origin: CheckOrigin
  /** What was looked at and found, as the answers of a form that nobody filled in. */
  readonly formdata: readonly FormEntry[]
  /** Shown with the answer, such as lists, their versions and counts. */
  readonly metadata: Readonly<Record<string, string>>
  /**
   * Tells one finding from another, without what differs each time such as the versions of lists: the same again is no
   * new answer. At most 200 characters, such as a digest.
   */
  readonly fingerprint: string
  /** 0 to 100; compared with what the type expects. */
  readonly score?: number | null
}

/** What a check says of a third party. */
export type CheckFinding =
  /** Nothing stands against it: accepted. */
  | (CheckReport & { readonly outcome: 'CLEAR' })
  /** Somebody has to look at a hit, and decides there. */
  | (CheckReport & { readonly outcome: 'OPEN_HIT' })
  /** Somebody has confirmed a hit. */
  | (CheckReport & { readonly outcome: 'TRUE_MATCH' })
  /** Something for a reviewer to decide like any other answer; `code` says what. */
  | (CheckReport & { readonly outcome: 'TO_REVIEW'; readonly code: string })
  /** There is nobody to ask. No hit may be open: whatever the service had answered ends. */
  | { readonly outcome: 'NOBODY' }
  /** There is somebody to ask, who has not said anything yet. */
  | { readonly outcome: 'WAITING' }

export type ReportedFinding = Extract<CheckFinding, CheckReport>
export type SilentFinding = Exclude<CheckFinding, CheckReport>

interface Standing {
  readonly state: Extract<ResponseState, 'ACCEPTED' | 'PENDING' | 'DENIED'>
  readonly hit: Hit | null
  readonly check: CheckOutcome
  readonly findings: readonly Finding[]
}

/** What the finding makes of the answer that holds it. */
export function standingOf(finding: ReportedFinding): Standing {
  const found = (code: string) => [{ code, evidenceId: null }]
  switch (finding.outcome) {
    case 'CLEAR':
      return { state: 'ACCEPTED', hit: null, check: 'PASSED', findings: [] }
    case 'OPEN_HIT':
      return { state: 'PENDING', hit: 'OPEN', check: 'INCONCLUSIVE', findings: found('HIT_OPEN') }
    case 'TRUE_MATCH':
      return { state: 'DENIED', hit: 'TRUE_MATCH', check: 'FAILED', findings: found('TRUE_MATCH') }
    case 'TO_REVIEW':
      return { state: 'PENDING', hit: null, check: 'PASSED', findings: found(finding.code) }
  }
}

export function isUnanswered(finding: CheckFinding): finding is SilentFinding {
  return finding.outcome === 'NOBODY' || finding.outcome === 'WAITING'
}
