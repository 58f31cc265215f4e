import type { Language } from '../../../../platform/kernel/index.ts'
import type { AuditTrailInput } from '../pdf/audit-trail-pdf.ts'
import type { ProofEvent } from '../proof/proof-manifest.ts'
import { trailTexts } from './trail-texts.ts'
import type { TrailAnswer } from './trail.queries.ts'

type Checks = AuditTrailInput['checks']
type Outcome = Checks[number]['outcome']

const outcomes: Readonly<Record<string, Outcome>> = {
  PASSED: 'PASSED',
  VERIFIED: 'PASSED',
  INCONCLUSIVE: 'INCONCLUSIVE',
  FAILED: 'FAILED',
  REFUSED: 'FAILED',
}

/** What checks ended with, and when, as their events tell; acceptance by a check is one too. */
export function checksIn({
  answers,
  events,
  language,
}: {
  answers: readonly TrailAnswer[]
  events: readonly ProofEvent[]
  language: Language
}): Checks {
  const words = trailTexts(language)
  return events.flatMap((event) => {
    const { data } = event.words
    const of = { at: event.occurredAt }
    if (event.eventName === 'DOCUMENT_DOCCHECK_STATUS_UPDATE') {
      const outcome = outcomes[data['after'] as string]
      const detail = typeof data['reference'] === 'string' ? { detail: data['reference'] } : {}
      return outcome ? [{ ...of, name: words.provider, outcome, ...detail }] : []
    }
    const checkName = event.eventName === 'DOCUMENT_ANSWER_UPDATED' ? data['check'] : undefined
    const outcome =
      checkName === undefined ? outcomeOfAutomaticCheck(event, answers) : outcomes[checkName as string]
    const found = (data['findings'] ?? []) as { code: string }[]
    const detail = found.length > 0 ? { detail: found.map(({ code }) => code).join(', ') } : {}
    return outcome ? [{ ...of, name: words.checks, outcome, ...detail }] : []
  })
}

function outcomeOfAutomaticCheck(event: ProofEvent, answers: readonly TrailAnswer[]): Outcome | undefined {
  if (event.eventName !== 'DOCUMENT_ANSWER_ACCEPTED' || event.actorType !== 'JOB') return undefined
  const { responseId } = event.words.data
  const answer = answers.find((one) => one.responseId === responseId)
  return outcomes[answer?.checkOutcome ?? '']
}
