import type { Body } from '@vigie/client'
import { portalApi, type Checked, type FormData } from '../portal-api.ts'
import { queryClient, requestQuery } from '../queries.ts'

/** What the server does with the draft of an answer. */
export interface DraftService {
  /** What is wrong with these answers; `complete` when they are all there will be. */
  check(formdata: FormData, complete: boolean): Promise<Checked>
  save(draft: Body<'savePortalDraft'>): Promise<void>
}

export function draftService(documentId: number): DraftService {
  const path = { documentId }
  return {
    check: (formdata, complete) =>
      portalApi.post('/portal/api/requests/{documentId}/check', { path, body: { formdata, complete } }),
    save: async (body) => {
      const draft = await portalApi.put('/portal/api/requests/{documentId}/draft', { path, body })
      queryClient.setQueryData(requestQuery(documentId).queryKey, (old) => old && { ...old, draft })
    },
  }
}
