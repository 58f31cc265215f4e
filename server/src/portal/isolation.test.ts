import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { somePicture } from '../../test/files/file-desk.ts'
import { givenFile } from '../../test/files/given-file.ts'
import { givenFinding } from '../../test/findings/given-finding.ts'
import { testApp, type TestApp } from '../../test/harness/index.ts'
import { addContact, guestOf, tus, type Guest } from '../../test/portal/portal-desk.ts'
import { reject, reviewDesk, type ReviewDesk } from '../../test/responses/review-desk.ts'
import { runAnswerJobs } from '../../test/responses/run-jobs.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS'

/** Every route of the portal that names something, with a body that would be taken. */
type Route = readonly [method: Method, path: string, body?: unknown]
const routes: readonly Route[] = [
  ['GET', '/requests/:documentId'],
  ['POST', '/requests/:documentId/check', { formdata: [] }],
  ['PUT', '/requests/:documentId/draft', { formdata: [] }],
  ['POST', '/requests/:documentId/draft/files', 'FILES'],
  ['DELETE', '/requests/:documentId/draft/files/:fileId'],
  ['GET', '/requests/:documentId/draft/reading'],
  ['DELETE', '/requests/:documentId/draft'],
  ['POST', '/requests/:documentId/draft/submit'],
  ['POST', '/requests/:documentId/answers', { formdata: [] }],
  ['POST', '/requests/:documentId/withdraw'],
  ['OPTIONS', '/requests/:documentId/uploads'],
  ['POST', '/requests/:documentId/uploads', 'BEGIN'],
  ['HEAD', '/requests/:documentId/uploads/:uploadId'],
  ['PATCH', '/requests/:documentId/uploads/:uploadId', 'PART'],
  ['DELETE', '/requests/:documentId/uploads/:uploadId'],
  ['GET', '/files/:fileId'],
  ['POST', '/actions/:actionId/evidence', 'FILES'],
  ['GET', '/evidence/:evidenceId'],
]

interface Place {
  documentId: number
  fileId: number
  uploadId: number
  actionId: number
  evidenceId: number
}

const canary = 'CANARY'
const nowhere: Place = {
  documentId: 9_007_199_254_740_991,
  fileId: 1,
  uploadId: 1,
  actionId: 1,
  evidenceId: 1,
}
const content = somePicture()
let t: TestApp
let d: ReviewDesk
let guest: Guest
let own: Place
let inside: Place
const foreign: Place[] = []

beforeAll(async () => {
  t = await testApp()
  d = await reviewDesk(t)
  guest = await guestOf(t, d)
  own = await answeredBy(guest, d.documents, d)
  await runAnswerJobs(t, d.accountId)

  // Another company of the same account, and one of another account.
  const { thirdpartyId } = await t.given.thirdParty(d, 1)
  const beside = await t.given.dossier(d, thirdpartyId)
  const neighbour = await guestOf(t, { ...d, thirdpartyId }, { lastName: canary })
  foreign.push(await answeredBy(neighbour, beside.documents, { ...d, thirdpartyId }))
  const elsewhere = await reviewDesk(t)
  const stranger = await guestOf(t, elsewhere, { lastName: canary })
  foreign.push(await answeredBy(stranger, elsewhere.documents, elsewhere))
  // A piece of the account itself, in a dossier of this very company; even its answer says the company gave it.
  const screening = await t.given.dossier(d, d.thirdpartyId, 'SCREENING')
  const documentId = screening.documents['INTEGRITY_DECISION'] ?? 0
  const { fileId } = await givenFile(t, { accountId: d.accountId, documentId, text: canary })
  // Evidence the account added itself, though it is of this company’s own action.
  const added = await givenFinding(t.admin, { ...d, text: 'A gap' })
  const { uploadId = 0, actionId = 0 } = foreign[0] ?? {}
  inside = { documentId, fileId, uploadId, actionId, evidenceId: added.evidenceId }
  Object.assign(d.documents, screening.documents)
  await internalWords()
})
afterAll(() => t.close())

async function answeredBy(
  who: Guest,
  documents: Record<string, number>,
  of: { accountId: number; thirdpartyId: number },
): Promise<Place> {
  const documentId = documents['NDA'] ?? 0
  const path = `/requests/${documentId}`
  const begun = await who.begin(`${path}/uploads`, `${canary}.png`, 10)
  const drafted = await who.files(`${path}/draft/files`, [{ name: 'piece.png', content }])
  const { files } = drafted.json<{ files: { fileId: number }[] }>()
  expect((await who.call('POST', `${path}/draft/submit`)).statusCode).toBe(200)
  await who.files(`${path}/draft/files`, [{ name: 'next.png', content }])
  const { uploadId } = begun.json<{ uploadId: number }>()
  const { actionId } = await givenFinding(t.admin, { ...of, text: canaryOf(who) })
  const proved = await who.files(`/actions/${actionId}/evidence`, [{ name: 'proof.png', content }])
  const evidenceId = proved.json<{ sent: { evidenceId: number }[] }>().sent[0]?.evidenceId ?? 0
  return { documentId, fileId: files[0]?.fileId ?? 0, uploadId, actionId, evidenceId }
}

const canaryOf = (who: Guest) => (who === guest ? 'A gap' : canary)

/** What the account says among itself, in every place it can. */
async function internalWords(): Promise<void> {
  const { dossierId, documents } = d
  const text = `${canary} inside`
  const third = `/thirdparties/${d.thirdpartyId}`
  for (const path of [
    third,
    `/dossiers/${dossierId}`,
    `/dossiers/${dossierId}/documents/${documents['NDA']}`,
  ]) {
    expect((await d.post(`${path}/comments`, { text })).statusCode).toBe(201)
  }
  expect((await d.patch(`/dossiers/${dossierId}`, { reference: canary, description: text })).statusCode).toBe(
    200,
  )
  expect((await d.patch(third, { code: canary })).statusCode).toBe(200)
  const gtc = documents['GTC']
  await guest.files(`/requests/${gtc}/draft/files`, [{ name: 'gtc.png', content: somePicture() }])
  const sent = await guest.call('POST', `/requests/${gtc}/draft/submit`)
  await runAnswerJobs(t, d.accountId)
  const { responseId } = sent.json<{ responseId: number }>()
  const rejected = await reject(d, responseId, { shareRejectionReason: false, comment: text })
  expect(rejected.statusCode).toBe(200)
  // A draft and an answer of the account itself are its own affair.
  const begun = await d.post(`/dossiers/${dossierId}/documents/${documents['ACCOUNTS']}/responses`, {
    draft: true,
  })
  expect(begun.statusCode).toBe(201)
  await addContact(t, d, { lastName: `${canary} colleague` })
}

function send([method, path, body]: Route, ids: Place) {
  const url = path.replace(/:(\w+)/g, (_, name: keyof Place) => String(ids[name]))
  if (body === 'FILES') return guest.files(url, [{ name: 'piece.png', content }])
  if (body === 'BEGIN') return guest.begin(url, 'a.png', 10)
  if (body === 'PART') return guest.part(url, 0, content.subarray(0, 10))
  return guest.call(method, url, body, url.includes('/uploads') ? tus : {})
}

test('The table above names every route of the portal that names something', () => {
  const served = t.app.plannedRoutes
    .filter(({ plan }) => plan.pattern.startsWith('/portal/api/') && plan.pattern.includes(':'))
    .map(({ method, plan }) => `${method} ${plan.pattern.slice('/portal/api'.length)}`)
    // HEAD takes the way of its GET, where there is one.
    .filter((name, _, all) => !all.includes(name.replace(/^HEAD /, 'GET ')) || !name.startsWith('HEAD '))
  expect(served.toSorted()).toEqual(routes.map(([method, path]) => `${method} ${path}`).toSorted())
})

const named = routes.map((route) => ({ route, name: `${route[0]} ${route[1]}` }))
describe.each(named)('Portal route $name', ({ route }) => {
  test('The portal route reveals nothing of another company, of the same account or another, nor internal data', async () => {
    for (const other of [...foreign, inside, nowhere]) {
      const names = [...route[1].matchAll(/:(\w+)/g)].map(([, name]) => name as keyof Place)
      // Each id alone, and all of them together.
      for (const foreignIds of [...names.map((name) => [name]), names]) {
        const ids = { ...own }
        for (const name of foreignIds) ids[name] = other[name]
        const answer = await send(route, ids)
        expect([answer.statusCode, answer.body.includes(canary)]).toEqual([404, false])
      }
    }
  })
})

test('No internal remark, and nothing of others, shows anywhere', async () => {
  const paths = [
    '/me',
    '/actions',
    '/requests',
    '/history',
    ...Object.values(d.documents).map((id) => `/requests/${id}`),
  ]
  const staff = await t.admin.query<{ email: string }>('select email from app_user')
  let read = 0
  for (const path of paths) {
    const { statusCode, body } = await guest.call('GET', path)
    // What the service checks by itself is asked of nobody.
    if (statusCode === 404) continue
    expect([path, statusCode]).toEqual([path, 200])
    expect(body).not.toContain(canary)
    expect(body).not.toMatch(/score|indicator|DENIED|REJECTED_INSIDE|BELOW/i)
    for (const { email } of staff.rows) expect(body).not.toContain(email)
    read += 1
  }
  expect(read).toBeGreaterThan(8)
  const { dossiers } = (await guest.call('GET', '/requests')).json<{
    dossiers: { requests: { documentId: number }[] }[]
  }>()
  const asked = dossiers.flatMap(({ requests }) => requests.map(({ documentId }) => documentId))
  expect(asked).toContain(d.documents['INTEGRITY_QUEST'])
  expect(asked).not.toContain(inside.documentId)
  const accounts = await guest.call('GET', `/requests/${d.documents['ACCOUNTS']}`)
  expect(accounts.json()).toMatchObject({ status: 'TO_SEND', draft: null, answers: [] })
})

test('Requests for other companies had no effect', async () => {
  const { rows } = await t.admin.query<{ count: number }>(
    `select count(*)::int from portal_upload where contact_id <> $1 and state = 'OPEN'`,
    [guest.contactId],
  )
  expect(rows).toEqual([{ count: 2 }])
  const drafts = await t.admin.query<{ count: number }>(
    `select count(*)::int from response where document_id = any($1) and state = 'DRAFT'`,
    [foreign.map(({ documentId }) => documentId)],
  )
  expect(drafts.rows).toEqual([{ count: 2 }])
})
