import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownDocument, ownDossier } from '../../../test/access/world.ts'
import { journalBreaker, type Breaker } from '../../../test/events/faults/break-journal.ts'
import { fileDesk, somePicture } from '../../../test/files/file-desk.ts'
import { testApp, type TestApp } from '../../../test/harness/index.ts'
import type { AdministrationView } from '../../platform/administration/index.ts'
import type { Role } from '../../platform/kernel/index.ts'

let t: TestApp
let breaker: Breaker
const log: string[] = []
let office: { accountId: number; base: string; token: string }
const origin = { address: '203.0.113.9', userAgent: 'Auditing test/1.0' }
const headers = { 'user-agent': origin.userAgent, 'x-forwarded-for': origin.address }

beforeAll(async () => {
  const environment = { TRUST_PROXY: '127.0.0.1', WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' }
  t = await testApp({ environment, onLog: (line) => log.push(line) })
  breaker = await journalBreaker(t)
  office = await t.given.office('SANDBOX')
})
afterAll(() => t.close())

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Office = Pick<typeof office, 'base' | 'token'>

async function call<A>(method: Method, path: string, body?: unknown, by: Office = office): Promise<A> {
  const answer = await t.call(method, `${by.base}${path}`, {
    token: by.token,
    headers,
    ...(body === undefined ? {} : { body }),
  })
  expect(answer.statusCode, `${method} ${path} ${answer.body}`).toBeLessThan(300)
  const isJson = String(answer.headers['content-type']).includes('json')
  return (isJson ? answer.json() : answer.body) as A
}
interface Page {
  content: AdministrationView[]
  totalElements: number
  next: string | null
}
const journal = (query = '', by: Office = office) =>
  call<Page>('GET', `/administration/journal${query}`, undefined, by)

/** The entries an act leaves, the first first. */
async function entriesOf(act: () => Promise<unknown>): Promise<AdministrationView[]> {
  const before = (await journal('?size=1')).content[0]?.seq ?? 0
  await act()
  const { content } = await journal('?size=100')
  return content.filter(({ seq }) => seq > before).toReversed()
}

const client = { type: 'API_CLIENT', name: 'Test client' }

describe('Entries of administration', () => {
  const scenes: Record<string, () => Promise<[() => Promise<unknown>, object]>> = {
    'a webhook is added': async () => [
      () => call('POST', '/webhooks', { url: 'https://hooks.example.org/a', eventNames: ['DOSSIER_ADDED'] }),
      {
        name: 'WEBHOOK_ADDED',
        subject: { type: 'WEBHOOK' },
        before: null,
        after: { url: 'https://hooks.example.org/a', eventNames: ['DOSSIER_ADDED'], classes: ['EVENTS'] },
      },
    ],
    'a webhook is changed': async () => {
      const { endpointId } = await webhook()
      return [
        () => call('PATCH', `/webhooks/${endpointId}`, { url: 'https://elsewhere.example.org/' }),
        {
          name: 'WEBHOOK_CHANGED',
          subject: { type: 'WEBHOOK', id: endpointId },
          before: { url: 'https://hooks.example.org/b' },
          after: { url: 'https://elsewhere.example.org/' },
        },
      ]
    },
    'a webhook is paused': async () => {
      const { endpointId } = await webhook()
      return [
        () => call('POST', `/webhooks/${endpointId}/pause`),
        { name: 'WEBHOOK_CHANGED', before: { state: 'ACTIVE' }, after: { state: 'PAUSED' } },
      ]
    },
    'the secret of a webhook is rotated': async () => {
      const { endpointId } = await webhook()
      return [
        () => call('POST', `/webhooks/${endpointId}/rotate-secret`),
        { name: 'WEBHOOK_SECRET_ROTATED', subject: { type: 'WEBHOOK', id: endpointId } },
      ]
    },
    'a webhook is removed': async () => {
      const { endpointId } = await webhook()
      return [
        () => call('DELETE', `/webhooks/${endpointId}`),
        { name: 'WEBHOOK_REMOVED', before: { url: 'https://hooks.example.org/b' }, after: null },
      ]
    },
    'a rule is added': async () => [
      () => call('POST', '/rules', { name: 'All of them', dossierTypeCodes: ['CSR'] }),
      {
        name: 'SETTINGS_CHANGED',
        subject: { type: 'RULE' },
        after: { setting: 'rule', name: 'All of them' },
      },
    ],
    'a rule is activated': async () => {
      const { ruleId } = await call<{ ruleId: number }>('POST', '/rules', {
        name: 'On',
        dossierTypeCodes: ['CSR'],
      })
      return [
        () => call('POST', `/rules/${ruleId}/activate`),
        {
          name: 'SETTINGS_CHANGED',
          subject: { type: 'RULE', id: ruleId },
          before: { setting: 'rule', active: false },
          after: { setting: 'rule', active: true },
        },
      ]
    },
    'an attribute is defined': async () => [
      () => call('POST', '/attributes', { label: 'Team', type: 'string' }),
      {
        name: 'SETTINGS_CHANGED',
        subject: { type: 'ATTRIBUTE' },
        before: null,
        after: { setting: 'attribute', label: 'Team', type: 'string' },
      },
    ],
    'a document type is written': async () => [
      () => call('PUT', '/document-types/AUDITED', ownDocument.definition('Audited')),
      { name: 'SETTINGS_CHANGED', after: { setting: 'document-type', code: 'AUDITED', typeVersion: 1 } },
    ],
    'a document type is archived': async () => [
      () => call('POST', '/document-types/AUDITED/archive'),
      {
        name: 'SETTINGS_CHANGED',
        subject: { type: 'ACCOUNT', id: office.accountId },
        before: { setting: 'document-type', code: 'AUDITED', archived: false },
        after: { setting: 'document-type', code: 'AUDITED', archived: true },
      },
    ],
    'a dossier type is drafted': async () => [
      () => call('PUT', '/dossier-types/AUDITED', ownDossier.definition('Audited')),
      { name: 'SETTINGS_CHANGED', after: { setting: 'dossier-type', code: 'AUDITED', draft: 1 } },
    ],
    'a dossier type is published': async () => [
      () => call('POST', '/dossier-types/AUDITED/publish', { dryRun: false, applyToOpen: false }),
      {
        name: 'SETTINGS_CHANGED',
        before: { setting: 'dossier-type', code: 'AUDITED', published: null },
        after: { setting: 'dossier-type', code: 'AUDITED', published: 1 },
      },
    ],
    'a provider of data is set up': async () => [
      () => call('PUT', '/datahub/providers/ESG', { ...providerBody, label: 'Another label' }),
      {
        name: 'SETTINGS_CHANGED',
        before: { setting: 'datahub-provider', provider: 'ESG' },
        after: { setting: 'datahub-provider', provider: 'ESG', label: 'Another label' },
      },
    ],
    'the secret of a provider is rotated': async () => [
      () => call('POST', '/datahub/providers/ESG/rotate-secret'),
      { name: 'PROVIDER_SECRET_ROTATED', before: { provider: 'ESG', hadSecret: false } },
    ],
    'a calendar link is made': async () => [
      () => call('POST', '/forecast/calendar-links'),
      { name: 'LINK_MADE', subject: { type: 'CALENDAR_LINK' }, after: { what: 'calendar' } },
    ],
    'calendar links are ended': async () => [
      () => call('DELETE', '/forecast/calendar-links'),
      { name: 'LINKS_ENDED', before: { what: 'calendar' } },
    ],
    'the portfolio is exported': async () => {
      await t.given.thirdParty(office)
      return [
        () => call('GET', '/thirdparties/export.csv?countryCode=FR&q=a'),
        {
          name: 'EXPORT_MADE',
          after: { what: 'thirdparties.csv', count: 1, filters: { countryCode: 'FR', q: '…' } },
        },
      ]
    },
    'the forecast is exported': async () => [
      () => call('GET', '/forecast.csv'),
      { name: 'EXPORT_MADE', after: { what: 'forecast.csv', count: 0 } },
    ],
    'the calendar is taken': async () => [
      () => call('GET', '/forecast.ics'),
      { name: 'EXPORT_MADE', after: { what: 'forecast.ics', count: 0 } },
    ],
    'a proof bundle is taken': async () => {
      const { dossierId } = await t.given.dossier(office, await company())
      return [
        () => call('GET', `/dossiers/${dossierId}/proof-bundle`),
        { name: 'EXPORT_MADE', subject: { type: 'DOSSIER', id: dossierId }, after: { what: 'proof-bundle' } },
      ]
    },
    'an audit trail is taken': async () => {
      const { dossierId, documents } = await t.given.dossier(office, await company())
      const documentId = documents['NDA']!
      return [
        () => call('GET', `/dossiers/${dossierId}/documents/${documentId}/audit-trail`),
        {
          name: 'EXPORT_MADE',
          subject: { type: 'DOCUMENT', id: documentId },
          after: { what: 'audit-trail' },
        },
      ]
    },
    'the sandbox is sent ahead': async () => [
      () => call('POST', '/clock/advance', { days: 1 }),
      { name: 'SETTINGS_CHANGED', after: { setting: 'sandbox-clock' } },
    ],
  }

  test.each(Object.keys(scenes))(
    'One journal entry records the action, its actor and origin, before and after: %s',
    async (name) => {
      const [act, wanted] = await scenes[name]!()
      const left = await entriesOf(act)
      expect(left).toHaveLength(1)
      expect(left[0]).toMatchObject({ ...wanted, actor: client, origin, erased: false })
      expect(JSON.stringify(left)).not.toMatch(/whsec_|vgs_/)
    },
  )

  test('An action that changes nothing leaves no entry', async () => {
    const { endpointId } = await webhook()
    const again = { url: 'https://hooks.example.org/b' }
    expect(await entriesOf(() => call('PATCH', `/webhooks/${endpointId}`, again))).toEqual([])
  })

  test('A request repeated under its key leaves one entry', async () => {
    const request = { url: 'https://hooks.example.org/once' }
    const send = () =>
      t.call('POST', `${office.base}/webhooks`, {
        token: office.token,
        body: request,
        headers: { ...headers, 'idempotency-key': 'administered-once' },
      })
    const left = await entriesOf(async () => [await send(), await send(), await send()])
    expect(left.map(({ name }) => name)).toEqual(['WEBHOOK_ADDED'])
  })
})

const scale = { id: 'E', version: '1', min: 0, max: 100, direction: 'HIGHER_IS_BETTER', bands: [] }
const providerBody = { kind: 'FILE', label: 'ESG', scale, staleAfterDays: 30 }
const webhook = () =>
  call<{ endpointId: number }>('POST', '/webhooks', { url: 'https://hooks.example.org/b' })

let companies = 1
const company = async () => (await t.given.thirdParty(office, (companies += 1))).thirdpartyId

test('Files that leave in an archive or by a link are journaled, and those asked for by HEAD are not', async () => {
  const d = await fileDesk(t)
  const { path, fileId } = await d.answer('NDA', [{ name: 'nda.png', content: somePicture() }])
  const archive = `${d.path('NDA').split('/documents/')[0]}/files/download`
  const head = await t.call('HEAD', `${d.base}${archive}`, { token: d.token })
  expect(head.statusCode).toBe(200)
  await breaker.during('APPEND_REFUSED', async () => {
    for (const one of [archive, `${path}/link`]) expect((await d.get(one)).statusCode).toBe(503)
  })
  const names = '?names=EXPORT_MADE,LINK_MADE'
  expect((await journal(names, d)).content).toEqual([])
  expect((await d.get(archive)).statusCode).toBe(200)
  expect((await d.get(`${path}/link`)).statusCode).toBe(200)
  expect((await journal(names, d)).content).toMatchObject([
    { name: 'LINK_MADE', subject: { type: 'DOCUMENT' }, after: { what: 'file', fileId } },
    { name: 'EXPORT_MADE', subject: { type: 'DOSSIER' }, after: { what: 'dossier-files', count: 1 } },
  ])
})

test('An action that cannot be journaled does not happen, and one that is rolled back leaves no entry', async () => {
  const length = async () => (await journal('?size=1')).content[0]?.seq
  const before = await length()
  await breaker.during('APPEND_REFUSED', async () => {
    for (const [method, path] of [
      ['POST', '/webhooks'],
      ['GET', '/thirdparties/export.csv'],
      ['GET', '/forecast.csv'],
      ['GET', '/forecast.ics'],
      ['GET', '/administration/journal/export.csv'],
    ] as const) {
      const body = method === 'POST' ? { body: { url: 'https://hooks.example.org/never' } } : {}
      const answer = await t.call(method, `${office.base}${path}`, { token: office.token, ...body })
      expect([path, answer.statusCode, answer.json()]).toMatchObject([
        path,
        503,
        { code: 'JOURNAL_UNAVAILABLE' },
      ])
    }
  })
  const { content } = await call<{ content: { url: string }[] }>('GET', '/webhooks')
  expect(content.filter(({ url }) => url.endsWith('/never'))).toEqual([])
  const refused = await t.call('POST', `${office.base}/webhooks`, {
    token: office.token,
    body: { url: 'https://hooks.example.org/late', startAfter: 999_999_999 },
  })
  expect(refused.statusCode).toBeGreaterThanOrEqual(400)
  expect(await length()).toBe(before)
})

describe('Reading the administration journal', () => {
  test('The journal is open to auditors and administrators of the account, and nobody else', async () => {
    const other = await t.given.office()
    const url = `${office.base}/administration/journal`
    const as = async (roles: readonly Role[]) => (await t.given.client(office.accountId, roles)).token
    for (const path of ['', '/export.csv', '/verify']) {
      const status = async (token: string) => (await t.call('GET', `${url}${path}`, { token })).statusCode
      expect(await status(await as(['AUDITOR']))).toBe(200)
      expect(await status(office.token)).toBe(200)
      for (const role of ['READER', 'MANAGER', 'REVIEWER'] as const) {
        expect(await status(await as([role])), role).toBe(403)
      }
      expect(await status(other.token)).toBe(403)
    }
    // Its own client and nothing of anybody else.
    const own = (await journal('', other)).content.map(({ name }) => name)
    expect(own).toEqual(['CLIENT_SECRET_ADDED', 'CLIENT_ADDED'])
    const operator = await t.call('GET', '/api/v1/account/0/administration/journal', { token: office.token })
    expect(operator.statusCode).toBe(403)
  })

  test('The journal comes in pages, newest first, filtered by name, actor, subject and time', async () => {
    const seen: number[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Page = await journal(`?size=7${cursor && `&cursor=${cursor}`}`)
      seen.push(...page.content.map(({ seq }) => seq))
      cursor = page.next
    }
    expect(seen).toEqual(seen.map((_, index) => seen.length - index))
    const names = 'WEBHOOK_REMOVED,LINK_MADE'
    const named = (await journal(`?names=${names}`)).content
    expect(new Set(named.map(({ name }) => name))).toEqual(new Set(names.split(',')))
    expect(named.map(({ seq }) => seq)).toEqual(named.map(({ seq }) => seq).toSorted((a, b) => b - a))
    const [one] = named
    const { type, id } = one!.subject!
    const ofSubject = (await journal(`?subjectType=${type}&subjectId=${id}`)).content
    expect(ofSubject.every(({ subject }) => subject?.id === id)).toBe(true)
    const byClient = (await journal(`?actorType=API_CLIENT&actorId=${one!.actor.id}`)).content
    expect(byClient.map(({ seq }) => seq)).toContain(one!.seq)
    expect(byClient.every(({ actor }) => actor.id === one!.actor.id)).toBe(true)
    const byOperator = (await journal('?actorType=OPERATOR')).content
    expect(new Set(byOperator.map(({ actor }) => actor.type))).toEqual(new Set(['OPERATOR']))
    const second = one!.occurredAt.slice(0, 19)
    const since = await journal(`?from=${second}&size=500`)
    expect(since.content.every(({ occurredAt }) => occurredAt >= second)).toBe(true)
    expect(since.content.map(({ seq }) => seq)).toContain(one!.seq)
    const until = await journal(`?to=${second}&size=500`)
    expect(until.content[0]!.seq).toBeGreaterThanOrEqual(one!.seq)
    expect((await journal('?from=2999-01-01T00:00:00')).content).toEqual([])
    expect((await journal('?to=2001-01-01T00:00:00')).content).toEqual([])
  })

  test('A meaningless question to the journal is refused', async () => {
    const ask = async (query: string) => {
      const answer = await t.call('GET', `${office.base}/administration/journal${query}`, {
        token: office.token,
      })
      return [answer.statusCode, answer.json<{ code: string }>().code]
    }
    expect(await ask('?names=WEBHOOK_ADED')).toEqual([400, 'EVENT_NAME_UNKNOWN'])
    expect(await ask('?names=')).toEqual([400, 'EVENT_NAMES_EMPTY'])
    expect(await ask('?actorId=4')).toEqual([400, 'FILTER_INCOMPLETE'])
    expect(await ask('?subjectId=4')).toEqual([400, 'FILTER_INCOMPLETE'])
    expect(await ask('?from=yesterday')).toEqual([400, 'EVENT_DATE_INVALID'])
    const { next } = await journal('?size=1')
    expect(await ask(`?size=1&names=LINK_MADE&cursor=${next}`)).toEqual([400, 'PAGE_TOKEN_INVALID'])
  })

  test('The journal can be downloaded as a file, which is itself journaled and does not hold its own entry', async () => {
    const { totalElements } = await journal('?names=WEBHOOK_ADDED')
    let text = ''
    const left = await entriesOf(async () => {
      text = await call('GET', '/administration/journal/export.csv?names=WEBHOOK_ADDED')
    })
    const after = { what: 'administration-journal.csv', count: totalElements }
    expect(left).toMatchObject([{ name: 'EXPORT_MADE', after }])
    const lines = text.trimEnd().split('\r\n')
    expect(lines).toHaveLength(totalElements + 1)
    expect(lines[0]).toContain('actorName')
    expect(lines[1]).toContain(origin.address)
    expect(lines[1]).toContain('hooks.example.org')
    expect(await entriesOf(() => call('GET', '/administration/journal/verify'))).toEqual([])
    expect(await call('GET', '/administration/journal/verify?since=start')).toMatchObject({
      intact: true,
      compared: { files: null, anchors: 0, timeStamps: 0 },
      complete: true,
      fault: null,
    })
  })
})

describe('Sign-ins in the administration journal', () => {
  const signIn = (email: string, password: string) =>
    t.call('POST', '/auth/sign-in', { body: { email, password }, headers })
  const since = async (by: Office, names: string) => (await journal(`?names=${names}&size=500`, by)).content

  test('A sign-in is journaled in every account of the person, with its origin', async () => {
    const [one, two] = [await t.given.office(), await t.given.office()]
    const person = await t.given.person([one.accountId, two.accountId], ['READER'])
    expect((await signIn(person.email, person.password)).statusCode).toBe(200)
    for (const by of [one, two]) {
      const [told] = await since(by, 'SIGNED_IN_FROM_NEW_DEVICE')
      expect(told).toMatchObject({
        actor: { type: 'USER', id: person.userId, name: 'Test Person' },
        subject: { type: 'SESSION' },
        after: { secondFactor: null },
        origin,
      })
    }
  })

  test('A sign-in that cannot be journaled is refused', async () => {
    const { accountId } = await t.given.office()
    const person = await t.given.person([accountId])
    await breaker.during('APPEND_REFUSED', async () => {
      expect((await signIn(person.email, person.password)).statusCode).toBe(503)
    })
  })

  test('Failed sign-ins are journaled once a minute with a count, however many there are', async () => {
    const by = await t.given.office()
    const person = await t.given.person([by.accountId], ['READER'])
    const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(person.email, 'not this one')))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([401]))
    await expect.poll(() => since(by, 'SIGN_IN_FAILED')).toHaveLength(1)
    const lines = log.filter((line) => line.includes('"log":"security"') && line.includes('"SIGN_IN_FAILED"'))
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({ userId: person.userId, ...origin })
    const [told] = await since(by, 'SIGN_IN_FAILED')
    expect(told).toMatchObject({
      actor: { type: 'ANYONE', id: null },
      subject: { type: 'USER', id: person.userId },
      after: { by: 'password', count: 1 },
      personal: { name: 'Test Person' },
      origin,
    })
  })
})

test('The text of an erased person is gone from the journal, and its chain still verifies', async () => {
  const by = await t.given.office()
  await t.given.person([by.accountId], ['ADMIN'])
  const person = await t.given.person([by.accountId], ['ADMIN'])
  const own = { base: by.base, token: person.token }
  await call('POST', '/webhooks', { url: 'https://hooks.example.org/theirs' }, own)
  const theirs = async () => (await journal(`?actorType=USER&actorId=${person.userId}`, by)).content
  expect(await theirs()).toMatchObject([
    { actor: { name: 'Test Person' }, origin, erased: false },
    { actor: { name: 'Test Person' }, erased: false },
  ])
  await call('DELETE', `/users/${person.userId}`, undefined, by)
  expect(await call('POST', '/erasures', { email: person.email }, by)).toMatchObject({ users: 1 })
  const left = await theirs()
  expect(left).toMatchObject([
    { actor: { type: 'USER', id: person.userId, name: null }, origin: null, erased: true },
    { actor: { id: person.userId, name: null }, erased: true },
  ])
  expect(left[0]!.after).toMatchObject({ url: 'https://hooks.example.org/theirs' })
  expect((await journal('?names=PERSON_ERASED', by)).content).toMatchObject([
    { subject: { type: 'USER', id: person.userId }, after: { userIds: [person.userId], contactIds: [] } },
  ])
  const { rows } = await t.admin.query<{ payload: Buffer }>(
    'select payload from administration_event where account_id = $1',
    [by.accountId],
  )
  expect(rows.map(({ payload }) => payload.toString()).join()).not.toContain('Test Person')
  expect(await call('GET', '/administration/journal/verify?since=start', undefined, by)).toMatchObject({
    intact: true,
  })
})
