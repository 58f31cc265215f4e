import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localStore } from '../../src/platform/files/index.ts'
import { encryptedIn } from '../files/encrypted-in.ts'
import { fileDesk, somePicture, type FileDesk, type SentAnswer } from '../files/file-desk.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { until } from './processes.ts'
import { command, run } from './product.ts'

interface Kept {
  readonly desk: FileDesk
  readonly sent: SentAnswer
  readonly content: Buffer
}

let t: TestApp
let dataDir: string
let kept: Kept[]

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'vigie-rotate-'))
  const inner = await localStore({ root: path.join(dataDir, 'files') })
  t = await testApp({ store: encryptedIn(inner) })
  kept = []
  for (let account = 0; account < 2; account += 1) {
    const [desk, content] = [await fileDesk(t), somePicture(100_000)]
    const sent = await desk.answer('REG_PROOF', [{ name: 'piece.png', content }])
    kept.push({ desk, sent, content })
  }
})
afterAll(async () => {
  await t?.close()
  await rm(dataDir, { recursive: true, force: true })
})

const environment = () => ({
  DATABASE_URL: t.adminUrl,
  DATABASE_APP_URL: t.appUrl,
  VIGIE_SECRET_KEY: Buffer.from(t.secretKey).toString('base64'),
  VIGIE_DATA_DIR: dataDir,
  FILE_ENCRYPTION: 'on',
})

const keyIds = async () => {
  const { rows } = await t.admin.query<{ id: string }>(
    'select key_id as id from sealed_file order by account_id',
  )
  return rows.map(({ id }) => id)
}

async function expectAllReadable(): Promise<void> {
  for (const { desk, sent, content } of kept) {
    const whole = await desk.get(sent.path)
    expect([whole.statusCode, whole.rawPayload.equals(content)]).toEqual([200, true])
  }
}

test('A rotation killed in the middle loses nothing, and is finished by the next', async () => {
  const [former] = await keyIds()
  // Somebody holds a file of the second account, so that the command gets half way and no further.
  const holder = await t.admin.connect()
  await holder.query('begin')
  await holder.query('select from sealed_file where account_id = $1 for update', [kept[1]?.desk.accountId])
  const killed = run(['key', 'rotate', '--json'], environment())
  await until('half of the files', async () => (await keyIds())[0] !== former)
  await expectAllReadable()
  killed.signal('SIGKILL')
  await killed.exited
  await holder.query('rollback')
  holder.release()
  const [first, second] = await keyIds()
  expect([first === former, second]).toEqual([false, former])
  await expectAllReadable()
  // A service that was running all the while seals new files under the new key.
  const { desk } = kept[0]!
  const content = somePicture(1_000)
  kept.push({ desk, content, sent: await desk.answer('NDA', [{ name: 'new.png', content }]) })

  const both = await Promise.all([1, 2].map(() => command(['key', 'rotate', '--json'], environment())))
  expect(both.map(({ code }) => code)).toEqual([0, 0])
  const outcomes = both.map(({ output }) => JSON.parse(output) as { state: string; resealed: number })
  expect(outcomes.some(({ state }) => state === 'RESUMED')).toBe(true)
  expect(new Set(await keyIds()).size).toBe(1)
  await expectAllReadable()
})
