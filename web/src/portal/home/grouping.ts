import type { RequestRow, Requests } from '../portal-api.ts'

export const groups = [
  'TO_CORRECT',
  'TO_SEND',
  'TO_RENEW',
  'OPTIONAL',
  'IN_REVIEW',
  'ACCEPTED',
  'NOT_NEEDED',
] as const
export type Group = (typeof groups)[number]

export interface ListedRequest extends RequestRow {
  readonly dossierName: string
  /** Names of those of which one is enough, itself included; empty when it stands alone. */
  readonly alternatives: readonly string[]
}

export const isToDo = ({ action }: Pick<RequestRow, 'action'>) => !['WAIT', 'NOTHING'].includes(action)

export function groupOf(request: Pick<RequestRow, 'status' | 'action' | 'required'>): Group {
  const { status, action, required } = request
  const isOpen = status !== 'IN_REVIEW' && status !== 'ACCEPTED'
  if (isOpen && action === 'NOTHING') return 'NOT_NEEDED'
  // Sent for another dossier, where it is looked at.
  if (action === 'WAIT') return 'IN_REVIEW'
  return status === 'TO_SEND' && !required ? 'OPTIONAL' : status
}

/** In the order in which to deal with them: what is wrong, what is late, what is due first. */
export function inOrder({ dossiers }: Requests): ListedRequest[] {
  const all = dossiers.flatMap(({ name, requests }) =>
    requests.map((request) => ({
      ...request,
      dossierName: name,
      alternatives: alternativesOf(request, requests),
    })),
  )
  const place = (request: ListedRequest) => groups.indexOf(groupOf(request))
  const due = ({ dueDate }: ListedRequest) => dueDate ?? '9999'
  return all.toSorted(
    (a, b) => place(a) - place(b) || Number(b.required) - Number(a.required) || due(a).localeCompare(due(b)),
  )
}

function alternativesOf({ alternativeGroup }: RequestRow, requests: readonly RequestRow[]): string[] {
  if (alternativeGroup === null) return []
  const group = requests.filter((one) => one.alternativeGroup === alternativeGroup)
  return group.length > 1 ? group.map(({ name }) => name) : []
}

/** Awaited by the account: all that is required, and what was begun and is no longer good. */
const isAwaited = (request: RequestRow) => isToDo(request) && groupOf(request) !== 'OPTIONAL'

/** What to open first, or after this one. */
export function nextToDo(requests: Requests, after?: number): ListedRequest | undefined {
  const open = inOrder(requests).filter((request) => isToDo(request) && request.documentId !== after)
  return open.find(isAwaited) ?? open[0]
}

/** What is awaited still; of a group of alternatives one. */
export function countAwaited(requests: Requests): number {
  const all = requests.dossiers.flatMap((dossier) => dossier.requests)
  return requests.progress.toDo + all.filter((one) => !one.required && isAwaited(one)).length
}

const minutesFor = { FILE: 2, FORM: 4, FILE_AND_FORM: 5, CHECK: 0 }

/** A guess in good faith: of a group of alternatives the quickest counts. */
export function minutesLeft(requests: readonly RequestRow[]): number {
  const units = new Map<string, number>()
  for (const request of requests) {
    if (!isAwaited(request)) continue
    const { dossierId, alternativeGroup, documentId, kind } = request
    const key = alternativeGroup === null ? `${documentId}` : `${dossierId} ${alternativeGroup}`
    units.set(key, Math.min(units.get(key) ?? Number.POSITIVE_INFINITY, minutesFor[kind]))
  }
  const minutes = [...units.values()].reduce((sum, one) => sum + one, 0)
  return minutes > 20 ? Math.round(minutes / 5) * 5 : minutes
}
