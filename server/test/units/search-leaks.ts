import { expect } from 'vitest'
import { contactRefused } from '../../src/domain/invitations/index.ts'
import {
  createEndpointSecrets,
  deliverEvents,
  fanOutEvents,
  fanOutScreening,
} from '../../src/domain/webhooks/index.ts'
import type { Handler, TaskName } from '../../src/platform/jobs/index.ts'
import { jobScope, systemClock } from '../../src/platform/kernel/index.ts'
import type { TestApp } from '../harness/index.ts'
import type { Listed } from './unit-desk.ts'
import { buildWorld, limitReaders, type Plan, type Reader, type World } from './unit-histories.ts'

const range = 'eventOccurrenceStartDate=2020-01-01T00:00:00&eventOccurrenceEndDate=2099-01-01T00:00:00'
const ascending = (ids: Iterable<number>) => [...new Set(ids)].toSorted((a, b) => a - b)
const idsOf = (rows: readonly { thirdpartyId: number }[]) =>
  ascending(rows.map(({ thirdpartyId }) => thirdpartyId))

/** Lives one history and looks for what tells of a company to somebody who does not see it. */
export async function searchLeaks(t: TestApp, drawn: Plan): Promise<void> {
  const world = await buildWorld(t, drawn)
  // Queued while all is seen.
  await runJob(world, 'webhooks.fan-out', fanOutEvents, {})
  await runJob(world, 'webhooks.fan-out-screening', fanOutScreening, {})
  await limitReaders(world, drawn)
  for (const move of drawn.moves) await world.play(move)
  for (const reader of world.readers) {
    const seen = ascending(world.seenBy(reader))
    await checkLists(world, reader, seen)
    await checkHits(world, reader, seen)
    await checkRecords(world, reader, seen)
    await checkLinks(world, reader, seen)
  }
  await checkWebhooks(world)
  await checkPeople(world)
}

async function checkLists({ d }: World, { token }: Reader, seen: readonly number[]): Promise<void> {
  for (const query of [
    '',
    'sort=name',
    'sort=updatedAt,desc',
    'source=UNMANAGED',
    'q=zebra',
    `eventNames=THIRD_PARTY_ADDED&${range}`,
  ])
    expect(ascending(await d.seen(token, query)), query).toEqual(seen)
  const found = [`eventNames=DOSSIER_ADDED&${range}`, `eventNames=DOCUMENT_ADDED&${range}`]
  for (const path of [
    '/dossiers?',
    '/documents?',
    `/dossiers/search?${found[0]}`,
    `/documents/search?${found[1]}`,
  ]) {
    const { content } = await d.must<Listed>('GET', `${path}&size=200`, { token })
    expect(idsOf(content), path).toEqual(seen)
  }
  const file = await d.ask('GET', '/thirdparties/export.csv', { token })
  expect(file.body.trim().split('\r\n')).toHaveLength(seen.length + 1)
  const forecast = await d.ask('GET', '/forecast.csv?days=90', { token })
  expect(namesIn(forecast.body)).toHaveLength(seen.length)
  const { thirdParties } = await d.must<{ thirdParties: { total: number } }>('GET', '/statistics', { token })
  expect(thirdParties.total).toBe(seen.length)
  const feed = await d.must<{ content: { thirdpartyId: number }[]; complete: boolean }>(
    'GET',
    '/events?size=500',
    { token },
  )
  expect(feed.complete).toBe(false)
  expect(idsOf(feed.content)).toEqual(seen)
  const listed = await d.must<Listed>('GET', '/thirdparties?size=1&page=50', { token })
  expect(listed.totalElements).toBe(seen.length)
}

/** Each company has one hit, about which something was decided. */
async function checkHits({ d }: World, { token }: Reader, seen: readonly number[]): Promise<void> {
  for (const path of ['/screening/hits?size=200', '/screening/changes?size=200']) {
    const { content, ...rest } = await d.must<Listed & { complete?: boolean }>('GET', path, { token })
    expect(idsOf(content), path).toEqual(seen)
    expect(rest.complete ?? false).toBe(false)
  }
  for (const path of ['/screening/hits/export.csv', '/screening/runs/export.csv']) {
    const { body } = await d.ask('GET', path, { token })
    expect(namesIn(body), path).toHaveLength(seen.length)
  }
  const statistics = await d.must<{ open: { total: number }; companies: { neverScreened: number } }>(
    'GET',
    '/screening/statistics',
    { token },
  )
  expect([statistics.open.total, statistics.companies.neverScreened]).toEqual([seen.length, seen.length])
}

const namesIn = (text: string) => [...new Set(text.match(/Zebra \d+/g))]

async function checkRecords({ d, files }: World, { token }: Reader, seen: readonly number[]): Promise<void> {
  for (const [company, { dossierId, path: file }] of files) {
    const own = ['', '/units', '/comments', '/contacts', '/attributes', '/events', '/indicators']
    const paths = own.map((path) => `/thirdparties/${company}${path}`)
    for (const path of [...paths, `/dossiers/${dossierId}`, file, `/dossiers/${dossierId}/files/download`]) {
      const { statusCode } = await d.ask('GET', path, { token })
      expect(statusCode < 300, `${path} ${statusCode}`).toBe(seen.includes(company))
    }
  }
}

/** Addresses that were made while all was seen. */
async function checkLinks({ d }: World, reader: Reader, seen: readonly number[]): Promise<void> {
  const open = (url: string) => d.t.app.inject({ url: new URL(url).pathname })
  for (const [company, url] of reader.links)
    expect((await open(url)).statusCode).toBe(seen.includes(company) ? 200 : 404)
  expect(namesIn((await open(reader.calendar)).body)).toHaveLength(seen.length)
}

async function runJob<T extends TaskName>(
  { d }: World,
  task: T,
  handler: Handler<T>,
  payload: object,
): Promise<void> {
  const { accountId } = d.office
  const context = { db: d.t.db, scope: jobScope(accountId, task), clock: systemClock }
  const signal = new AbortController().signal
  await handler({ accountId, ...payload } as never, { ...context, signal, attempt: 1 } as never)
}

/** What was queued when everybody saw everything goes only to who still sees it. */
async function checkWebhooks(world: World): Promise<void> {
  const taken = {
    status: 204,
    error: null,
    answerType: null,
    answerBytes: null,
    retryAfterMs: null,
    durationMs: 1,
  }
  for (const reader of world.readers) {
    const told: { type: string; data: { thirdpartyId: number } }[] = []
    const deliver = deliverEvents({
      send: async ({ body }) => {
        told.push(JSON.parse(body) as (typeof told)[number])
        return taken
      },
      secrets: createEndpointSecrets(world.d.t.secretKey),
      atOnce: 4,
      disableAfterMs: 86_400_000,
    })
    await runJob(world, 'webhooks.fan-out', fanOutEvents, {})
    await runJob(world, 'webhooks.fan-out-screening', fanOutScreening, {})
    await runJob(world, 'webhooks.deliver', deliver, { endpointId: reader.endpointId })
    const seen = ascending(world.seenBy(reader))
    expect(idsOf(told.map(({ data }) => data))).toEqual(seen)
    const ofHits = told.filter(({ type }) => type === 'screening.HIT_DECIDED')
    expect(idsOf(ofHits.map(({ data }) => data))).toEqual(seen)
  }
}

/** Who is suggested for a mention, and who is mailed about a contact. */
async function checkPeople(world: World): Promise<void> {
  const { d, files, readers } = world
  const scope = jobScope(d.office.accountId, 'mail.send')
  for (const [company, { contactId }] of files) {
    const seers = readers.filter((reader) => world.seenBy(reader).includes(company))
    const { content } = await d.must<{ content: { userId: number }[] }>(
      'GET',
      `/mentionable-users?thirdpartyId=${company}`,
    )
    expect(ascending(content.map(({ userId }) => userId))).toEqual(
      ascending(seers.map(({ userId }) => userId)),
    )
    const recipient = `contact-${company}@people.example`
    const refused = contactRefused({ publicUrl: 'http://vigie.test' })
    await d.t.db.write(scope, (tx) => refused(tx, scope, { contactId, recipient } as never))
    const { rows } = await d.t.admin.query<{ recipient: string }>(
      `select recipient from mail where account_id = $1 and dedupe_key like $2`,
      [d.office.accountId, `contact.BOUNCED:${contactId}:%`],
    )
    expect(rows.map((row) => row.recipient).toSorted()).toEqual(seers.map(({ email }) => email).toSorted())
  }
}
