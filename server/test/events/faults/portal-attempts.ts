import type { LightMyRequestResponse } from 'fastify'
import type { DocumentType } from '../../../src/domain/evaluation/catalogue/catalogue.schema.ts'
import { givenFinding } from '../../findings/given-finding.ts'
import { filledForm } from '../../model/filled-form.ts'
import { guestOf, type Guest } from '../../portal/portal-desk.ts'
import { picture } from '../../responses/answers-desk.ts'
import { givenAnswer } from '../../responses/given-answer.ts'
import type { Stage } from '../stage.ts'
import { done, type Attempt } from './attempt.ts'
import type { Breaker } from './break-journal.ts'

interface Visit {
  readonly stage: Stage
  readonly breaker: Breaker
  readonly guest: Guest
  readonly thirdpartyId: number
  /** Of something asked of their company. */
  readonly request: (code: string) => string
}
type Act = () => Promise<LightMyRequestResponse>

function accepted(answer: LightMyRequestResponse): LightMyRequestResponse {
  if (answer.statusCode >= 400) throw new Error(answer.body)
  return answer
}

/** What people of third parties do, each with what has to be there before; they share one visit. */
const inPortal: Readonly<Record<string, (visit: Visit) => Promise<Act>>> = {
  changePortalLanguage:
    async ({ guest }) =>
    () =>
      guest.call('PATCH', '/me', { language: 'en' }),
  addPortalFiles: async ({ guest, request }) => {
    const path = `${request('INS_LIABILITY')}/draft/files`
    accepted(await guest.files(path, [picture]))
    return () => guest.files(path, [{ ...picture, name: 'second.png' }])
  },
  removePortalFile: async ({ guest, request }) => {
    const path = `${request('ACCOUNTS')}/draft/files`
    const draft = accepted(await guest.files(path, [picture, { ...picture, name: 'second.png' }]))
    const { files } = draft.json<{ files: { fileId: number }[] }>()
    return () => guest.call('DELETE', `${path}/${files[0]?.fileId}`)
  },
  submitPortalDraft: async ({ guest, request }) => {
    accepted(await guest.files(`${request('NDA')}/draft/files`, [picture]))
    return () => guest.call('POST', `${request('NDA')}/draft/submit`)
  },
  dropPortalDraft: async ({ guest, request }) => {
    accepted(await guest.files(`${request('DPA_ART28')}/draft/files`, [picture]))
    return () => guest.call('DELETE', `${request('DPA_ART28')}/draft`)
  },
  continuePortalUpload: async ({ guest, request }) => {
    const bytes = Buffer.from(picture.content)
    const begun = await guest.begin(`${request('GTC')}/uploads`, picture.name, bytes.length)
    const path = String(accepted(begun).headers['location']).replace('/portal/api', '')
    // The last bytes count once the file is in the draft, which is what cannot be journaled.
    return () => guest.part(path, 0, bytes)
  },
  sendPortalEvidence: async ({ stage: { t, accountId }, guest, thirdpartyId }) => {
    const { actionId } = await givenFinding(t.admin, { accountId, thirdpartyId, text: 'A gap' })
    return () => guest.call('POST', `/actions/${actionId}/evidence`, { comment: 'Done.' })
  },
  savePortalDraft: async ({ guest, request }) => {
    const draft = `${request('UBO')}/draft`
    accepted(await guest.call('PUT', draft, { formdata: [] }))
    return () => guest.call('PUT', draft, { effectiveDate: '2026-01-31' })
  },
  answerPortalForm: async ({ stage, guest, request }) => {
    const type = await stage.act<{ definition: DocumentType }>('GET', '/document-types/CODE_CONDUCT')
    const formdata = filledForm(type.definition.fields, 1)
    return () => guest.call('POST', `${request('CODE_CONDUCT')}/answers`, { formdata })
  },
  withdrawPortalAnswer: async ({ stage: { t, accountId }, guest, request }) => {
    const documentId = Number(request('FISCAL_REG').split('/').at(-1))
    const submittedBy = { type: 'CONTACT', id: guest.contactId }
    await givenAnswer(t, { accountId, documentId, submittedBy })
    return () => guest.call('POST', `${request('FISCAL_REG')}/withdraw`)
  },
}

export async function portalAttempts(stage: Stage, breaker: Breaker): Promise<Attempt[]> {
  const { t, accountId, company, dossier } = stage
  const office = { ...stage, thirdpartyId: await company() }
  const { document } = await dossier(office.thirdpartyId, 'ONBOARDING')
  const request = (code: string) => `/requests/${document(code).split('/').at(-1)}`
  const { thirdpartyId } = office
  const visit = { stage, breaker, request, thirdpartyId, guest: await guestOf(t, office) }
  const attempts: Attempt[] = []
  const add = (name: string, act: Act) =>
    attempts.push({ name, accountId, make: async () => outcomeOf(await act()) })
  for (const [name, prepare] of Object.entries(inPortal)) add(name, await prepare(visit))
  const unwilling = await guestOf(t, office)
  add('declineRequests', () => unwilling.call('POST', '/decline', { reason: 'NOT_ME' }))
  return attempts
}

function outcomeOf(answer: LightMyRequestResponse): string {
  return answer.statusCode < 400 ? done : `${answer.statusCode} ${answer.json<{ code: string }>().code}`
}
