import type { GivenAnswer, DocumentEvent } from './review.queries.ts'

interface Person {
  readonly type: string
  readonly id: number | null
}

export interface SecondReview {
  /** Who approved first, and when. */
  readonly first: DocumentEvent | null
  /** Whoever looks has had a part in it and cannot be the other one. */
  readonly isMine: boolean
}

/** Null where one person decides. The journal tells who came first; a corrected date begins anew. */
export function secondReview(
  answer: GivenAnswer,
  events: readonly DocumentEvent[],
  { needsTwo, me }: { needsTwo: boolean; me: Person },
): SecondReview | null {
  if (!needsTwo) return null
  const last = events.find(
    ({ eventName, data }) =>
      eventName === 'DOCUMENT_ANSWER_UPDATED' && isTurningPoint(data, answer.responseId),
  )
  const first = last && (last.data as Data)['firstApproval'] === true ? last : null
  return { first, isMine: isSame(first?.actor, me) || hasSupplied(answer, me) }
}

/** Whether they sent the answer or had a hand in it. */
export function hasSupplied({ suppliers }: GivenAnswer, me: Person): boolean {
  return suppliers.some((one) => isSame(one, me))
}

type Data = Readonly<Record<string, unknown>>

function isTurningPoint(data: object, responseId: number): boolean {
  const { responseId: of, firstApproval, before } = data as Data
  return of === responseId && (firstApproval === true || typeof before === 'object')
}

function isSame(one: Person | null | undefined, other: Person): boolean {
  return one?.type === other.type && one.id === other.id
}
