import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { accountUrl, api, call, type Answer } from '../../api/index.ts'
import { spreadsheetLine } from './csv.ts'

export type ImportRecord = Answer<'getImport'>
export type ImportFault = Answer<'listImportErrors'>['content'][number]
export type OnDuplicate = ImportRecord['onDuplicate']

const pollMs = 1_000

export const isUnderWay = ({ state }: Pick<ImportRecord, 'state'>): boolean =>
  state !== 'DONE' && state !== 'FAILED' && state !== 'CANCELLED'

export const importQuery = (accountId: number, importId: number) =>
  queryOptions({
    queryKey: ['imports', accountId, importId],
    queryFn: ({ signal }) => api.get('/thirdparties/imports/{importId}', { accountId, importId }, { signal }),
    refetchInterval: ({ state }) => (state.data === undefined || isUnderWay(state.data) ? pollMs : false),
  })

interface From {
  cursor?: string
}
const beginning: From = {}

export const importsQuery = (accountId: number) =>
  infiniteQueryOptions({
    queryKey: ['imports', accountId, 'list'],
    queryFn: ({ pageParam, signal }) =>
      api.get('/thirdparties/imports', { accountId }, { query: { size: 20, ...pageParam }, signal }),
    initialPageParam: beginning,
    getNextPageParam: ({ next }) => (next === null ? undefined : { cursor: next }),
  })

export const faultsQuery = (accountId: number, importId: number) =>
  infiniteQueryOptions({
    queryKey: ['imports', accountId, importId, 'errors'],
    queryFn: ({ pageParam, signal }) => faultsPage(accountId, importId, { size: 50, ...pageParam }, signal),
    initialPageParam: beginning,
    getNextPageParam: ({ next }) => (next === null ? undefined : { cursor: next }),
  })

function faultsPage(
  accountId: number,
  importId: number,
  query: { size: number; cursor?: string },
  signal?: AbortSignal,
) {
  const params = { accountId, importId }
  return api.get('/thirdparties/imports/{importId}/errors', params, { query, ...(signal && { signal }) })
}

export interface Upload {
  file: Blob
  dryRun: boolean
  onDuplicate: OnDuplicate
}

export function sendImport(accountId: number, { file, dryRun, onDuplicate }: Upload): Promise<ImportRecord> {
  const url = accountUrl('/thirdparties/imports', { accountId })
  return call<ImportRecord>(url, { method: 'POST', body: file, query: { dryRun, onDuplicate } })
}

/** All faults as a table of its own, page after page. */
export async function faultsFile(
  accountId: number,
  importId: number,
  header: readonly string[],
): Promise<Blob> {
  const lines = [spreadsheetLine(header)]
  let cursor: string | null = null
  do {
    const page: Answer<'listImportErrors'> = await faultsPage(accountId, importId, {
      size: 500,
      ...(cursor !== null && { cursor }),
    })
    for (const { row, column, message } of page.content)
      lines.push(spreadsheetLine([String(row), column ?? '', message]))
    cursor = page.next
  } while (cursor !== null)
  // The mark tells spreadsheets that this is UTF-8.
  return new Blob(['\ufeff', lines.join('\r\n')], { type: 'text/csv' })
}
