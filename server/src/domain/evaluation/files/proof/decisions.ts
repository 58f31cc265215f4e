import type { ProofEvent } from './proof-manifest.ts'

interface Decision {
  readonly seq: number
  readonly at: Date
  readonly documentId: number
  readonly responseId: number
  readonly outcome: 'APPROVED' | 'REJECTED' | 'REVOKED'
  readonly author: string
  readonly comment: string | null
  /** Whether the third party was told the comment. */
  readonly shared: boolean
}

/** Decisions as the journal recorded them: the rows of answers know only the last one. */
export function decisionsIn(events: readonly ProofEvent[]): Decision[] {
  return events.flatMap((event) => {
    const denied = event.eventName === 'DOCUMENT_ANSWER_DENIED'
    if (!denied && event.eventName !== 'DOCUMENT_ANSWER_ACCEPTED') return []
    const { actor, data } = event.words
    const after = data['after'] as { shared?: boolean } | undefined
    return [
      {
        seq: event.seq,
        at: event.occurredAt,
        documentId: event.documentId ?? 0,
        responseId: Number(data['responseId'] ?? 0),
        outcome: denied ? (data['revoked'] === true ? 'REVOKED' : 'REJECTED') : 'APPROVED',
        author: actor,
        comment: typeof data['comment'] === 'string' ? data['comment'] : null,
        shared: after?.shared === true,
      } satisfies Decision,
    ]
  })
}
