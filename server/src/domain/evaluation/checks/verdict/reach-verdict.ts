import { createHmac } from 'node:crypto'
import type { Finding } from '../../status/response-states.ts'
import type { Judgement } from '../judge-answer.ts'

/** What an account lets the checks decide about answers of one document type. */
export interface Allowed {
  readonly accept: boolean
  /** Scans too, where they were read without any doubt. */
  readonly acceptScans: boolean
  readonly sendBack: boolean
}

export interface VerdictFacts {
  readonly allowed: Allowed
  readonly judgement: Pick<Judgement, 'outcome' | 'findings' | 'isProven' | 'isSurelyRead' | 'strangers'>
  /** Bank details, and what stands in for a check: nothing of these is ever accepted without a person. */
  readonly isDelicate: boolean
  /** The files of the answer. */
  readonly evidenceIds: readonly number[]
  /** Its account's own people know what they send, and no mail should tell the supplier of their mistakes. */
  readonly isSentByContact: boolean
  /** The checks sent back what came before it: whoever sends again is asking for a person. */
  readonly wasSentBack: boolean
  /** Whether a person is to look at it though the checks would have accepted it. */
  readonly isSample: boolean
}

export type Verdict = 'ACCEPT' | 'SAMPLE' | 'SEND_BACK' | 'PERSON'

/** Who decides. Whatever is not plain goes to a person. */
export function reachVerdict(facts: VerdictFacts): Verdict {
  const { allowed, judgement, isDelicate } = facts
  const { outcome, findings, isProven, isSurelyRead } = judgement
  const maySeeScans = allowed.acceptScans && isSurelyRead
  const isClear = findings.every(({ code }) => maySeeScans && code === 'READ_FROM_PICTURE')
  if (allowed.accept && !isDelicate && outcome === 'PASSED' && isClear && isProven) {
    return facts.isSample ? 'SAMPLE' : 'ACCEPT'
  }
  const mayGoBack = allowed.sendBack && facts.isSentByContact && !facts.wasSentBack
  return mayGoBack && isPlainlyWrong(facts) ? 'SEND_BACK' : 'PERSON'
}

/**
 * What a supplier may be told at once, as its own eyes will see that it is true. A file without text is none of these:
 * most are good scans.
 */
const plainReasons: ReadonlySet<string> = new Set([
  'OTHER_COMPANY_IDENTIFIER',
  'KIND_DIFFERS',
  'PRINTED_EXPIRED',
  'ALREADY_EXPIRED',
])

/** What only says another time what such a reason says. All else is a doubt, and of doubts nobody is told. */
const consequences: Readonly<Record<string, readonly string[]>> = {
  SUBJECT_NOT_ANCHORED: ['OTHER_COMPANY_IDENTIFIER'],
  IDENTIFIER_ABSENT: ['KIND_DIFFERS'],
  DATE_MISMATCH: ['PRINTED_EXPIRED'],
}

/** Each file must be wrong by itself: one good piece among others is for a person to find. */
function isPlainlyWrong({ judgement, evidenceIds }: VerdictFacts): boolean {
  const { findings, strangers } = judgement
  const isReason = ({ code, evidenceId }: Finding) =>
    plainReasons.has(code) &&
    // A number in a footer may be anybody's; the document must say that it is about somebody else.
    (code !== 'OTHER_COMPANY_IDENTIFIER' || (evidenceId !== null && strangers.has(evidenceId)))
  const reasons = findings.filter(isReason)
  const isAboutAll = reasons.some(({ evidenceId }) => evidenceId === null)
  const isExplained = (finding: Finding) =>
    reasons.includes(finding) ||
    reasons.some(
      ({ code, evidenceId }) =>
        evidenceId === finding.evidenceId && consequences[finding.code]?.includes(code) === true,
    )
  return (
    reasons.length > 0 &&
    findings.every(isExplained) &&
    evidenceIds.every((id) => isAboutAll || reasons.some(({ evidenceId }) => evidenceId === id))
  )
}

/** The reasons among the findings, which are all that is told. */
export function toldReasons(findings: readonly Finding[]): Finding[] {
  return findings.filter(({ code }) => plainReasons.has(code))
}

interface Draw {
  /** Of a hundred. */
  readonly share: number
  readonly key: Uint8Array
  readonly responseId: number
  /** Of the answer: one that was corrected is drawn anew. */
  readonly version: number
}

/** Whether a person looks at this answer anyway. The same answer is always drawn alike, and nobody can guess how. */
export function isDrawn({ share, key, responseId, version }: Draw): boolean {
  const digest = createHmac('sha256', key).update(`${responseId}.${version}`).digest()
  return digest.readUIntBE(0, 6) % 100 < share
}
