import { infiniteQueryOptions, QueryClient, queryOptions } from '@tanstack/react-query'
import { isProblem } from '../api/problem.ts'
import { mailedLink } from './mailed-link.ts'
import { entranceApi, portalApi, type Me } from './portal-api.ts'

const attempts = 2
export const refreshMs = 30_000

/** Asking again helps against a weak network and a busy server, never against a refusal. */
function shouldRetry(failures: number, error: Error): boolean {
  return failures < attempts && (!isProblem(error) || error.retryable)
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: shouldRetry, staleTime: 5_000 },
    // What is changed is asked for by hand again: its words stay on the page meanwhile.
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Who is here: by the link they followed, or by a visit that still lasts. */
export type Visit = { me: Me } | { outside: 'refused' | 'none' }

async function loadVisit(signal: AbortSignal): Promise<Visit> {
  const link = mailedLink.get()
  let refused = false
  if (link !== null) {
    try {
      await entranceApi.post('/portal/api/session', { body: { link } })
    } catch (error) {
      if (!isProblem(error) || error.retryable) throw error
      refused = true
    }
    mailedLink.traded()
  }
  try {
    return { me: await entranceApi.get('/portal/api/me', { signal }) }
  } catch (error) {
    if (!isProblem(error, 'PORTAL_SESSION_ENDED')) throw error
    return { outside: refused ? 'refused' : 'none' }
  }
}

export const visitQuery = queryOptions({
  queryKey: ['visit'],
  queryFn: ({ signal }): Promise<Visit> => loadVisit(signal),
  staleTime: Number.POSITIVE_INFINITY,
})

export const requestsQuery = queryOptions({
  queryKey: ['requests'],
  queryFn: ({ signal }) => portalApi.get('/portal/api/requests', { signal }),
  refetchInterval: refreshMs,
})

export const actionsQuery = queryOptions({
  queryKey: ['actions'],
  queryFn: ({ signal }) => portalApi.get('/portal/api/actions', { signal }),
  refetchInterval: refreshMs,
})

export const requestQuery = (documentId: number) =>
  queryOptions({
    queryKey: ['request', documentId],
    queryFn: ({ signal }) =>
      portalApi.get('/portal/api/requests/{documentId}', { path: { documentId }, signal }),
    refetchInterval: refreshMs,
  })

export const historyQuery = infiniteQueryOptions({
  queryKey: ['history'],
  queryFn: ({ pageParam, signal }) => {
    const query = { size: 20, ...(pageParam !== undefined && { before: pageParam }) }
    return portalApi.get('/portal/api/history', { query, signal })
  },
  initialPageParam: undefined as number | undefined,
  getNextPageParam: (last) => last.next ?? undefined,
})

/** After anything was sent or taken back. */
export async function refreshAll(documentId: number): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['request', documentId] }),
    queryClient.invalidateQueries({ queryKey: ['requests'] }),
    queryClient.invalidateQueries({ queryKey: ['history'] }),
  ])
}
