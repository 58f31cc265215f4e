import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { journalCommand } from '../../src/commands/journal.ts'
import { createCheckpointSigner, recordPast } from '../../src/platform/journal/index.ts'
import { systemClock, type Scope } from '../../src/platform/kernel/index.ts'
import { testDatabase, type TestDatabase } from '../harness/database.ts'
import { newAccount } from './fixtures.ts'

let database: TestDatabase
let sound: Scope
let broken: Scope
let place: string
let folder: string
let opened = 0
let closed = 0
const deps = {
  open: () => {
    opened += 1
    return Promise.resolve({
      db: database.db,
      clock: systemClock,
      checkpoints: { signer: createCheckpointSigner(new Uint8Array(32)), folder },
      anchors: { targets: [], store: null, authorities: null },
      close: () => Promise.resolve(void (closed += 1)),
    })
  },
}

beforeAll(async () => {
  database = await testDatabase()
  place = await mkdtemp(path.join(tmpdir(), 'vigie-journal-'))
  folder = path.join(place, 'checkpoints')
  sound = await newAccount(database)
  broken = await newAccount(database)
  for (const scope of [sound, broken]) {
    await database.db.write(scope, (tx) => {
      for (const thirdpartyId of [1, 2, 3]) recordPast(tx, scope, { name: 'THIRD_PARTY_ADDED', thirdpartyId })
      return Promise.resolve()
    })
  }
})
afterAll(async () => {
  await database.close()
  await rm(place, { recursive: true, force: true })
})
afterEach(() => {
  process.exitCode = undefined
})

const verify = (...words: string[]) => journal('verify', ...words)

async function journal(...words: string[]): Promise<{ printed: string; exitCode: unknown }> {
  process.exitCode = undefined
  let printed = ''
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text)
    return true
  })
  try {
    await journalCommand(deps).exitOverride().parseAsync(words, { from: 'user' })
  } finally {
    spy.mockRestore()
  }
  return { printed, exitCode: process.exitCode ?? 0 }
}

test('A journal that verifies is reported with its events, and the command succeeds', async () => {
  const administrations = ['Operator', ...[sound, broken].map(({ accountId }) => `Account ${accountId}`)]
  const verdicts = [sound, broken]
    .map(({ accountId }) => `Account ${accountId}: 3 events, intact; no checkpoint to compare with\n`)
    .concat(
      administrations.map(
        (whose) => `${whose}, administration: 0 entries, intact; no checkpoint to compare with\n`,
      ),
    )
    .join('')
  const { printed, exitCode } = await verify('--no-files')
  expect(printed).toBe(`The checkpoint files were skipped.\n${verdicts}`)
  expect(exitCode).toBe(0)
  const missing = `NOT compared with the checkpoint files in ${folder}: there is no such folder.\n`
  expect((await verify()).printed).toBe(missing + verdicts)
})

test('A broken journal is named with its first broken event, and the command fails', async () => {
  await database.admin.query(
    `set session_replication_role = replica;
     update event set actor_id = 1 where account_id = ${broken.accountId} and seq = 2;
     reset session_replication_role`,
  )
  const { printed, exitCode } = await verify()
  expect(printed).toContain(`Account ${sound.accountId}: 3 events, intact`)
  expect(printed).toContain(`Account ${broken.accountId}: BROKEN at event 2 (ALTERED): it was changed`)
  expect(printed).toContain('  1 event before it hold')
  expect(exitCode).toBe(1)
  const json = await verify('--json', '--account', String(broken.accountId))
  expect(JSON.parse(json.printed)).toMatchObject([
    { accountId: broken.accountId, intact: false, events: 1, brokenSeq: 2, fault: 'ALTERED' },
    { accountId: broken.accountId, chain: 'ADMINISTRATION', intact: true, events: 0 },
  ])
  expect(json.exitCode).toBe(1)
  expect((await verify('--account', String(sound.accountId))).exitCode).toBe(0)
})

test('A missing account is an error, and everything is closed', async () => {
  await expect(verify('--account', '999999')).rejects.toThrow('no account 999999')
  expect(closed).toBe(opened)
})

test('Checkpoints, their files, the public key and an export serve to verify', async () => {
  const account = ['--account', String(sound.accountId)]
  const made = await journal('checkpoint', ...account)
  expect(made.printed).toContain(`Account ${sound.accountId}: signed up to event 3 of `)
  expect(made.printed).toContain(`; 1 written to ${folder}`)
  expect((await journal('checkpoint', ...account)).printed).toContain('nothing new since event 3')
  const key = path.join(place, 'key.pem')
  await writeFile(key, (await journal('key')).printed)
  const kept = await verify(...account, '--checkpoints', folder, '--public-key', key, '--since', 'last')
  expect(kept.printed).toContain('0 events after the checkpoint at event 3, intact; 1 checkpoint agrees')
  await expect(verify(...account, '--since', '2')).rejects.toThrow('no checkpoint at event 2')

  const out = path.join(place, 'journal.ndjson')
  expect((await journal('export', ...account, '--out', out)).printed).toContain('3 events written')
  await expect(journal('export', ...account, '--out', out)).rejects.toThrow('already exists')
  const before = opened
  const offline = await verify('--file', out, '--public-key', key)
  expect(offline).toMatchObject({ exitCode: 0, printed: expect.stringContaining('3 events, intact') })
  const changed = (await readFile(out, 'utf8')).replace('"thirdpartyId":2', '"thirdpartyId":9')
  await writeFile(out, changed)
  const broke = await verify('--file', out)
  expect(broke).toMatchObject({
    exitCode: 1,
    printed: expect.stringContaining('BROKEN at event 2 (ALTERED)'),
  })
  expect(opened).toBe(before)
})
