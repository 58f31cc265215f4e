import type { EventData, EventView } from '../../platform/journal/index.ts'

/** As of answers: whether the reader manages or decides, and whether they see bank details in full. */
export interface EventVisibility {
  readonly involved: boolean
  readonly unmasked: boolean
}

/**
 * What somebody may see of an event who neither manages nor decides: no more than the answer itself shows them. A
 * comment on a decision stays with reviewers unless it was shared. The digest of a form goes with what the form
 * hides: there are few enough bank accounts to try them all.
 */
export function maskEvent(event: EventView, { involved, unmasked }: EventVisibility): EventView {
  if (unmasked || event.resourceType !== 'DOCUMENT') return event
  const { data } = event
  const visible: EventData = { ...data }
  if (!involved && 'comment' in data && isDecision(event) && !isShared(data)) visible['comment'] = null
  if (Array.isArray(data['evidences'])) visible['evidences'] = data['evidences'].map(withoutDigest)
  return { ...event, data: visible }
}

function isDecision({ eventName }: EventView): boolean {
  return eventName.startsWith('DOCUMENT_ANSWER_')
}

function isShared({ after }: EventData): boolean {
  return (after as { shared?: unknown } | null | undefined)?.shared === true
}

function withoutDigest(evidence: unknown): unknown {
  if (typeof evidence !== 'object' || evidence === null) return evidence
  const { dataSha256: _digest, ...rest } = evidence as EventData
  return rest
}
