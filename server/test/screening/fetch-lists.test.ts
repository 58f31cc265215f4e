import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { unXml } from '@vigie/watchlists/samples'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { listsCommand } from '../../src/commands/lists.ts'
import { listTroubles, troubleSentence, watchListsTask } from '../../src/domain/screening/index.ts'
import { testApp, type TestApp } from '../harness/app.ts'
import { handWorker, type HandWorker } from '../jobs/hand-worker.ts'
import { answersDesk } from '../responses/answers-desk.ts'

let t: TestApp
let publisher: Server
let worker: HandWorker
let answer: (request: IncomingMessage, response: ServerResponse) => void
let asked: IncomingMessage[]
// Of our own, so that nobody else's files are taken for those of a fetch.
let folder: string
const formerFolder = process.env['TMPDIR']
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vigie-fetch-test-'))
  t = await testApp()
  publisher = createServer((request, response) => {
    asked.push(request)
    answer(request, response)
  })
  await new Promise<void>((resolve) => publisher.listen(0, '127.0.0.1', resolve))
  const { port } = publisher.address() as AddressInfo
  const environment = {
    SCREENING_LISTS: 'un,opensanctions-exposed-persons',
    SCREENING_UN_URL: `http://127.0.0.1:${port}/un.xml?token=secret`,
    SCREENING_OPENSANCTIONS_EXPOSED_PERSONS_URL: `http://127.0.0.1:${port}/peps.csv`,
    SCREENING_LIST_MAX_MB: '1',
  }
  worker = handWorker(t, { environment })
  process.env['TMPDIR'] = folder
})
afterAll(async () => {
  if (formerFolder === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = formerFolder
  await rm(folder, { recursive: true, force: true })
  publisher.closeAllConnections()
  await new Promise((resolve) => publisher.close(resolve))
  await t.close()
})
beforeEach(async () => {
  asked = []
  await t.admin.query('delete from watchlist')
})

const give =
  (text: string, headers: Record<string, string> = {}) =>
  (_request: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(200, headers).end(text)
const fetchUn = () => worker.run('watchlists.fetch', { source: 'UN' })

interface VersionRow {
  version: number
  state: string
  fault: string | null
  origin: string
}
async function versions(): Promise<VersionRow[]> {
  const { rows } = await t.admin.query<VersionRow>(
    'select version, state, fault, origin from watchlist_version order by version',
  )
  return rows
}
const confirmLongAgo = () => t.admin.query(`update watchlist set confirmed_at = now() - interval '9 days'`)
async function daysSinceConfirmed(): Promise<number> {
  const { rows } = await t.admin.query<{ days: number }>(
    `select extract(day from now() - confirmed_at)::int as days from watchlist`,
  )
  return rows[0]?.days ?? -1
}

test('A list is fetched, remembered by what its publisher gave with it, and confirmed when nothing changed', async () => {
  answer = give(unXml, { etag: '"one"', 'last-modified': 'Mon, 02 Nov 2026 10:00:00 GMT' })
  await fetchUn()
  expect(await versions()).toMatchObject([{ state: 'IN_FORCE', fault: null }])
  // What an account sees of it has no token of the operator.
  expect((await versions())[0]?.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/un\.xml$/)
  expect(asked[0]?.headers['if-none-match']).toBeUndefined()
  const { rows } = await t.admin.query(
    `select from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id
     where k.identifier = 'screening.list-changed'`,
  )
  expect(rows).toHaveLength(1)

  await confirmLongAgo()
  answer = (_, response) => response.writeHead(304).end()
  await fetchUn()
  expect(asked[1]?.headers).toMatchObject({
    'if-none-match': '"one"',
    'if-modified-since': 'Mon, 02 Nov 2026 10:00:00 GMT',
    'user-agent': expect.stringContaining('Vigie') as string,
  })
  expect(await daysSinceConfirmed()).toBe(0)
  expect(await versions()).toHaveLength(1)
})

test('A packed file is read, and the same content again confirms the list', async () => {
  answer = (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(unXml))
  await fetchUn()
  await confirmLongAgo()
  await fetchUn()
  expect(await versions()).toMatchObject([{ state: 'IN_FORCE' }])
  expect(await daysSinceConfirmed()).toBe(0)
})

test('What breaks off, fails or is too large leaves the former version in force, and one version that says why', async () => {
  answer = give(unXml)
  await fetchUn()
  const faults: string[] = []
  for (const bad of [
    (_: IncomingMessage, response: ServerResponse) => {
      response.writeHead(200, { 'content-length': unXml.length })
      response.write(unXml.slice(0, 200), () => response.destroy())
    },
    (_: IncomingMessage, response: ServerResponse) => void response.writeHead(500).end('secret words'),
    give('x'.repeat(1024 * 1024 + 1)),
  ]) {
    answer = bad
    await expect(fetchUn()).rejects.toThrow(/\w/)
    const [first, last, ...more] = await versions()
    expect([first?.state, last?.state, more]).toEqual(['IN_FORCE', 'FAILED', []])
    faults.push(last?.fault ?? '')
  }
  expect(faults).toEqual([
    expect.stringContaining('broke off'),
    'The publisher answered with the status 500.',
    'The file is larger than a list may be.',
  ])
  // A file that ends early by itself is a fault of the list.
  answer = give(unXml.slice(0, -40))
  await fetchUn()
  expect((await versions()).map(({ state }) => state)).toEqual(['IN_FORCE', 'FAILED', 'FAILED'])
  expect(await readdir(folder)).toEqual([])
})

test('A list that lost more than a tenth is refused', async () => {
  const head =
    'id,schema,name,aliases,birth_date,countries,addresses,identifiers,sanctions,phones,emails,program_ids,dataset,first_seen,last_seen,last_change'
  const people = (count: number) =>
    `${[head, ...Array.from({ length: count }, (_, nth) => `P-${nth},Person,Quillan Marsorro ${nth},,,,,,,,,,,,,`)].join('\n')}\n`
  const fetchPeople = () => worker.run('watchlists.fetch', { source: 'OPENSANCTIONS_EXPOSED_PERSONS' })
  answer = give(people(20), { etag: '"many"' })
  await fetchPeople()
  answer = give(people(10), { etag: '"few"' })
  await fetchPeople()
  expect(await versions()).toMatchObject([
    { state: 'IN_FORCE' },
    { state: 'REFUSED', fault: expect.stringContaining('10 of the 20') as string },
  ])
  // What was refused is not asked for by its mark: the next fetch sees it again.
  await fetchPeople()
  expect(asked[2]?.headers['if-none-match']).toBe('"many"')
})

test('A publisher sends us on to files of its own, and nowhere inside', async () => {
  answer = ({ url }, response) =>
    url === '/moved.xml'
      ? void response.writeHead(200).end(unXml)
      : void response.writeHead(302, { location: '/moved.xml' }).end()
  await fetchUn()
  expect(await versions()).toMatchObject([{ state: 'IN_FORCE' }])
  answer = (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/admin' }).end()
  await expect(fetchUn()).rejects.toThrow('not a public address')
  expect((await versions())[1]).toMatchObject({
    state: 'FAILED',
    fault: expect.stringContaining('127.0.0.1:1') as string,
  })
})

test('Each list is queued once, and again when its time is over', async () => {
  const queued = async () => {
    await worker.run('watchlists.fetch-due', {})
    const { rows } = await t.admin.query<{ source: string }>(
      `with gone as (
         delete from graphile_worker._private_jobs j using graphile_worker._private_tasks k
         where k.id = j.task_id and k.identifier = 'watchlists.fetch' returning j.payload)
       select payload ->> 'source' as source from gone order by source`,
    )
    return rows.map(({ source }) => source)
  }
  await worker.run('watchlists.fetch-due', {})
  expect(await queued()).toEqual(['OPENSANCTIONS_EXPOSED_PERSONS', 'UN'])
  answer = give(unXml)
  await fetchUn()
  expect(await queued()).toEqual(['OPENSANCTIONS_EXPOSED_PERSONS'])
  await t.admin.query(`update watchlist set fetch_tried_at = now() - interval '24 hours'`)
  expect(await queued()).toEqual(['OPENSANCTIONS_EXPOSED_PERSONS', 'UN'])
})

test('The operator is told of lists that are old, missing or cannot be fetched', async () => {
  const { accountId, base, token } = await t.given.office()
  const troubles = async () =>
    (
      await listTroubles(t.db, {
        fetched: [{ source: 'UN' }],
        everyHours: 24,
        accountIds: async () => [accountId],
      })
    ).map((trouble) => troubleSentence(trouble))
  expect(await troubles()).toEqual([])
  answer = give(unXml)
  await fetchUn()
  expect(await troubles()).toEqual([])
  answer = (_, response) => response.writeHead(503).end()
  await expect(fetchUn()).rejects.toThrow('503')
  await t.admin.query(`update watchlist set confirmed_at = now() - interval '50 hours'`)
  expect(await troubles()).toEqual([
    'UN could not be fetched for 50 hours. The publisher answered with the status 503.',
  ])
  // The account allows a day.
  await t.call('PATCH', `${base}/screening/settings`, { token, body: { maxListAgeDays: 1 } })
  expect(await troubles()).toContain(
    'UN was last confirmed 2 days ago; from 1 days on checks stay unanswered.',
  )
  const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const open = () =>
    Promise.resolve({ db: t.db, lists: { fetched: [], everyHours: 24 }, close: async () => undefined })
  try {
    await listsCommand({ open }).parseAsync([], { from: 'user' })
    expect(String(printed.mock.calls[0]?.[0])).toMatch(
      /^SOURCE .*\nun +SANCTIONS +1 .* FAILED\n\nUN was last/,
    )
    expect(process.exitCode).toBe(1)
  } finally {
    printed.mockRestore()
    process.exitCode = undefined
  }
})

test('The operator is told that nobody can answer a check which dossiers ask for', async () => {
  const d = await answersDesk(t, { typeCode: 'SCREENING' })
  await worker.workOff(d.accountId)
  const accountIds = async () => [d.accountId]
  expect(await listTroubles(t.db, { fetched: [], everyHours: 24, accountIds })).toEqual([
    { kind: 'NO_LIST', check: 'SANCTIONS_CHECK', accounts: 1 },
    { kind: 'NO_LIST', check: 'PEP_CHECK', accounts: 1 },
  ])
  const lines: object[] = []
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (values: object) => void lines.push(values),
  }
  await watchListsTask({ fetched: [], everyHours: 24, accountIds })({}, { db: t.db, log } as never)
  expect(lines).toHaveLength(2)
})
