import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../harness/app.ts'
import { screeningDesk, type ScreeningDesk } from './screening-desk.ts'

let t: TestApp
let d: ScreeningDesk
let company: string
beforeAll(async () => {
  t = await testApp()
  d = await screeningDesk(t)
  company = (await d.get(`/thirdparties/${d.thirdpartyId}`)).json<{ name: string }>().name
})
afterAll(() => t.close())

const csv = (count: number, ...more: string[]) =>
  `${['id,name,reason', ...Array.from({ length: count }, (_, nth) => `N-${nth},Zyxwolle Quarb ${nth}ombrak,Unpaid`), ...more].join('\n')}\n`
const send = (path: string, payload: string, token = d.token) =>
  t.app.inject({
    method: 'POST',
    url: `${d.base}${path}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    payload,
  })
const remove = (listId: number, token = d.token) =>
  t.call('DELETE', `${d.base}/screening/lists/${listId}`, { token })

interface ListWire {
  listId: number
  name: string
  version: number | null
  entries: number
}
const lists = async () => (await d.get('/screening/lists')).json<{ content: ListWire[] }>().content
const listId = async () => (await lists()).find(({ name }) => name === 'Never again')?.listId ?? 0
const versions = async () =>
  (await d.get(`/screening/lists/${await listId()}/versions`)).json<{
    content: { version: number; state: string; read: number; fault: string | null; warnings: string[] }[]
  }>().content
/** Also the job that spreads a change of a list, which belongs to no account. */
async function workOff(): Promise<void> {
  const ran = await d.work()
  if (!ran.includes('watchlists.load-own')) return
  const [version] = (await versions()).filter(({ state }) => state === 'IN_FORCE')
  const changed = { listId: await listId(), version: version?.version ?? 0, ownerAccountId: d.accountId }
  await d.worker.run('screening.list-changed', changed)
  await d.work()
}

test('A dry run says what a file would change, and what is wrong with it, and leaves nothing', async () => {
  const tried = await send('/screening/lists?name=Never%20again&dryRun=true', csv(20, 'X'))
  expect([tried.statusCode, tried.json()]).toEqual([
    200,
    {
      outcome: 'TRIED',
      entries: 20,
      before: 0,
      added: 20,
      changed: 0,
      removed: 0,
      skipped: 1,
      warnings: [expect.stringContaining('line 22')],
      fault: null,
    },
  ])
  expect(await lists()).toEqual([])
  for (const query of ['', '&dryRun=true']) {
    const wrong = await send(`/screening/lists?name=Never%20again${query}`, 'number;firm\n1;Blue\n')
    expect([wrong.statusCode, wrong.json()]).toMatchObject([
      422,
      { code: 'LIST_FILE_INVALID', fault: 'NOT_THIS_LIST', line: 1 },
    ])
  }
  const large = await send('/screening/lists?name=Never%20again', `id,name\n${'x'.repeat(60 * 1024 * 1024)}`)
  expect([large.statusCode, large.json().code]).toEqual([413, 'BODY_TOO_LARGE'])
  expect(await lists()).toEqual([])
})

test('An own list is read by a worker, and its hits wait for a decision like others', async () => {
  const sent = await send('/screening/lists?name=Never%20again', csv(20, `C,"${company}",Never again`))
  expect([sent.statusCode, sent.json()]).toEqual([202, { listId: await listId(), version: 1 }])
  expect(await versions()).toMatchObject([{ version: 1, state: 'LOADING', read: 0 }])
  const twice = await send('/screening/lists?name=Never%20again', csv(3))
  expect([twice.statusCode, twice.json().code]).toEqual([409, 'LIST_NAME_TAKEN'])
  const beside = await send(`/screening/lists/${await listId()}/versions`, csv(3))
  expect([beside.statusCode, beside.json().code]).toEqual([409, 'LIST_IMPORT_RUNNING'])

  await workOff()
  expect(await versions()).toMatchObject([{ version: 1, state: 'IN_FORCE', read: 21, fault: null }])
  expect(await d.hits('?class=OWN')).toMatchObject([{ state: 'OPEN', class: 'OWN', entryName: company }])
  // It is no list of sanctions: the check stays unanswered.
  expect(await d.document('SANCTIONS_CHECK')).toMatchObject({ statusReason: 'NO_SOURCE' })
  const { rows } = await t.admin.query('select from watchlist_file')
  expect(rows).toEqual([])
})

test('A version that lost more than a tenth is refused unless it is forced', async () => {
  const path = `/screening/lists/${await listId()}/versions`
  const fewer = csv(10, `C,"${company}",Never again`)
  expect((await send(`${path}?dryRun=true`, fewer)).json()).toMatchObject({
    removed: 10,
    fault: expect.stringContaining('10 of the 21') as string,
  })
  await send(path, fewer)
  await workOff()
  expect(await versions()).toMatchObject([
    { version: 2, state: 'REFUSED', fault: expect.stringContaining('10 of the 21') as string },
    { version: 1, state: 'IN_FORCE' },
  ])
  await send(`${path}?force=true`, fewer)
  await workOff()
  expect((await versions()).map(({ state }) => state)).toEqual(['IN_FORCE', 'REFUSED', 'REPLACED'])
  // The file that is in force is not read again.
  expect((await send(path, fewer)).json()).toMatchObject({ version: 3 })
  // What a reader finds wrong further down ends the version with the line.
  await send(path, csv(10, 'N-1,Twice the same'))
  await workOff()
  expect((await versions())[0]).toMatchObject({
    state: 'FAILED',
    fault: expect.stringContaining('twice') as string,
  })
})

test('Nobody but its account sees or changes an own list, and published ones are not theirs to change', async () => {
  const other = await t.given.office()
  const elsewhere = `${other.base}/screening/lists/${await listId()}`
  const headers = { 'content-type': 'text/csv', authorization: `Bearer ${other.token}` }
  for (const query of ['', '?dryRun=true']) {
    const url = `${elsewhere}/versions${query}`
    const answer = await t.app.inject({ method: 'POST', url, headers, payload: csv(2) })
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'LIST_NOT_FOUND'])
  }
  expect((await t.call('DELETE', elsewhere, { token: other.token })).statusCode).toBe(404)
  const { token } = await t.given.client(d.accountId, ['MANAGER'])
  expect((await remove(await listId(), token)).statusCode).toBe(403)
  await d.publish([])
  const published = (await lists()).find(({ name }) => name.includes('OFAC'))?.listId ?? 0
  const refused = await remove(published)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'LIST_PUBLISHED'])
})

test('A deleted list ends its hits, also when no other list is left', async () => {
  await t.admin.query(`delete from watchlist where owner_account_id is null`)
  expect(await d.hits('?state=OPEN')).toHaveLength(1)
  const deleted = await remove(await listId())
  expect(deleted.statusCode, deleted.body).toBe(204)
  await workOff()
  expect(await lists()).toEqual([])
  expect(await d.hits()).toMatchObject([{ class: 'OWN', state: 'ENDED' }])
  const told = (await d.get('/administration/journal?size=100')).body
  expect(told).toContain('OWN_LIST_IMPORTED')
  expect(told).toContain('OWN_LIST_DELETED')
})
