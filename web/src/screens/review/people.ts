import type { DocumentEvent } from './review.queries.ts'

type What = 'ADDED' | 'UPDATED' | 'ACCEPTED' | 'DENIED'

/** The name of who did this to an answer, as the journal has it. */
export function personOf(
  events: readonly DocumentEvent[],
  responseId: number,
  whats: readonly What[],
): string | null {
  const names: ReadonlySet<string> = new Set(whats.map((what) => `DOCUMENT_ANSWER_${what}`))
  const found = events.find(
    ({ eventName, data }) =>
      names.has(eventName) && (data as Record<string, unknown>)['responseId'] === responseId,
  )
  return found?.actor.name ?? null
}
