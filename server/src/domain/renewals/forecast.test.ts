import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setClockOffset } from '../../../test/database/fixtures.ts'
import { desk, type Desk } from '../../../test/dossiers/desk.ts'
import { testPublicUrl } from '../../../test/harness/app.ts'
import { testApp, type TestApp } from '../../../test/harness/index.ts'
import { givenAnswer } from '../../../test/responses/given-answer.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const today = '2026-03-10'
const dayAfter = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)

interface Item {
  date: string
  reason: string
  thirdpartyId: number
  thirdpartyName: string | null
  dossierId: number
  documentId: number | null
  documentName: string | null
  answerUnderWay: boolean
  renewsItself: boolean
}
interface Page {
  today: string
  until: string
  horizons: Record<string, number>[]
  content: Item[]
  totalElements: number
  next: string | null
}
type Wire = Record<string, string | number | boolean | null>

/** Three companies whose pieces end and fall due all around the horizons. */
async function portfolio(): Promise<Desk> {
  const d = await desk(t, 'SANDBOX')
  await setClockOffset(t, d, Date.parse(`${today}T12:00:00Z`) - Date.now())
  let offset = -40
  for (const nth of [0, 1, 2]) {
    const { thirdpartyId } = nth === 0 ? { thirdpartyId: d.thirdpartyId } : await t.given.thirdParty(d, nth)
    for (const type of ['ONBOARDING', 'VIGILANCE'].slice(0, nth + 1)) {
      const { dossierId, documents } = await t.given.dossier(d, thirdpartyId, type)
      await d.patch(`/dossiers/${dossierId}`, { expirationDate: dayAfter(offset + 60) })
      for (const [place, documentId] of Object.values(documents).entries()) {
        offset += 9
        const given = { accountId: d.accountId, documentId, expirationDate: dayAfter(offset % 130) }
        if (place % 3 === 0) await givenAnswer(t, { ...given, state: 'ACCEPTED' })
        if (place % 3 === 1) await givenAnswer(t, { ...given, state: 'EXPIRED' })
        if (place % 6 === 0) await givenAnswer(t, { accountId: d.accountId, documentId })
        const change = { dueDate: dayAfter(((offset * 7) % 120) - 10) }
        await d.patch(`/dossiers/${dossierId}/documents/${documentId}`, change)
      }
    }
  }
  await t.admin.query(`update thirdparty set name = $2 where account_id = $1`, [
    d.accountId,
    'Dupont, fils; & associés \\ « Léger – 東京支店 🏗️ »\nSociété par actions simplifiée',
  ])
  return d
}

/** The same from the plain lists, one thing after the other. */
async function oracle(d: Desk, days: number): Promise<string[]> {
  const until = dayAfter(days)
  const list = async (path: string) => (await d.get(path)).json<{ content: Wire[] }>().content
  const lines: string[] = []
  const add = (date: string, rank: number, reason: string, id: unknown) => {
    if (date >= today && date < until) lines.push(`${date} ${rank} ${String(id).padStart(12, '0')} ${reason}`)
  }
  const plus = (day: string, more: number) =>
    new Date(Date.parse(day) + more * 86_400_000).toISOString().slice(0, 10)
  for (const { expirationDate, dossierId, archived } of await list('/dossiers?size=500')) {
    if (!archived && expirationDate) add(String(expirationDate), 0, 'DOSSIER_EXPIRES', dossierId)
  }
  const documents = await list('/documents?size=500')
  const settled = (one: Wire) =>
    one['alternativeGroup'] !== null &&
    documents.some(
      (other) =>
        other['dossierId'] === one['dossierId'] &&
        other['alternativeGroup'] === one['alternativeGroup'] &&
        ['VALID', 'ONGOING', 'BELOW_EXPECTATION'].includes(String(other['statusCode'])),
    )
  for (const one of documents) {
    const { documentId, statusCode, statusReason, required, dueDate } = one
    if (!required) continue
    const end = String(one['expirationDate'])
    const inForce = statusReason === 'ACCEPTED' || statusReason === 'SCORE_BELOW_EXPECTED'
    if (inForce && one['expirationDate']) add(end, 1, 'ANSWER_EXPIRES', documentId)
    if ((inForce || statusReason === 'EXPIRED') && one['expirationDate']) {
      add(plus(end, 30), 2, 'GRACE_ENDS', documentId)
    }
    if (dueDate && !settled(one) && ['MISSING', 'ACTION_REQUIRED', 'INVALID'].includes(String(statusCode))) {
      add(String(dueDate), 3, 'DUE_DATE_PASSES', documentId)
    }
  }
  return lines.toSorted()
}

const ranks = ['DOSSIER_EXPIRES', 'ANSWER_EXPIRES', 'GRACE_ENDS', 'DUE_DATE_PASSES']
const lineOf = ({ date, reason, documentId, dossierId }: Item) =>
  `${date} ${ranks.indexOf(reason)} ${String(documentId ?? dossierId).padStart(12, '0')} ${reason}`

test('The forecast matches an inspection of every document, in pages, per third party, and as a calendar', async () => {
  const d = await portfolio()
  const expected = await oracle(d, 90)
  expect(new Set(expected.map((line) => line.split(' ').at(-1)))).toEqual(new Set(ranks))
  const found: Item[] = []
  let path = '/forecast?size=7'
  for (;;) {
    const page = (await d.get(path)).json<Page>()
    expect([page.today, page.until, page.totalElements]).toEqual([today, dayAfter(90), expected.length])
    found.push(...page.content)
    if (page.next === null) break
    path = `/forecast?size=7&cursor=${page.next}`
  }
  expect(found.map(lineOf)).toEqual(expected)
  expect(found.filter(({ reason }) => reason === 'DOSSIER_EXPIRES').every((one) => one.renewsItself)).toBe(
    true,
  )
  expect(found.some(({ answerUnderWay }) => answerUnderWay)).toBe(true)
  const second = (await d.get('/forecast?days=366&size=5&page=1')).json<Page>()
  expect(second.content.map(lineOf)).toEqual((await oracle(d, 366)).slice(5, 10))
  for (const [place, days] of [30, 60, 90].entries()) {
    const lines = await oracle(d, days)
    const counts = ranks.map((reason) => [reason, lines.filter((line) => line.endsWith(reason)).length])
    expect(second.horizons[place]).toEqual({ days, until: dayAfter(days), ...Object.fromEntries(counts) })
  }
  const own = (await d.get(`/thirdparties/${d.thirdpartyId}/forecast?size=500`)).json<Page>()
  expect(own.content.map(lineOf)).toEqual(
    found.filter(({ thirdpartyId }) => thirdpartyId === d.thirdpartyId).map(lineOf),
  )
  const [, answers, , requests] = ranks
  const some = (await d.get(`/forecast?size=500&reason=${requests},${answers}`)).json<Page>()
  const meant = expected.filter((line) => line.endsWith(` ${answers}`) || line.endsWith(` ${requests}`))
  expect(some.content.map(lineOf)).toEqual(meant)
  expect([some.totalElements, some.horizons]).toEqual([meant.length, second.horizons])
  expect((await d.get('/thirdparties/999999999/forecast')).statusCode).toBe(404)
  for (const query of ['days=0', 'days=367', 'days=soon', 'horizon=3', 'reason=BOREDOM']) {
    expect([query, (await d.get(`/forecast?${query}`)).statusCode]).toEqual([query, 400])
  }
  await checkTable(d, found)
  await checkCalendars(d, found)
})

/** The whole forecast as a file for spreadsheets. */
async function checkTable(d: Desk, found: readonly Item[]): Promise<void> {
  const rowsOf = async (query: string) => {
    const { headers, body } = await d.get(`/forecast.csv${query}`)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8; header=present')
    return parse(body, { bom: true, columns: true, record_delimiter: '\r\n' }) as Record<string, string>[]
  }
  const rows = await rowsOf('')
  const told = (item: Item) => [item.date, item.reason, item.thirdpartyName, String(item.documentId ?? '')]
  expect(rows.map((row) => [row['date'], row['reason'], row['thirdpartyName'], row['documentId']])).toEqual(
    found.map(told),
  )
  expect(rows.map((row) => row['renewsItself'])).toEqual(found.map((item) => String(item.renewsItself)))
  for (const [place, row] of rows.entries()) {
    expect(row['summary']).toContain(found[place]?.documentName ?? row['dossierType'])
  }
  expect(await rowsOf('?reason=GRACE_ENDS,DUE_DATE_PASSES')).toEqual(
    rows.filter(({ reason }) => reason === 'GRACE_ENDS' || reason === 'DUE_DATE_PASSES'),
  )
  expect((await rowsOf('?days=1')).every(({ date }) => date === today)).toBe(true)
  expect((await d.get('/forecast.csv?days=0')).statusCode).toBe(400)
}

async function checkCalendars(d: Desk, found: readonly Item[]): Promise<void> {
  const calendar = await d.get('/forecast.ics')
  expect(calendar.headers['content-type']).toBe('text/calendar; charset=utf-8')
  const events = parseCalendar(calendar.body)
  expect(events.map(({ DTSTART }) => DTSTART)).toEqual(found.map(({ date }) => date.replaceAll('-', '')))
  expect(events.map(({ CATEGORIES }) => CATEGORIES)).toEqual(found.map(({ reason }) => reason))
  expect(new Set(events.map(({ UID }) => UID)).size).toBe(found.length)
  for (const [place, { thirdpartyName, documentName }] of found.entries()) {
    expect(events[place]?.['SUMMARY']).toContain(thirdpartyName)
    if (documentName !== null) expect(events[place]?.['SUMMARY']).toContain(documentName)
  }
  expect(events.map(({ URL }) => URL)).toEqual(
    found.map(({ dossierId }) => `${testPublicUrl}/app/account/${d.accountId}/dossiers/${dossierId}`),
  )
  const tag = String(calendar.headers['etag'])
  expect(tag).toMatch(/^W\/"[\w-]{22}"$/)
  const again = { headers: { 'if-none-match': tag }, token: d.token }
  const known = await t.call('GET', `${d.base}/forecast.ics`, again)
  expect([known.statusCode, known.body, known.headers['etag']]).toEqual([304, '', tag])
  expect((await t.call('GET', `${d.base}/forecast.ics?days=1`, again)).statusCode).toBe(200)
  // The same things bear the same names tomorrow.
  await setClockOffset(t, d, Date.parse(`${today}T12:00:00Z`) + 86_400_000 - Date.now())
  const tomorrow = new Set(parseCalendar((await d.get('/forecast.ics')).body).map(({ UID }) => UID))
  const stays = events.filter(({ DTSTART }) => String(DTSTART) > today.replaceAll('-', ''))
  expect(stays.every(({ UID }) => tomorrow.has(UID))).toBe(true)

  const made = await d.post('/forecast/calendar-links')
  const { url } = made.json<{ url: string }>()
  const address = url.replace(testPublicUrl, '')
  expect(address).toMatch(/^\/calendar\/[\w-]+\.ics$/)
  expect(parseCalendar((await t.call('GET', address)).body).map(({ UID }) => UID)).toEqual([...tomorrow])
  const followed = String((await t.call('GET', address)).headers['etag'])
  expect((await t.call('GET', address, { headers: { 'if-none-match': followed } })).statusCode).toBe(304)
  expect((await d.get('/forecast/calendar-links')).json<{ content: unknown[] }>().content).toHaveLength(1)
  const forged = address.replace(/.(?=\.ics)/, (last) => (last === 'A' ? 'B' : 'A'))
  for (const wrong of [forged, '/calendar/nonsense.ics', `/calendar/${d.accountId}-.ics`]) {
    expect([wrong, (await t.call('GET', wrong)).statusCode]).toEqual([wrong, 403])
  }
  expect((await t.call('DELETE', `${d.base}/forecast/calendar-links`, d)).statusCode).toBe(204)
  expect((await t.call('GET', address)).statusCode).toBe(403)
}

/** Reads as RFC 5545 is written: lines end by CRLF and have 75 octets, a fold is CRLF and a space. */
function parseCalendar(text: string): Record<string, string>[] {
  expect(text.endsWith('\r\n')).toBe(true)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const lines = text.replaceAll('\r\n ', '').split('\r\n').slice(0, -1)
  expect([lines[0], lines[1], lines.at(-1)]).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0', 'END:VCALENDAR'])
  const events: Record<string, string>[] = []
  for (const line of lines) {
    const [, name = '', value = ''] = /^([A-Z-]+)(?:;[^:]*)?:(.*)$/su.exec(line) ?? []
    if (name === 'BEGIN' && value === 'VEVENT') events.push({})
    const event = events.at(-1)
    if (event && name !== 'BEGIN' && name !== 'END') {
      event[name] = value.replaceAll(/\\(.)/gsu, (_all, character: string) =>
        character === 'n' ? '\n' : character,
      )
    }
  }
  for (const event of events) {
    expect(event['DTSTAMP']).toMatch(/^\d{8}T\d{6}Z$/)
    expect(Number(event['DTEND'])).toBeGreaterThan(Number(event['DTSTART']))
  }
  return events
}
