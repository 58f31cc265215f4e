import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import {
  createVigie,
  csvRows,
  csvText,
  formatTime,
  parseCsv,
  parseTime,
  readTagged,
  streamForm,
  VigieTimeout,
  waitFor,
  type ReceivedResponse,
  type ServiceOptions,
} from '../../../client/src/index.ts'
import { csvLine } from '../../src/platform/http/csv.ts'

/** The client against a service that behaves as the test wants, over a true connection. */
let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

type Handler = Parameters<typeof createServer>[1]

async function client(handler: Handler, options: Partial<ServiceOptions> = {}, token = () => 'secret') {
  server = createServer({}, handler)
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return createVigie({ baseUrl, token, retries: { attempts: 2, maxPauseMs: 2_000 }, ...options })
}

const json = { 'content-type': 'application/json' }

test('A service that stays silent is given up after the time allowed, and asked again before', async () => {
  let asked = 0
  const vigie = await client(() => undefined, { timeoutMs: 50, onRequest: () => (asked += 1) })
  const refused = vigie.get('/me')
  await expect(refused).rejects.toThrow(VigieTimeout)
  await expect(refused).rejects.toMatchObject({ afterMs: 50 })
  expect(asked).toBe(2)
})

test('A body takes the time it needs once the answer has begun', async () => {
  const vigie = await client(
    (_, response) => {
      response.writeHead(200, json).write('{"accounts":')
      void delay(300).then(() => response.end('[]}'))
    },
    { timeoutMs: 100 },
  )
  expect(await vigie.get('/me')).toEqual({ accounts: [] })
})

test('An upload is not cut while its bytes flow, and goes as a form', async () => {
  const seen: string[] = []
  const vigie = await client(
    (request, response) => {
      seen.push(request.headers['content-type'] ?? '')
      request.on('data', (chunk: Buffer) => seen.push(chunk.toString()))
      request.on('end', () => response.writeHead(201, json).end('{}'))
    },
    { timeoutMs: 200 },
  )
  async function* slowly() {
    for (const word of ['one ', 'two ', 'three']) {
      await delay(120)
      yield new TextEncoder().encode(word)
    }
  }
  const body = streamForm([
    { name: 'issuer', value: 'DO' },
    { name: 'file', fileName: 'a "b".txt', type: 'text/plain', content: slowly() },
  ])
  const path = { dossierId: 1, documentId: 2 }
  await vigie.account(1).post('/dossiers/{dossierId}/documents/{documentId}/responses', { path, body })
  const [type, ...chunks] = seen
  const form = await new Response(chunks.join(''), { headers: { 'content-type': type ?? '' } }).formData()
  expect(form.get('issuer')).toBe('DO')
  const file = form.get('file') as File
  expect([file.name, file.type, await file.text()]).toEqual(['a "b".txt', 'text/plain', 'one two three'])
})

test('A stream passes once, so its call is not repeated', async () => {
  let asked = 0
  const vigie = await client((request, response) => {
    asked += 1
    request.resume().on('end', () => {
      response.writeHead(503, json).end('{"code":"OVERLOADED","retryable":true,"detail":"Busy."}')
    })
  })
  const send = (body: string | ReadableStream<Uint8Array>) =>
    vigie.account(1).post('/thirdparties/imports', { body })
  await expect(send(new Blob(['siret\n1\n']).stream())).rejects.toMatchObject({ code: 'OVERLOADED' })
  expect(asked).toBe(1)
  await expect(send('siret\n1\n')).rejects.toMatchObject({ code: 'OVERLOADED' })
  expect(asked).toBe(3)
})

test('A text goes as a table, and a table comes as text', async () => {
  const vigie = await client((request, response) => {
    const type = request.headers['content-type'] ?? ''
    if (request.method === 'GET')
      return void response.writeHead(200, { 'content-type': 'text/csv' }).end('a,b\r\n')
    request.resume().on('end', () => response.writeHead(202, json).end(JSON.stringify({ type })))
  })
  const account = vigie.account(1)
  expect(await account.post('/thirdparties/imports', { body: 'siret\n' })).toEqual({
    type: 'text/csv; charset=utf-8',
  })
  expect(await account.get('/thirdparties/export.csv')).toBe('a,b\r\n')
})

test('A token is provided anew after a refusal, and hooks tell no secret', async () => {
  const told: ReceivedResponse[] = []
  const tokens = ['old', 'new', 'new']
  const vigie = await client(
    (request, response) => {
      if (request.headers.authorization === 'Bearer new') return void response.writeHead(200, json).end('{}')
      response.writeHead(401, json).end('{"code":"AUTH_TOKEN_EXPIRED","detail":"Over.","retryable":false}')
    },
    { onResponse: (response) => told.push(response) },
    () => tokens.shift() ?? '',
  )
  await vigie.account(7).get('/thirdparties', { query: { q: 'Secret Ltd' } })
  expect(told.map(({ status }) => status)).toEqual([401, 200])
  expect(told[0]?.path).toBe('/api/v1/account/{accountId}/thirdparties')
  expect(JSON.stringify(told)).not.toMatch(/Secret|old|new|\/7\//)
})

test('A tag is read beside the value and sent with the change', async () => {
  const vigie = await client((request, response) => {
    response
      .writeHead(200, { ...json, etag: '"v1"' })
      .end(JSON.stringify(request.headers['if-match'] ?? null))
  })
  const call = { path: { dossierId: 1 } }
  const { tag } = await readTagged((seen) =>
    vigie.account(1).get('/dossiers/{dossierId}', { ...call, ...seen }),
  )
  expect(tag).toBe('"v1"')
  const change = vigie.account(1).patch('/dossiers/{dossierId}', { ...call, body: {}, ifMatch: tag })
  expect(await change).toBe('"v1"')
})

test('Rows of a table come back as they were before they were guarded', async () => {
  const values = [
    '=1+1',
    "'=1",
    'a;-b',
    '',
    'two\r\nlines',
    'say "no"',
    '\tx',
    'end;',
    '＝1',
    'plain, and more',
  ]
  const text = `\uFEFF${csvLine(['value', 'n'])}${values.map((value, n) => csvLine([value, n])).join('')}`
  const rows = values.map((value, n) => ({ value, n: String(n) }))
  expect(parseCsv(text)).toEqual(rows)
  const bytes = new TextEncoder().encode(text)
  const pieces = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
      controller.close()
    },
  })
  const streamed = []
  for await (const row of csvRows(new Response(pieces))) streamed.push(row)
  expect(streamed).toEqual(rows)
  expect(parseCsv('siret;code\r\n1;a\r\n')).toEqual([{ siret: '1', code: 'a' }])
  expect(parseCsv(csvText([{ code: 'a "b"', amount: 3 }]))).toEqual([{ code: 'a "b"', amount: '3' }])
})

test('Times of the service are UTC', () => {
  expect(parseTime('2026-11-15T21:00:00.000').toISOString()).toBe('2026-11-15T21:00:00.000Z')
  expect(parseTime('2026-11-15T21:00:00Z').toISOString()).toBe('2026-11-15T21:00:00.000Z')
  expect(parseTime('2026-11-15').toISOString()).toBe('2026-11-15T00:00:00.000Z')
  expect(() => parseTime('yesterday')).toThrow(RangeError)
  expect(formatTime(new Date('2026-11-15T22:00:00.500+01:00'))).toBe('2026-11-15T21:00:00')
})

test('Waiting ends when it is reached, or after its time', async () => {
  let n = 0
  const reached = await waitFor(
    async () => (n += 1),
    (value) => value === 3,
    { intervalMs: 1 },
  )
  expect(reached).toBe(3)
  const never = waitFor(
    async () => 0,
    () => false,
    { intervalMs: 1, timeoutMs: 5 },
  )
  await expect(never).rejects.toThrow(VigieTimeout)
})
