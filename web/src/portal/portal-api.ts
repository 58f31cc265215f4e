import { createVigie, type Answer, type Body } from '@vigie/client'
import { reachService } from '../api/problem.ts'
import { showEntrance } from './entrance/entrance-state.ts'

export type Me = Answer<'portalMe'>
export type Requests = Answer<'listPortalRequests'>
export type RequestRow = Requests['dossiers'][number]['requests'][number]
export type OneRequest = Answer<'getPortalRequest'>
export type PortalAnswer = OneRequest['answers'][number]
export type Actions = Answer<'listPortalActions'>
export type Action = Actions['actions'][number]
export type FormField = NonNullable<OneRequest['formFields']>[number]
export type Checked = Answer<'checkPortalForm'>
export type FormData = Body<'answerPortalForm'>['formdata']

/** The session is a cookie; the first header is the one that no foreign page can add. */
export function portalHeaders(): Record<string, string> {
  return { 'x-vigie-client': 'web', 'accept-language': document.documentElement.lang }
}

// Nothing is repeated here: the query client, the drafts and the uploads each have their own pace.
const service = { baseUrl: '', fetch: reachService, retries: { attempts: 1 }, timeoutMs: 0 }

/** For whoever is on the way in or out. */
export const entranceApi = createVigie({ ...service, session: { headers: portalHeaders } })

/** For whoever is inside. When the session has ended they are led out, wherever they are. */
export const portalApi = createVigie({
  ...service,
  session: {
    headers: portalHeaders,
    recover: async ({ code }) => {
      noteRefusal(code)
      return false
    },
  },
})

export function noteRefusal(code: string): void {
  if (code === 'PORTAL_SESSION_ENDED') showEntrance('ended')
}
