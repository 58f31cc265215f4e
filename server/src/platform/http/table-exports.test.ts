import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { SharedPlaces } from '../limits/index.ts'
import { jobScope, type Scope } from '../kernel/index.ts'
import { createTableExports, type TableFile } from './table-exports.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

/** A reader that takes nothing until it is let go: its table ends only then. */
function slowFile(until: Promise<void>): TableFile {
  return {
    name: 'a',
    columns: [{ name: 'a', type: 'text', heading: { en: 'A', fr: 'A' } }],
    batches: async function* () {
      yield [['x']]
      await until
    },
  }
}

test('The slow readers of one account leave places to the others, and free their own', async () => {
  const send = createTableExports(
    database.db,
    new SharedPlaces({ db: database.db, secret: Buffer.alloc(32) }),
  )
  const bodies: NodeJS.ReadableStream[] = []
  const reply = replyTo('GET', bodies)
  let release = () => undefined as void
  const until = new Promise<void>((resolve) => {
    release = resolve
  })
  const ask = (scope: Scope) => send(scope, reply, { file: slowFile(until) })
  const [greedy, other, third] = [1, 2, 3].map((id) => jobScope(id, 'test')) as [Scope, Scope, Scope]
  await ask(greedy)
  await ask(greedy)
  await expect(ask(greedy)).rejects.toMatchObject({ code: 'RATE_LIMITED', headers: { 'retry-after': '5' } })
  await ask(other)
  await ask(third)
  // All together they still hold few connections.
  await expect(ask(third)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  release()
  for (const body of bodies) body.resume()
  await expect
    .poll(() =>
      ask(greedy).then(
        () => 'sent',
        () => 'refused',
      ),
    )
    .toBe('sent')
  for (const body of bodies) body.resume()
})

test('Whoever asks for the headers alone takes no place, and nothing is read', async () => {
  const send = createTableExports(
    database.db,
    new SharedPlaces({ db: database.db, secret: Buffer.alloc(32) }),
  )
  const bodies: NodeJS.ReadableStream[] = []
  const never = new Promise<void>(() => undefined)
  for (let nth = 0; nth < 10; nth += 1)
    await send(jobScope(1, 'test'), replyTo('HEAD', bodies), { file: slowFile(never) })
  expect(await Promise.all(bodies.map((body) => text(body)))).toEqual(Array.from({ length: 10 }, () => ''))
})

function replyTo(method: string, bodies: NodeJS.ReadableStream[]): never {
  const reply = {
    request: { method },
    header: () => reply,
    send: (body: NodeJS.ReadableStream) => bodies.push(body),
  }
  return reply as never
}
