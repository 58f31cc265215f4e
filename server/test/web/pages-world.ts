import { Secret, TOTP } from 'otpauth'
import type { TestApp } from '../harness/index.ts'
import { addContact } from '../portal/portal-desk.ts'
import type { AnswersDesk } from '../responses/answers-desk.ts'
import { approve } from '../responses/review-desk.ts'
import { screeningDesk } from '../screening/screening-desk.ts'
import { gazetteOf } from '../story/two-years/gazette.ts'
import { firstDay, openWorker, quiet } from '../story/two-years/portfolio.ts'
import { pdfPage, reviewWorld } from './review-world.ts'
import { wholeAccount } from '../../src/platform/kernel/index.ts'

export interface PagesWorld extends AnswersDesk {
  readonly companyName: string
  readonly ruleId: number
  readonly endpointId: number
  readonly mailId: number
  readonly person: { readonly email: string; readonly password: string }
  /** What stands in the mail of an invitation that nobody has answered. */
  readonly invitation: string
  /** Half of a sign-in: the second step of somebody who has an authenticator app. It lasts some minutes. */
  beginSignIn(): Promise<string>
}

/** An account in which every page has something to show. */
export async function pagesWorld(t: TestApp): Promise<PagesWorld> {
  const d = await reviewWorld(t, pdfPage('Extract of the register'))
  const made = async <T>(path: string, body?: unknown): Promise<T> => {
    const answer = await d.post(path, body)
    if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.body}`)
    return answer.json<T>()
  }
  for (let nth = 1; nth <= 4; nth += 1) await t.given.thirdParty(d, nth)
  await addContact(t, d, { language: 'en' })
  await made(`/thirdparties/${d.thirdpartyId}/comments`, { text: 'The factory moves in May.' })
  const rule = { name: 'Everyone', dossierTypeCodes: ['SCREENING'] }
  const { ruleId } = await made<{ ruleId: number }>('/rules', rule)
  const worker = await openWorker(
    t,
    gazetteOf(() => [], firstDay),
  )
  try {
    await made(`/rules/${ruleId}/activate`)
    await d.send('FISCAL_REG', [{ name: 'fiscal.pdf', content: pdfPage('No tax is owed') }])
    await quiet(t)
    const pending = await d.document('FISCAL_REG')
    const { evidences } = pending as unknown as { evidences: { responseId: number }[] }
    await approve(d, evidences[0]?.responseId ?? 0)
    await quiet(t)
  } finally {
    await worker.stop()
  }
  await addUnits(made, d.thirdpartyId)
  await addOwners(t, d)
  await addHit(t, d)
  const hook = { url: 'https://hooks.example.com/v' }
  const { endpointId } = await made<{ endpointId: number }>('/webhooks', hook)
  const { name } = (await d.get(`/thirdparties/${d.thirdpartyId}`)).json<{ name: string }>()
  const { content } = (await d.get('/mailbox/mails')).json<{ content: { mailId: number }[] }>()
  const mailId = content[0]?.mailId ?? 0
  return { ...d, ...(await addPeople(t, d)), companyName: name, ruleId, endpointId, mailId }
}

/** Some beneath others, and the company in one of them. */
async function addUnits(made: <T>(path: string, body: object) => Promise<T>, thirdpartyId: number) {
  const add = async (name: string, parentId: number | null) =>
    (await made<{ unitId: number }>('/units', { name, parentId })).unitId
  const europe = await add('Europe', null)
  const france = await add('France', europe)
  await add('Asia and the Pacific', null)
  await made(`/units/${france}/thirdparties`, { how: 'ADD', thirdpartyIds: [thirdpartyId] })
}

/** A team, and a rule that gives everything to it. */
async function addOwners(t: TestApp, { accountId, base, token }: AnswersDesk): Promise<void> {
  const { userId } = await t.given.person([accountId], ['MANAGER'])
  const body = { name: 'Buyers', userIds: [userId] }
  const { teamId } = (await t.call('POST', `${base}/teams`, { token, body })).json<{ teamId: number }>()
  const rules = [{ countries: ['FR', 'BE'], owner: { teamId } }]
  const answer = await t.call('PUT', `${base}/owner-rules`, { token, body: { rules } })
  if (answer.statusCode !== 200) throw new Error(`No owner rule: ${answer.body}`)
}

/** The company is on a list of sanctions, which readers may know. */
async function addHit(t: TestApp, d: AnswersDesk): Promise<void> {
  const { token, base } = d
  await t.call('PATCH', `${base}/screening/settings`, { token, body: { readersSeeHits: true } })
  const { name } = (await d.get(`/thirdparties/${d.thirdpartyId}`)).json<{ name: string }>()
  const s = await screeningDesk(t, d)
  await s.publish([])
  await s.publish([{ id: 1, name }])
  if ((await s.hits()).length === 0) throw new Error('No hit was opened.')
}

async function addPeople(t: TestApp, { accountId, base, token }: AnswersDesk) {
  const invite = async (office: { base: string; token: string }, email: string) => {
    const body = { email, name: 'Walter', roles: ['READER', 'AUDITOR'] }
    const { statusCode } = await t.call('POST', `${office.base}/users`, { token: office.token, body })
    if (statusCode !== 201) throw new Error(`${email} was not invited.`)
  }
  const email = 'walter@people.example'
  await invite({ base, token }, email)
  const { secret } = await t.db.read(wholeAccount(accountId), (tx) =>
    tx.selectFrom('mail').select('secret').where('recipient', '=', email).executeTakeFirstOrThrow(),
  )
  const person = await t.given.person([accountId])
  await invite(await t.given.office(), person.email)
  const careful = await t.given.person([accountId], ['READER'])
  await addAuthenticator(t, careful)
  const beginSignIn = async () => {
    const body = { email: careful.email, password: careful.password }
    const half = await t.call('POST', '/auth/sign-in', { body })
    return half.json<{ secondFactor: { challenge: string } }>().secondFactor.challenge
  }
  return { person, invitation: secret ?? '', beginSignIn }
}

/** An authenticator app, as the person would add it on their page. */
export async function addAuthenticator(t: TestApp, { token }: { token: string }): Promise<void> {
  const begun = await t.call('POST', '/me/second-factors/totp/begin', { token })
  const { challenge, secret } = begun.json<{ challenge: string; secret: string }>()
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  const body = { challenge, name: 'Telephone', code }
  const added = await t.call('POST', '/me/second-factors/totp', { token, body })
  if (added.statusCode !== 201) throw new Error(`No second factor: ${added.body}`)
}
