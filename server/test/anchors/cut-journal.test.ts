import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lockedBucket, startLockedStore, type LockedStore } from '../fakes/locked-store.ts'
import { reasonToSkipStamps, startAuthority, type FakeAuthority } from '../fakes/time-stamps.ts'
import { startReceiver, type Receiver } from '../webhooks/receiver.ts'
import { anchorDesk, cutBehind, type AnchorDesk } from './desk.ts'

const reasonToSkip = reasonToSkipStamps()
if (reasonToSkip !== undefined) console.warn(`Tests of anchors skipped: ${reasonToSkip}`)

// The attack of the penetration test, each step further than the one before.
describe.skipIf(reasonToSkip !== undefined)('A journal cut by a superuser', () => {
  let desk: AnchorDesk
  let authority: FakeAuthority
  let store: LockedStore
  let receiver: Receiver
  let settings: Record<string, string>

  beforeAll(async () => {
    desk = await anchorDesk()
    authority = await startAuthority()
    store = await startLockedStore()
    receiver = await startReceiver()
    settings = {
      CHECKPOINT_TIMESTAMP_URL: authority.url,
      CHECKPOINT_TIMESTAMP_CA_FILE: authority.caFile,
      CHECKPOINT_S3_BUCKET: lockedBucket,
      CHECKPOINT_S3_ENDPOINT: store.url,
      CHECKPOINT_S3_REGION: 'eu-west-3',
      CHECKPOINT_S3_FORCE_PATH_STYLE: 'true',
      CHECKPOINT_S3_ACCESS_KEY_ID: 'AKIDTEST',
      CHECKPOINT_S3_SECRET_ACCESS_KEY: 'secret',
      CHECKPOINT_WEBHOOK_URL: receiver.url,
      CHECKPOINT_WEBHOOK_SECRET: `whsec_${Buffer.alloc(24, 1).toString('base64')}`,
    }
    for (const count of [50, 30, 20]) {
      await desk.append(count)
      await desk.sign()
      await desk.anchor(settings)
    }
  })
  afterAll(async () => {
    await desk.close()
    await authority.close()
    await store.close()
    await receiver.close()
  })

  const verify = (...words: string[]) => desk.journal(settings, 'verify', ...words)
  const broken = 'BROKEN at event 51 (CHECKPOINT_AHEAD)'
  const fileOf = (end: string) => path.join(desk.folder, `account-${desk.scope.accountId}${end}`)
  const dropLines = async (file: string, isWanted: (line: string) => boolean) => {
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
    await writeFile(file, `${lines.filter(isWanted).join('\n')}\n`)
  }

  test('An intact journal says what it was compared with, and the time that was proved', async () => {
    const { printed, exitCode } = await verify()
    expect(printed).toContain(`Compared with 3 checkpoints in ${desk.folder}.`)
    expect(printed).toContain('100 events, intact; 3 checkpoints agree')
    expect(printed).toMatch(
      /3 time-stamps hold, the last proves event 100 on 20\d\d-.* UTC \(Time stamps own\)/,
    )
    expect(printed).toContain('3 checkpoints in the locked store')
    expect(exitCode).toBe(0)
    const [json] = JSON.parse((await verify('--json')).printed) as { compared: object }[]
    expect(json?.compared).toMatchObject({ files: 3, tokens: 3, objects: 3, storeFault: null })
  })

  test('A cut journal is detected by the checkpoint files without an option', async () => {
    await desk.tamper(
      `${cutBehind(50)}; delete from journal_checkpoint where account_id = :account and seq > 50`,
    )
    // What it was blind to: the database alone.
    const blind = await verify('--no-files', '--anchors', 'none')
    expect(blind).toMatchObject({ exitCode: 0, printed: expect.stringContaining('50 events, intact') })
    const found = await verify('--anchors', 'none')
    expect(found).toMatchObject({ exitCode: 1, printed: expect.stringContaining(broken) })
    const since = await verify('--anchors', 'none', '--since', 'last')
    expect(since.printed).toContain(broken)
  })

  test('A cut journal is detected by the copies in the table of anchors once the file is cut too', async () => {
    await dropLines(fileOf('.ndjson'), (line) => line.includes('"seq":50,'))
    expect((await verify('--anchors', 'none')).exitCode).toBe(0)
    const found = await desk.journal({}, 'verify')
    expect(found).toMatchObject({ exitCode: 1, printed: expect.stringContaining(broken) })
  })

  test('A cut journal is detected by the stored time-stamps once that table is cut too', async () => {
    await desk.tamper('delete from journal_anchor where account_id = :account and seq > 50')
    const found = await desk.journal({ ...settings, CHECKPOINT_S3_BUCKET: '' }, 'verify')
    expect(found).toMatchObject({ exitCode: 1, printed: expect.stringContaining(broken) })
    expect(found.printed).toContain('the last proves event 100')
  })

  test('A cut journal is detected by the locked objects once nothing is left on the machine', async () => {
    await dropLines(fileOf('.timestamps.ndjson'), (line) => line.includes(String.raw`\"seq\":50,`))
    expect((await desk.journal({}, 'verify')).exitCode).toBe(0)
    const found = await verify()
    expect(found).toMatchObject({ exitCode: 1, printed: expect.stringContaining(broken) })

    // Whoever may write to the bucket can cover what is locked, and no more than that.
    const newest = store.versions.filter(
      ({ body }) => body.includes('"seq":80,') || body.includes('"seq":100,'),
    )
    const harmless = store.versions.find(({ body }) => body.includes('"seq":50,'))?.body ?? ''
    for (const { key } of newest) store.cover(key, null)
    for (const { key } of newest) store.cover(key, harmless)
    for (const which of ['newest', 'sample', 'all']) {
      expect((await verify('--anchors', which)).printed).toContain(broken)
    }
    // What does not show a store's objects is no proof that they agree.
    store.behave('down')
    const unread = await verify()
    expect(unread).toMatchObject({ exitCode: 1, printed: expect.stringContaining('COULD NOT BE READ') })
    store.behave('ok')
  })

  test('A cut journal is detected by what the receiver of the webhook kept', async () => {
    const copy = path.join(desk.folder, '..', 'kept-by-the-auditor.txt')
    const kept = receiver.received.map(({ body }) =>
      JSON.stringify((JSON.parse(body) as { data: object }).data),
    )
    await writeFile(copy, kept.join('\n'))
    const found = await desk.journal({}, 'verify', '--checkpoints', copy)
    expect(found).toMatchObject({ exitCode: 1, printed: expect.stringContaining(broken) })
  })

  test('A cut journal continues unnoticed by the database, and is named where it leaves what was anchored', async () => {
    await desk.append(60)
    await desk.sign()
    const found = await verify('--since', 'last')
    expect(found.printed).toContain('BROKEN at event 80 (CHECKPOINT_MISMATCH)')
    expect(found.exitCode).toBe(1)
    // The false history leaves the house as well, and contradicts the true one there.
    await desk.anchor(settings)
    expect(receiver.received.at(-1)?.body).toContain('"seq":110,')
  })
})
