import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAccount } from '../../../test/database/fixtures.ts'
import { testDatabase, testPool, type TestDatabase } from '../../../test/harness/database.ts'
import type { Scope } from '../kernel/index.ts'
import { openDatabase, type Db } from './index.ts'

/** What PostgreSQL sends arrives in pieces of this size. */
let pieceBytes = 1
let database: TestDatabase
let scope: Scope
let db: Db
const stop: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  database = await testDatabase()
  stop.unshift(() => database.close())
  scope = await newAccount(database)
  const { host, port, user = '', password, database: name = '' } = new pg.Client(database.appUrl)
  const reach = () => (host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host))
  const sockets = new Set<Socket>()
  const cutter = createServer((near) => {
    const far = reach()
    for (const socket of [near.setNoDelay(), far]) sockets.add(socket.on('error', () => undefined))
    near.pipe(far)
    far.on('data', (bytes) => void cutUp(bytes, near))
  }).listen(0, '127.0.0.1')
  await once(cutter, 'listening')
  const place = `127.0.0.1:${(cutter.address() as AddressInfo).port}`
  const url = `postgresql://${user}:${encodeURIComponent(String(password))}@${place}/${name}`
  db = openDatabase(testPool({ url, max: 1 }))
  stop.unshift(
    () => db.close(),
    async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => cutter.close(resolve))
    },
  )
})
afterAll(async () => {
  for (const end of stop) await end()
})

/** Each piece is read by itself: the next one is written when the loop has turned. */
let lastCut: Promise<void> = Promise.resolve()
function cutUp(bytes: Buffer, near: Socket): Promise<void> {
  const size = pieceBytes
  lastCut = lastCut.then(async () => {
    for (let at = 0; at < bytes.length; at += size) {
      near.write(bytes.subarray(at, at + size))
      await new Promise((resolve) => setImmediate(resolve))
    }
  })
  return lastCut
}

const readRows = (texts: readonly (string | null)[]) =>
  db.read(scope, async (tx) => {
    const { rows } = await sql<{ position: number; text: string | null; bytes: Buffer | null }>`
      select position::int, text, text::varchar as bytes
      from unnest(${texts}::text[]) with ordinality as given(text, position) order by position`.execute(tx)
    // Compared as text: two long buffers are compared byte by byte, in seconds.
    return rows.map(({ bytes, ...row }) => ({
      ...row,
      isBytes: Buffer.isBuffer(bytes),
      read: bytes?.toString(),
    }))
  })

const expected = (texts: readonly (string | null)[]) =>
  texts.map((text, index) => ({
    position: index + 1,
    text,
    isBytes: text !== null,
    read: text ?? undefined,
  }))

test('Rows are read alike wherever what PostgreSQL sends is cut', async () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.constant(null))
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        text.map((one) => one?.replaceAll('\0', '') ?? null),
        { maxLength: 8 },
      ),
      fc.integer({ min: 1, max: 40 }),
      async (texts, size) => {
        pieceBytes = size
        expect(await readRows(texts)).toEqual(expected(texts))
      },
    ),
    { numRuns: 100 },
  )
})

test('A value longer than what a socket reads at once is read whole, and rows before it stay as they were', async () => {
  pieceBytes = 50_000
  const texts = ['before', 'é'.repeat(400_000), null, 'after', 'x'.repeat(70_000), '']
  expect(await readRows(texts)).toEqual(expected(texts))
})
