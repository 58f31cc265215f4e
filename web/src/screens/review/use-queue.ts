import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { requestedDocumentQuery, queueQuery, type QueueRow } from './review.queries.ts'
import type { Decisions } from './use-decisions.ts'
import { accountNow } from '../../ui/account-clock.ts'

export const here = '/account/$accountId/review'

/** What is looked at: a row of the queue, or a document another page sent us to. */
export type Item = Omit<QueueRow, 'thirdpartyName' | 'dossierType' | 'matchedEvents'> &
  Partial<Pick<QueueRow, 'thirdpartyName' | 'dossierType'>>

/** The answer that waits, as the list knows it. */
export function waitingOf({ evidences }: Item): number | null {
  const found = evidences.find(({ status }) => status === 'PENDING' || status === 'CHECKING')
  return found?.responseId ?? null
}

export type Due = 'any' | 'late' | 'week'

const day = 86_400_000
const dueBefore: Record<Due, () => string | undefined> = {
  any: () => undefined,
  late: () => new Date(accountNow()).toISOString().slice(0, 10),
  week: () => new Date(accountNow() + 8 * day).toISOString().slice(0, 10),
}

/** The list of what waits, without what was just decided, and the place in it. */
export function useQueue(accountId: number, { isGone }: Decisions, picksFirst: boolean) {
  const search = useSearch({ from: here })
  const navigate = useNavigate()
  const [due, setDue] = useState<Due>('any')
  const before = dueBefore[due]()
  const query = useInfiniteQuery(queueQuery(accountId, { ...search, ...(before && { dueBefore: before }) }))
  const loaded = query.data?.pages.flatMap(({ content }) => content) ?? []
  const rows = loaded.filter((row) => !isGone(waitingOf(row) ?? 0))
  const found = rows.find(({ documentId }) => documentId === search.document)
  const named = useNamed(accountId, found === undefined && query.isSuccess)
  const item: Item | undefined = found ?? named.item ?? (picksFirst && !named.asked ? rows[0] : undefined)
  const at = item ? rows.findIndex(({ documentId }) => documentId === item.documentId) : -1
  const total = query.data?.pages[0]?.totalElements ?? 0
  const open = (documentId: number | undefined) =>
    void navigate({
      from: here,
      search: ({ document: _, dossier: __, ...others }: Record<string, unknown>) =>
        documentId === undefined ? others : { ...others, document: documentId },
      replace: search.document !== undefined && documentId !== undefined,
    })
  return {
    query,
    rows,
    item,
    named,
    /** Counted by the server; what was decided since is taken off. */
    total: Math.max(total - (loaded.length - rows.length), rows.length),
    next: rows[at + 1],
    previous: at > 0 ? rows[at - 1] : undefined,
    open,
    filter: search,
    due,
    setDue,
    setFilter: (change: {
      theme?: string | undefined
      type?: string | undefined
      sort?: string | undefined
    }) =>
      void navigate({
        from: here,
        search: ({ document: _, ...others }) => defined({ ...others, ...change }),
        replace: true,
      }),
  }
}

export type Queue = ReturnType<typeof useQueue>

function defined<T extends object>(members: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never
}

/** A document the address names that is not among the rows: its dossier tells where to find it. */
function useNamed(accountId: number, isNeeded: boolean) {
  const { document: documentId, dossier: dossierId } = useSearch({ strict: false }) as {
    document?: number
    dossier?: number
  }
  const enabled = isNeeded && documentId !== undefined && dossierId !== undefined
  const place = { accountId, dossierId: dossierId ?? 0, documentId: documentId ?? 0 }
  const query = useQuery({ ...requestedDocumentQuery(place), enabled })
  const requested = isNeeded && documentId !== undefined
  return {
    asked: requested,
    isMissing: requested && (!enabled || query.isError),
    item: enabled ? query.data : undefined,
  }
}
