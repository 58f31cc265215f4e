import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '@vigie/client'
import { portalApi, type PortalAnswer } from '../portal-api.ts'

export type Reading = Answer<'getPortalDraftReading'>
export type FileReading = Reading['files'][number]

/** A page of letters to be recognised takes seconds, text less than one. */
export const isScan = ({ state, progress }: FileReading) => state === 'WAITING' || progress !== null
export const isUnderWay = ({ state }: FileReading) => state === 'WAITING' || state === 'READING'

const textPaceMs = 700
const scanPaceMs = 2_000
/** Who has asked so often waits behind many others. */
const often = 60
const queuePaceMs = 10_000

/** How soon to ask again; false once nothing is being read any more. */
export function paceOf(files: readonly FileReading[], asked: number): number | false {
  const underWay = files.filter(isUnderWay)
  if (underWay.length === 0) return false
  if (!underWay.every(isScan)) return textPaceMs
  return asked < often ? scanPaceMs : queuePaceMs
}

/** Asked for anew whenever other files are in the draft. */
export const draftReadingQuery = ({ documentId, files }: Pick<PortalAnswer, 'documentId' | 'files'>) =>
  queryOptions({
    queryKey: ['request', documentId, 'reading', files.map(({ fileId }) => fileId)],
    queryFn: ({ signal }) =>
      portalApi.get('/portal/api/requests/{documentId}/draft/reading', { path: { documentId }, signal }),
    refetchInterval: ({ state }) => paceOf(state.data?.files ?? [], state.dataUpdateCount),
  })
