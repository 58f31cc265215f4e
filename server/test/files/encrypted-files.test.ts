import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { keyCommand } from '../../src/commands/key.ts'
import { loadConfig } from '../../src/config.ts'
import { deleteObjects } from '../../src/domain/retention/index.ts'
import { sweepFiles } from '../../src/domain/evaluation/files/sweep-files.task.ts'
import { openFileKeys } from '../../src/open-file-keys.ts'
import { localStore, newObjectKey, type ObjectStore } from '../../src/platform/files/index.ts'
import { problemOf } from '../dossiers/desk.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { guestOf } from '../portal/portal-desk.ts'
import { reviewDesk } from '../responses/review-desk.ts'
import { runTask } from '../responses/run-jobs.ts'
import { encryptedIn } from './encrypted-in.ts'
import { fileDesk, somePicture, type FileDesk, type SentAnswer } from './file-desk.ts'
import { holdsPlain, storedFile } from './stored-bytes.ts'
import { unzipped } from './unzipped.ts'

let t: TestApp
let d: FileDesk
let root: string
let inner: ObjectStore
let plainStore: ObjectStore
const log: string[] = []

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'vigie-at-rest-'))
  inner = await localStore({ root })
  t = await testApp({ lockTimeoutMs: 1_000, store: encryptedIn(inner), onLog: (line) => log.push(line) })
  plainStore = await encryptedIn(inner, { encrypting: false })(t)
  d = await fileDesk(t)
})
afterAll(async () => {
  await t.close()
  await rm(root, { recursive: true, force: true })
})

const zipPath = () => `/dossiers/${d.dossierId}/files/download`
const download = (url: string, headers: Record<string, string> = {}) =>
  t.call('GET', `${d.base}${url}`, { token: d.token, headers })
const objectOf = async ({ fileId }: SentAnswer) => {
  const { rows } = await t.admin.query<{ key: string }>(
    'select object_key as key from evidence where evidence_id = $1',
    [fileId],
  )
  return rows[0]?.key ?? ''
}
const isSealed = async (key: string) =>
  (await t.admin.query('select from sealed_file where object_key = $1', [key])).rowCount === 1

/** As an installation wrote them before it encrypted its files. */
async function answerInPlain(code: string, content: Buffer): Promise<SentAnswer> {
  const put = t.store.put.bind(t.store)
  t.store.put = (...asked) => plainStore.put(...asked)
  try {
    return await d.answer(code, [{ name: 'plain.png', content }])
  } finally {
    t.store.put = put
  }
}

async function runKey(words: string[], environment: Record<string, string> = {}) {
  const config = loadConfig({ FILE_ENCRYPTION: 'on', ...environment })
  let printed = ''
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text)
    return true
  })
  process.exitCode = undefined
  try {
    const context = {
      db: t.db,
      encrypting: config.fileEncryption.on,
      openFileKeys: () => openFileKeys(config, t.secretKey),
      openStore: async () => ({ ...t.store, close: async () => {} }),
      close: async () => {},
    }
    await keyCommand({ open: async () => context, replace: async () => null })
      .exitOverride()
      .parseAsync(words, { from: 'user' })
    return { printed, exitCode: process.exitCode ?? 0 }
  } finally {
    process.exitCode = undefined
    spy.mockRestore()
  }
}
interface Rotated {
  keyId: string
  state: string
  resealed: number
  failed: number
  encrypted: number
  unreadable: number
  left: number
}
const rotate = async (...words: string[]) =>
  JSON.parse((await runKey(['rotate', '--json', ...words])).printed) as Rotated

describe('Encrypted files', () => {
  const content = somePicture(400_000)
  let sent: SentAnswer
  beforeAll(async () => {
    sent = await d.answer('REG_PROOF', [{ name: 'piece.png', content }])
  })

  test('Encrypted files are served whole, in parts and in archives, and lie nowhere in plain', async () => {
    expect((await download(sent.path)).rawPayload.equals(content)).toBe(true)
    for (const [start, end] of [
      [0, 0],
      [65_535, 65_536],
      [65_536, 131_071],
      [100_000, 300_000],
      [content.length - 1, content.length - 1],
    ] as const) {
      const part = await download(sent.path, { range: `bytes=${start}-${end}` })
      expect([part.statusCode, part.headers['content-range']]).toEqual([
        206,
        `bytes ${start}-${end}/${content.length}`,
      ])
      expect(part.rawPayload.equals(content.subarray(start, end + 1))).toBe(true)
    }
    const rest = await download(sent.path, { range: 'bytes=200000-' })
    expect(rest.rawPayload.equals(content.subarray(200_000))).toBe(true)
    const zip = await download(zipPath())
    expect(zip.headers['content-length']).toBe(String(zip.rawPayload.length))
    const resumed = await download(zipPath(), { range: 'bytes=70000-' })
    expect(resumed.rawPayload.equals(zip.rawPayload.subarray(70_000))).toBe(true)
    // The reader checks the CRC-32 of each entry.
    const entries = await unzipped(zip.rawPayload)
    expect(entries.get(`REG_PROOF/${sent.fileId}-piece.png`)?.equals(content)).toBe(true)
    expect(await holdsPlain(root, content)).toBe(false)
  })

  test('Files sent in parts lie nowhere in plain while the rest is awaited', async () => {
    const office = await reviewDesk(t)
    const guest = await guestOf(t, office)
    const bytes = somePicture(200_000)
    const at = `/requests/${office.documents['NDA']}/uploads`
    const begun = await guest.begin(at, 'contrat.png', bytes.length)
    const upload = String(begun.headers['location']).replace('/portal/api', '')
    await guest.part(upload, 0, bytes.subarray(0, 150_000))
    expect(await holdsPlain(root, bytes)).toBe(false)
    const done = await guest.part(upload, 150_000, bytes.subarray(150_000))
    expect(done.headers['upload-offset']).toBe(String(bytes.length))
    expect(await holdsPlain(root, bytes)).toBe(false)
    const { draft } = (await guest.call('GET', `/requests/${office.documents['NDA']}`)).json<{
      draft: { files: { fileId: number }[] }
    }>()
    const fileId = draft.files[0]?.fileId
    const { rows } = await t.admin.query<{ key: string; sha256: Buffer }>(
      'select object_key as key, sha256 from evidence where evidence_id = $1',
      [fileId],
    )
    const stored = await (await t.store.get(rows[0]?.key ?? '')).toArray()
    expect(Buffer.concat(stored as Buffer[]).equals(bytes)).toBe(true)
    const { rows: left } = await t.admin.query('select from sealed_file where account_id = $1', [
      office.accountId,
    ])
    expect(left).toHaveLength(1)
  })

  test('Files altered in the store give no altered byte', async () => {
    const file = storedFile(root, await objectOf(sent))
    const whole = await readFile(file)
    const damaged = Buffer.from(whole)
    damaged[100_000]! ^= 1
    await writeFile(file, damaged)
    const within = await download(sent.path, { range: 'bytes=99990-100010' })
    expect(problemOf(within)).toEqual([500, 'FILE_INTEGRITY_FAILURE'])
    const before = await download(sent.path, { range: 'bytes=0-65535' })
    expect(before.rawPayload.equals(content.subarray(0, 65_536))).toBe(true)
    await writeFile(file, whole.subarray(0, whole.length - 70_000))
    expect(problemOf(await download(sent.path, { range: 'bytes=-10' }))).toEqual([
      500,
      'FILE_INTEGRITY_FAILURE',
    ])
    expect(log.join('')).toContain('"alarm":"FILE_INTEGRITY_FAILURE"')
    await writeFile(file, whole)
  })

  test('Files whose key is lost say so, raise an alarm and give no byte', async () => {
    const get = t.store.get.bind(t.store)
    const stranger = await encryptedIn(inner)({ db: t.db, secretKey: randomBytes(32) })
    t.store.get = (...asked) => stranger.get(...asked)
    try {
      for (const headers of [{}, { range: 'bytes=0-10' }]) {
        const answer = await download(sent.path, headers)
        expect(problemOf(answer)).toEqual([503, 'FILE_KEY_MISSING'])
      }
      expect(log.join('')).toContain('"alarm":"FILE_KEY_MISSING"')
    } finally {
      t.store.get = get
    }
    expect((await download(sent.path)).statusCode).toBe(200)
  })

  test('Files that nothing refers to are swept together with their keys', async () => {
    const [orphan, keyAlone] = [newObjectKey(d.accountId), newObjectKey(d.accountId)]
    for (const one of [orphan, keyAlone]) await t.store.put(one, Readable.from(['x']), { maxBytes: 1 })
    await inner.delete(keyAlone)
    await t.admin.query(`update sealed_file set created_at = now() - interval '2 days'`)
    const late: ObjectStore = { ...t.store, list: () => inner.list({}) }
    await runTask(t, 'files.sweep', sweepFiles({ store: late, accountIds: async () => [d.accountId] }), {})
    expect(await inner.head(orphan)).toBeNull()
    expect([await isSealed(orphan), await isSealed(keyAlone)]).toEqual([false, false])
    expect((await download(sent.path)).statusCode).toBe(200)
  })

  test('Rotating the key changes the key of files and nothing else', async () => {
    const file = storedFile(root, await objectOf(sent))
    const bytes = await readFile(file)
    const first = await rotate()
    expect(first).toMatchObject({ state: 'MADE', failed: 0, encrypted: 0 })
    expect(first.keyId).toMatch(/^installation-[0-9a-f]{16}$/)
    expect(first.resealed).toBeGreaterThan(1)
    const second = await rotate()
    expect(second).toMatchObject({ state: 'MADE', resealed: first.resealed })
    expect(second.keyId).not.toBe(first.keyId)
    expect((await readFile(file)).equals(bytes)).toBe(true)
    expect((await download(sent.path)).rawPayload.equals(content)).toBe(true)
    const status = JSON.parse((await runKey(['status', '--json'])).printed) as {
      keyId: string
      files: number
    }[]
    expect(status.filter(({ files }) => files > 0)).toMatchObject([
      { keyId: second.keyId, current: true, known: true, files: first.resealed },
    ])
  })

  test('Files move to a key of the operator and back; a lost one is reported and loses nothing else', async () => {
    const given = { FILE_KEYS: `outside-1:${randomBytes(32).toString('base64')}` }
    const out = await runKey(['rotate'], given)
    expect(out.printed).toContain('outside-1 is the current key.')
    const get = t.store.get.bind(t.store)
    const withKey = await encryptedIn(inner, { environment: given })(t)
    t.store.get = (...asked) => withKey.get(...asked)
    expect((await download(sent.path)).rawPayload.equals(content)).toBe(true)
    t.store.get = get
    expect((await runKey(['rotate'], given)).printed).toContain('put it first in FILE_KEYS')
    // Without it nothing can be sealed anew, new files get a key that is known, and the command fails.
    const lost = await runKey(['rotate', '--json'])
    expect(JSON.parse(lost.printed)).toMatchObject({ state: 'MADE', resealed: 0 })
    expect((JSON.parse(lost.printed) as Rotated).failed).toBeGreaterThan(1)
    expect(lost.exitCode).toBe(1)
    const late = await d.answer('GTC', [{ name: 'late.png', content: somePicture() }])
    expect((await download(late.path)).statusCode).toBe(200)
    expect(problemOf(await download(sent.path))).toEqual([503, 'FILE_KEY_MISSING'])
    const back = await runKey(['rotate', '--installation-key', '--json'], given)
    expect(JSON.parse(back.printed)).toMatchObject({ state: 'RESUMED', failed: 0 })
    expect((await download(sent.path)).rawPayload.equals(content)).toBe(true)
  })

  test('Files that were plain before are read, and encrypted on request', async () => {
    const picture = somePicture(3_000_000)
    const old = await answerInPlain('NDA', picture)
    const former = await objectOf(old)
    expect(await holdsPlain(root, picture)).toBe(true)
    expect(
      (await download(old.path, { range: 'bytes=5-9' })).rawPayload.equals(picture.subarray(5, 10)),
    ).toBe(true)
    expect((await runKey(['status'])).printed).toContain('Unencrypted files: 1')
    await expect(runKey(['rotate', '--encrypt-plain'], { FILE_ENCRYPTION: 'off' })).rejects.toThrow(
      'FILE_ENCRYPTION',
    )
    const uuid = (await d.response(old.responseId)).evidences[0]?.['fileUUID']

    // An archive that was begun before goes on to its end: the file moves when the entry in front of it is read.
    const get = t.store.get.bind(t.store)
    let rotated: Rotated | undefined
    t.store.get = async (...asked) => {
      t.store.get = get
      rotated = await rotate('--encrypt-plain')
      return get(...asked)
    }
    const archive = await unzipped((await download(zipPath())).rawPayload)
    expect(rotated).toMatchObject({ encrypted: 1, unreadable: 0 })
    expect([...archive.keys()].indexOf(`NDA/${old.fileId}-plain.png`)).toBeGreaterThan(1)
    expect(archive.get(`NDA/${old.fileId}-plain.png`)?.equals(picture)).toBe(true)

    const now = await objectOf(old)
    expect([now === former, await isSealed(now)]).toEqual([false, true])
    expect((await d.response(old.responseId)).evidences[0]?.['fileUUID']).toBe(uuid)
    expect((await download(old.path)).rawPayload.equals(picture)).toBe(true)
    const { rows } = await t.admin.query<{ payload: { objectKeys: string[] }; minutes: number }>(
      `select payload, extract(epoch from run_at - now()) / 60 as minutes
       from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id
       where k.identifier = 'files.delete'`,
    )
    expect(rows.map(({ payload }) => payload.objectKeys)).toEqual([[former]])
    expect(Number(rows[0]?.minutes)).toBeGreaterThan(50)
    const payload = { accountId: d.accountId, objectKeys: [former] }
    await runTask(t, 'files.delete', deleteObjects({ store: t.store }), payload)
    expect(await holdsPlain(root, picture)).toBe(false)
    expect(await rotate('--encrypt-plain')).toMatchObject({ encrypted: 0 })
  })

  test('Plain files stay readable when their conversion is interrupted, and are encrypted by the next', async () => {
    const picture = somePicture(100_000)
    const old = await answerInPlain('GTC', picture)
    const former = await objectOf(old)
    // The copy is made, and somebody holds the dossier: as far as a process gets that is killed here.
    const holder = await t.admin.connect()
    await holder.query('begin')
    await holder.query('select from dossier where dossier_id = $1 for update', [d.dossierId])
    const { printed, exitCode } = await runKey(['rotate', '--encrypt-plain', '--json'])
    expect(JSON.parse(printed)).toMatchObject({ encrypted: 0, left: 1 })
    expect(exitCode).toBe(1)
    expect(await objectOf(old)).toBe(former)
    expect((await download(old.path)).rawPayload.equals(picture)).toBe(true)
    await holder.query('rollback')
    holder.release()
    expect(await rotate('--encrypt-plain')).toMatchObject({ encrypted: 1, left: 0 })
    expect((await download(old.path)).rawPayload.equals(picture)).toBe(true)
  })

  test('Plain files that are damaged stay unchanged, and fail the command', async () => {
    const old = await answerInPlain('GTC', somePicture(1_000))
    await writeFile(storedFile(root, await objectOf(old)), 'something else')
    const { printed, exitCode } = await runKey(['rotate', '--encrypt-plain', '--json'])
    expect(JSON.parse(printed)).toMatchObject({ encrypted: 0, unreadable: 1 })
    expect(exitCode).toBe(1)
    expect(await isSealed(await objectOf(old))).toBe(false)
  })
})
