import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, type Answer } from '../../api/index.ts'
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
    queryFn: ({ signal }) =>
      api.account(accountId).get('/thirdparties/imports/{importId}', { path: { importId }, signal }),
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
      api.account(accountId).get('/thirdparties/imports', { query: { size: 20, ...pageParam }, signal }),
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
  return api
    .account(accountId)
    .get('/thirdparties/imports/{importId}/errors', { path: { importId }, query, ...(signal && { signal }) })
}

export interface Upload {
  file: Blob
  /** Of a workbook: from its headings to fields, as JSON. */
  mapping?: string
  dryRun: boolean
  onDuplicate: OnDuplicate
  /** Where its companies go. */
  unit: number | null
}

export function sendImport(accountId: number, { file, unit, ...how }: Upload): Promise<ImportRecord> {
  const query = { ...how, ...(unit !== null && { unit }) }
  return api.account(accountId).post('/thirdparties/imports', { query, body: file })
}

/** The columns of a workbook, with their first cells. */
export function previewImport(accountId: number, body: Blob) {
  return api.account(accountId).post('/thirdparties/imports/preview', { body })
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
