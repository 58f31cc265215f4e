import type { DocumentType } from '../../../src/domain/evaluation/catalogue/catalogue.schema.ts'
import type { TaskName, Tasks } from '../../../src/platform/jobs/index.ts'
import { ownDossier } from '../../access/world.ts'
import type { FakeSmtp } from '../../fakes/smtp.ts'
import { filledForm } from '../../model/filled-form.ts'
import { addContact, enter, guestOf, linkFor } from '../../portal/portal-desk.ts'
import { givenFinding } from '../../findings/given-finding.ts'
import { givenPlan } from '../../findings/given-plan.ts'
import { multipartBody, picture } from '../../responses/answers-desk.ts'
import { givenAnswer } from '../../responses/given-answer.ts'
import { queued } from '../../responses/queued.ts'
import type { Stage } from '../stage.ts'
import { approvable, approving } from './approval-attempts.ts'
import { outcomeOf, type Attempt } from './attempt.ts'
import { onboarding } from './onboarding.ts'

interface Prepared {
  readonly payload: object
  /** Before each try: what the job itself put off. */
  readonly again?: () => unknown
  readonly plan?: string
}
type Prepare = (stage: Stage, smtp: FakeSmtp) => Promise<Prepared>

const idOf = (path: string) => Number(path.split('/').at(-1))

/** The last job queued under this name, as if a worker had taken it. */
async function taken<T extends TaskName>({ t, accountId }: Stage, task: T): Promise<Tasks[T]> {
  const payload = (await queued(t, accountId, task)).at(-1)
  if (!payload) throw new Error(`No ${task} is queued.`)
  return payload
}

async function checkedPicture(stage: Stage): Promise<Prepared> {
  const responseId = await stage.answer((await onboarding(stage))('NDA'), picture)
  return { payload: { accountId: stage.accountId, responseId } }
}

/** Jobs with something to do and to tell of. */
const ofAccount: Partial<Record<TaskName, Prepare>> = {
  'announcements.watch-account': async ({ t, act, accountId, company, published }) => {
    await company()
    const publishedOn = (await act<{ now: string }>('GET', '/clock')).now.slice(0, 10)
    published.push({ key: 'F1', kind: 'CHANGES', publishedOn })
    const due = `update announcement_watch set due_at = '2020-01-01' where account_id = $1`
    const again = () => t.admin.query(due, [accountId])
    return { payload: { accountId }, again, plan: 'announcement_watch' }
  },
  'datahub.poll-account': async ({ t, act, accountId, company }) => {
    const id = await company()
    const scale = { id: 'T', version: '1', min: 0, max: 100, direction: 'HIGHER_IS_BETTER', bands: [] }
    const http = { baseUrl: 'http://127.0.0.1:9', path: '/', query: { of: '{siren}' } }
    const settings = { kind: 'HTTP', label: 'Asked', scale, http, pollHours: 24, staleAfterDays: 30 }
    await act('PUT', '/datahub/providers/SECURITY_RATING', settings)
    await act('POST', `/thirdparties/${id}/monitoring/SECURITY_RATING/activate`)
    const due = `update datahub_monitoring set due_at = '2020-01-01' where thirdparty_id = $1`
    const again = () => t.admin.query(due, [id])
    return { payload: { accountId }, again, plan: 'datahub_monitoring' }
  },
  'identity.complete': async ({ t, accountId, company }) => {
    const thirdpartyId = await company()
    await t.admin.query(`update thirdparty set name = 'Former' where thirdparty_id = $1`, [thirdpartyId])
    return { payload: { accountId, thirdpartyId } }
  },
  'identity.refresh-slice': async ({ t, accountId, company }) => {
    const id = await company()
    await t.admin.query(`update thirdparty set name = 'Former' where thirdparty_id = $1`, [id])
    const due = `update thirdparty_refresh set due_at = '2020-01-01' where thirdparty_id = $1`
    const again = () => t.admin.query(due, [id])
    return { payload: { accountId }, again, plan: 'thirdparty_refresh' }
  },
  'attributes.recompute': async (stage) => {
    await stage.company()
    const calculated = 'thirdparty.countryCode'
    await stage.act('POST', '/attributes', { label: 'Its country', type: 'string', calculated })
    return { payload: await taken(stage, 'attributes.recompute') }
  },
  'rules.apply': async ({ act, accountId, company }) => {
    await company()
    const { ruleId } = await act<{ ruleId: number }>('POST', '/rules', {
      name: 'All',
      dossierTypeCodes: ['CSR'],
    })
    await act('POST', `/rules/${ruleId}/activate`)
    return { payload: { accountId, thirdpartyIds: null } }
  },
  'catalogue.apply': async ({ act, accountId, company, dossier }) => {
    const type = '/dossier-types/APPLIED'
    const publish = async (code: string) => {
      await act('PUT', type, { ...ownDossier.definition('Applied'), documents: [{ code, required: true }] })
      await act('POST', `${type}/publish`, { dryRun: false, applyToOpen: false })
    }
    await publish('NDA')
    await dossier(await company(), 'APPLIED')
    await publish('GTC')
    return { payload: { accountId, dossierTypeCode: 'APPLIED', typeVersion: 2 } }
  },
  'indicators.recompute': async ({ accountId, company, dossier }) => {
    const id = await company()
    await dossier(id, 'SCREENING')
    return { payload: { accountId, thirdpartyIds: [id] } }
  },
  'datahub.answer-ratings': async ({ t, accountId, company, dossier }) => {
    const thirdpartyId = await company()
    await dossier(thirdpartyId, 'CYBERSECURITY')
    // There is a provider by now, so what was said before there was one is taken back.
    await t.admin.query(
      `update document set no_source = true, status_reason = 'NO_SOURCE'
       where thirdparty_id = $1 and code = 'SECURITY_RATING'`,
      [thirdpartyId],
    )
    return { payload: { accountId, thirdpartyIds: [thirdpartyId] } }
  },
  'responses.register-status': async ({ accountId, company, dossier }) => {
    const thirdpartyId = await company()
    await dossier(thirdpartyId, 'SCREENING')
    return { payload: { accountId, thirdpartyId } }
  },
  'responses.check': checkedPicture,
  'responses.check-scans': async (stage) => {
    // A dossier of its own: a second answer to the document of the attempt before would leave that one nothing to check.
    const { document } = await stage.dossier(await stage.company(), 'ONBOARDING')
    const responseId = await stage.answer(document('NDA'), picture)
    return { payload: { accountId: stage.accountId, responseId } }
  },
  'responses.verify': async (stage) => {
    const { document } = await stage.dossier(await stage.company(), 'VIGILANCE')
    const effectiveDate = new Date().toISOString().slice(0, 10)
    const responseId = await stage.answer(document('FISCAL_REG'), picture, { effectiveDate })
    await stage.worker.run('responses.check', { accountId: stage.accountId, responseId })
    return { payload: await taken(stage, 'responses.verify') }
  },
  'responses.form-pdf': async (stage) => {
    const { act, accountId } = stage
    const document = await onboarding(stage)
    const type = await act<{ definition: DocumentType }>('GET', '/document-types/CODE_CONDUCT')
    const formdata = filledForm(type.definition.fields, 1)
    const url = `${document('CODE_CONDUCT')}/responses`
    const { responseId } = await act<{ responseId: number }>('POST', url, { formdata })
    return { payload: { accountId, responseId } }
  },
  'responses.reuse': async (stage) => ({
    payload: { accountId: stage.accountId, documentIds: [(await givenOnce(stage)).second] },
  }),
  'responses.revoke-copies': async (stage) => {
    const { first, second } = await givenOnce(stage)
    await stage.worker.run('responses.reuse', { accountId: stage.accountId, documentIds: [second] })
    await stage.act('POST', `/responses/${first}/reject`, { shareRejectionReason: false })
    return { payload: { accountId: stage.accountId, responseId: first } }
  },
  'responses.expire-account': async (stage) => {
    const { t, accountId } = stage
    const document = await onboarding(stage)
    const documentId = idOf(document('INS_LIABILITY'))
    const ended = { state: 'ACCEPTED', expirationDate: '2020-01-31' }
    await givenAnswer(t, { accountId, documentId, ...ended })
    return { payload: { accountId } }
  },
  'responses.expire-drafts': async (stage) => {
    const { t, accountId } = stage
    const documentId = idOf((await onboarding(stage))('GTC'))
    await givenOld(t, { accountId, documentId, state: 'DRAFT' })
    return { payload: {} }
  },
  'findings.check-evidence': async (stage) => {
    const { t, accountId, base, token } = stage
    const thirdpartyId = await stage.company()
    const { actionId } = await givenFinding(t.admin, { accountId, thirdpartyId, text: 'A gap' })
    const { payload, contentType } = multipartBody([picture])
    const headers = { authorization: `Bearer ${token}`, 'content-type': contentType }
    const url = `${base}/corrective-actions/${actionId}/evidence`
    await t.app.inject({ method: 'POST', url, headers, payload })
    return { payload: await taken(stage, 'findings.check-evidence') }
  },
  'findings.take-plan': async (stage) => {
    const { t, accountId } = stage
    const { document } = await stage.dossier(await stage.company(), 'DUTY_OF_VIGILANCE')
    const documentId = idOf(document('CAP'))
    const formdata = givenPlan([{}])
    const responseId = await givenAnswer(t, { accountId, documentId, state: 'ACCEPTED', formdata })
    return { payload: { accountId, responseId } }
  },
  'findings.remind-account': async (stage) => {
    const { t, accountId } = stage
    const { thirdpartyId } = await person(stage)
    await givenFinding(t.admin, { accountId, thirdpartyId, text: 'A gap' })
    return { payload: { accountId } }
  },
  'retention.run-account': async (stage) => {
    const { t, accountId } = stage
    const documentId = idOf((await onboarding(stage))('REG_PROOF'))
    await givenOld(t, { accountId, documentId, state: 'DENIED' })
    return { payload: { accountId } }
  },
  'invitations.invite': async (stage) => {
    const { thirdpartyId } = await person(stage)
    return { payload: { accountId: stage.accountId, thirdpartyId } }
  },
  'invitations.reinvite-account': async (stage) => {
    await longAgo(stage, (await person(stage)).contactId)
    return { payload: { accountId: stage.accountId } }
  },
  'invitations.remind-account': async (stage) => {
    const { contactId } = await person(stage)
    await longAgo(stage, contactId)
    await enter(stage.t, await linkFor(stage.t, stage, contactId))
    return { payload: { accountId: stage.accountId } }
  },
  'portal.sweep': async (stage) => {
    const guest = await guestOf(stage.t, { ...stage, thirdpartyId: await stage.company() })
    await guest.call('POST', '/decline', { reason: 'NOT_ME', colleague: { email: 'left@alone.example' } })
    await stage.t.admin.query(
      `update contact set created_at = created_at - interval '91 days' where suggested_by = $1`,
      [guest.contactId],
    )
    return { payload: {} }
  },
  'mail.send': async (stage, smtp) => {
    const { accountId, worker } = stage
    const { thirdpartyId } = await person(stage)
    await worker.run('invitations.invite', { accountId, thirdpartyId })
    const payload = await taken(stage, 'mail.send')
    return { payload, again: () => smtp.misbehave('unknown-550'), plan: 'mail' }
  },
  'relationships.review': async (stage) => ({
    payload: { accountId: stage.accountId, thirdpartyIds: [await endedDecision(stage)] },
  }),
  'relationships.expire-account': async (stage) => {
    await endedDecision(stage)
    return { payload: { accountId: stage.accountId } }
  },
  'approvals.follow': async (stage) => {
    const { payload } = await approvable(stage)
    return { payload }
  },
  // Of two who have to approve one has, and the other leaves.
  'approvals.run-account': async (stage) => {
    const { path, first, teamId } = await approving(stage)
    const decided = `${path}/approval/steps/TEAM/decision`
    await stage.act('POST', decided, { outcome: 'APPROVED' }, first.token)
    await stage.act('PUT', `/teams/${teamId}/members`, { userIds: [first.userId] })
    return { payload: { accountId: stage.accountId } }
  },
  'renewals.run-account': async ({ t, accountId, company, dossier }) => {
    const { dossierId } = await dossier(await company(), 'SCREENING')
    await t.admin.query(`update dossier set expiration_date = '2020-01-31' where dossier_id = $1`, [
      dossierId,
    ])
    return { payload: { accountId } }
  },
  'invitations.hand-on': async (stage) => {
    const { t, accountId } = stage
    const { contactId, thirdpartyId } = await person(stage)
    await addContact(t, { ...stage, thirdpartyId }, { themes: ['ETHICS'] })
    // Each contact is settled by itself; those of other attempts have nobody beside them, and nothing to tell.
    const lost = `update contact set handed_on_at = case when contact_id <> $1 then account_now(account_id) end,
      bounced_at = case when contact_id = $1 then account_now(account_id) else bounced_at end where account_id = $2`
    await t.admin.query(lost, [contactId, accountId])
    return { payload: { accountId } }
  },
}

/** A company with which the account worked until long ago. */
async function endedDecision({ t, act, company }: Stage): Promise<number> {
  const thirdpartyId = await company()
  const decision = { state: 'APPROVED', reason: 'Known for years' }
  await act('PUT', `/thirdparties/${thirdpartyId}/relationship`, decision)
  const end = `update thirdparty set relationship_until = '2020-01-31' where thirdparty_id = $1`
  await t.admin.query(end, [thirdpartyId])
  return thirdpartyId
}

/** Somebody of a company of which something is asked. */
async function person(stage: Stage) {
  const thirdpartyId = await stage.company()
  const { contactId } = await addContact(stage.t, { ...stage, thirdpartyId })
  await stage.dossier(thirdpartyId, 'SCREENING')
  return { thirdpartyId, contactId }
}

const longAgo = ({ t }: Stage, contactId: number) =>
  t.admin.query(
    `update contact set invited_at = account_now(account_id) - interval '20 days',
       last_invited_at = account_now(account_id) - interval '20 days' where contact_id = $1`,
    [contactId],
  )

/** Of a hundred and one years ago: longer than any piece is kept. */
async function givenOld(t: Stage['t'], given: Parameters<typeof givenAnswer>[1]): Promise<void> {
  const id = await givenAnswer(t, given)
  await t.admin.query(
    `update response set updated_at = updated_at - interval '101 years' where response_id = $1`,
    [id],
  )
}

/** An accepted answer of one dossier, and the document of another that may take it over. */
async function givenOnce({ t, accountId, company, dossier }: Stage) {
  const id = await company()
  const { document } = await dossier(id, 'ONBOARDING')
  const other = await dossier(id, 'VIGILANCE')
  const documentId = idOf(document('FISCAL_REG'))
  const accepted = { state: 'ACCEPTED', scope: 'THIRD_PARTY', expirationDate: '2090-01-31' } as const
  const first = await givenAnswer(t, { accountId, documentId, ...accepted })
  return { first, second: idOf(other.document('FISCAL_REG')) }
}

export async function jobAttempts(stage: Stage, smtp: FakeSmtp): Promise<Attempt[]> {
  const { accountId, worker } = stage
  const attempts: Attempt[] = []
  for (const [name, prepare] of Object.entries(ofAccount)) {
    const { payload, again, plan } = await prepare(stage, smtp)
    const make = async () => {
      await again?.()
      return outcomeOf(worker.run(name as TaskName, payload as never))
    }
    attempts.push({ name, accountId, make, ...(plan === undefined ? {} : { plan }) })
  }
  return attempts
}
