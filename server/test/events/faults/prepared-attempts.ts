import { createHmac } from 'node:crypto'
import { buildUnsubscribeLinks } from '../../../src/domain/invitations/unsubscribe-token.ts'
import { loadConfig } from '../../../src/config.ts'
import { openInvitations } from '../../../src/open-invitations.ts'
import { ownDossier } from '../../access/world.ts'
import { guestOf } from '../../portal/portal-desk.ts'
import { multipartBody, picture } from '../../responses/answers-desk.ts'
import { givenAnswer } from '../../responses/given-answer.ts'
import { pemOf, root } from '../../seals/sealed-answers.ts'
import type { Stage } from '../stage.ts'
import { approvalAttempts } from './approval-attempts.ts'
import type { Attempt } from './attempt.ts'
import { findingAttempts } from './finding-attempts.ts'
import { onboarding } from './onboarding.ts'
import { ownerAttempts } from './owner-attempts.ts'
import { answered, type Sent } from './route-attempts.ts'

type Request = Omit<Sent, 'token'>
type Prepare = (stage: Stage) => Promise<Request>

const contactsOf = async ({ company }: Stage) => `/thirdparties/${await company()}/contacts`

/** What the samples of the access matrix leave out: each needs something to have happened before. */
const ofAccount: Readonly<Record<string, Prepare>> = {
  ...ownerAttempts,
  ...approvalAttempts,
  ...findingAttempts,
  reactivateThirdParty: async ({ act, company }) => {
    const path = `/thirdparties/${await company()}`
    await act('POST', `${path}/archive`)
    return { method: 'POST', url: `${path}/reactivate` }
  },
  refreshThirdParty: async ({ t, company }) => {
    const id = await company()
    await t.admin.query(`update thirdparty set name = 'Former name' where thirdparty_id = $1`, [id])
    return { method: 'POST', url: `/thirdparties/${id}/refresh` }
  },
  reactivateDossier: async ({ act, company, dossier }) => {
    const { path } = await dossier(await company(), 'SCREENING')
    await act('POST', `${path}/archive`)
    return { method: 'POST', url: `${path}/reactivate` }
  },
  liftLegalHold: async ({ act, company, dossier }) => {
    const { path } = await dossier(await company(), 'SCREENING')
    await act('POST', `${path}/legal-hold`, { reason: 'A dispute' })
    return { method: 'DELETE', url: `${path}/legal-hold` }
  },
  publishDossierType: async ({ act, company, dossier }) => {
    const type = '/dossier-types/RENEWED'
    const draft = (code: string) =>
      act('PUT', type, { ...ownDossier.definition('Renewed'), documents: [{ code, required: true }] })
    const body = { dryRun: false, applyToOpen: true }
    await draft('NDA')
    await act('POST', `${type}/publish`, body)
    await dossier(await company(), 'RENEWED')
    await draft('GTC')
    return { method: 'POST', url: `${type}/publish`, body }
  },
  answerDocument: async (stage) => {
    const url = `${(await onboarding(stage))('ACCOUNTS')}/responses`
    const { payload, contentType } = multipartBody([picture])
    return { method: 'POST', url, body: payload, contentType }
  },
  saveDraftForm: async (stage) => {
    const { t, accountId } = stage
    const documentId = Number((await onboarding(stage))('UBO').split('/').at(-1))
    const id = await givenAnswer(t, { accountId, documentId, state: 'DRAFT', formdata: [] })
    const body = { formdata: [{ key: 'signatory', value: 'Ada' }] }
    return { method: 'PUT', url: `/responses/${id}/form`, body }
  },
  inviteContact: async (stage) => {
    const contacts = await contactsOf(stage)
    const body = { email: 'invited@supplier.example' }
    const { contactId } = await stage.act<{ contactId: number }>('POST', contacts, body)
    return { method: 'POST', url: `${contacts}/${contactId}/invite` }
  },
  erasePerson: async (stage) => {
    const email = 'forgotten@supplier.example'
    await stage.act('POST', await contactsOf(stage), { email })
    return { method: 'POST', url: '/erasures', body: { email } }
  },
  activateMonitoring: async ({ company }) => ({
    method: 'POST',
    url: `/thirdparties/${await company()}/monitoring/ESG/activate`,
  }),
  activateDataHubProvider: async ({ company }) => ({
    method: 'POST',
    url: '/datahub/providers/NEWSFEED/activate',
    body: { thirdpartyIds: [await company()] },
  }),
  deactivateDataHubProvider: async ({ act, company }) => {
    const id = await company()
    await act('POST', `/thirdparties/${id}/monitoring/DOCCHECK/activate`)
    const body = { thirdpartyIds: [id] }
    return { method: 'POST', url: '/datahub/providers/DOCCHECK/deactivate', body }
  },
  deactivateMonitoring: async ({ act, company }) => {
    const path = `/thirdparties/${await company()}/monitoring/ESG`
    await act('POST', `${path}/activate`)
    return { method: 'POST', url: `${path}/deactivate` }
  },
  sendDataHubValues: async ({ act, company }) => {
    const id = await company()
    await act('POST', `/thirdparties/${id}/monitoring/CREDITDATA/activate`)
    const body = `thirdpartyId,score\n${id},61\n`
    return { method: 'POST', url: '/datahub/providers/CREDITDATA/values', body, contentType: 'text/csv' }
  },
  pushDataHubValues: async ({ act, company }) => {
    const id = await company()
    await act('POST', `/thirdparties/${id}/monitoring/SUSTAINSCORE/activate`)
    const scale = { id: 'T', version: '1', min: 0, max: 100, direction: 'HIGHER_IS_BETTER', bands: [] }
    const settings = { kind: 'PUSH', label: 'Pushed', scale, staleAfterDays: 30 }
    await act('PUT', '/datahub/providers/SUSTAINSCORE', settings)
    const path = '/datahub/providers/SUSTAINSCORE/rotate-secret'
    const { secret } = await act<{ secret: string }>('POST', path)
    const body = JSON.stringify({ thirdpartyId: id, score: 61 })
    const [messageId, timestamp] = ['m-1', String(Math.floor(Date.now() / 1_000))]
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    const digest = createHmac('sha256', key).update(`${messageId}.${timestamp}.${body}`).digest('base64')
    const headers = {
      'webhook-id': messageId,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${digest}`,
    }
    const url = '/datahub/push/SUSTAINSCORE'
    return { method: 'POST', url, body, headers, contentType: 'application/json' }
  },
  addSealRoot: () => {
    const certificate = pemOf(root.certificate)
    return Promise.resolve({ method: 'POST', url: '/seal-trust/roots', body: { certificate } })
  },
}

export async function preparedAttempts(stage: Stage): Promise<Attempt[]> {
  const { t, accountId, base, token } = stage
  const attempts: Attempt[] = []
  for (const [name, prepare] of Object.entries(ofAccount)) {
    const request = await prepare(stage)
    const sent = { token, ...request, url: `${base}${request.url}` }
    attempts.push({ name, accountId, make: () => answered(t, sent) })
  }
  return [...attempts, await unsubscribeAttempt(stage), await reportAttempt(stage)]
}

async function unsubscribeAttempt(stage: Stage): Promise<Attempt> {
  const { t, accountId, company } = stage
  const { contactId, email } = await guestOf(t, { ...stage, thirdpartyId: await company() })
  const settings = openInvitations({ config: loadConfig({}), publicUrl: '', secretKey: t.secretKey })
  const { url } = buildUnsubscribeLinks(stage, { contactId, email, language: 'en' }, settings).footerLink
  const contentType = 'application/x-www-form-urlencoded'
  const sent = { method: 'POST', url, contentType, body: 'List-Unsubscribe=One-Click' }
  return { name: 'unsubscribe', accountId, make: () => answered(t, sent) }
}

/** What the relay brings; the service of the test is set up with it. */
export const reportsToken = 'forty characters that only a relay knows'

async function reportAttempt(stage: Stage): Promise<Attempt> {
  const { t, accountId, act } = stage
  const thirdpartyId = await stage.company()
  const { contactId } = await guestOf(t, { ...stage, thirdpartyId })
  await act('POST', `/thirdparties/${thirdpartyId}/contacts/${contactId}/invite`)
  const { rows } = await t.admin.query<{ messageId: string }>(
    `update mail set message_id = message_id || '@example.org' where contact_id = $1
     returning message_id as "messageId"`,
    [contactId],
  )
  const at = '2026-03-31T08:15:30Z'
  const body = rows.map(({ messageId }) => ({ messageId, kind: 'BOUNCED', permanent: true, at }))
  const sent = { method: 'POST', url: '/mail/delivery-reports', token: reportsToken, body }
  return { name: 'reportDeliveries', accountId, make: () => answered(t, sent) }
}
