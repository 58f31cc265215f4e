import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '@vigie/client'
import { portalApi, type PortalAnswer } from '../portal-api.ts'

export type Reading = Answer<'getPortalDraftReading'>

/** Reading takes seconds: it is asked for at this pace until nothing is being read any more. */
const paceMs = 700

/** Asked for anew whenever other files are in the draft. */
export const draftReadingQuery = ({ documentId, files }: Pick<PortalAnswer, 'documentId' | 'files'>) =>
  queryOptions({
    queryKey: ['request', documentId, 'reading', files.map(({ fileId }) => fileId)],
    queryFn: ({ signal }) =>
      portalApi.get('/portal/api/requests/{documentId}/draft/reading', { path: { documentId }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.files.some((file) => file.state === 'READING') === true ? paceMs : false,
  })
