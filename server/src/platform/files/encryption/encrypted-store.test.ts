import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encryptedIn } from '../../../../test/files/encrypted-in.ts'
import { holdsPlain, storedFile } from '../../../../test/files/stored-bytes.ts'
import { testDatabase, type TestDatabase } from '../../../../test/harness/database.ts'
import { objectStoreContract } from '../../../../test/s3/object-store-contract.ts'
import { localStore } from '../local-store.ts'
import { FileKeyMissing, newObjectKey, type ObjectStore } from '../object-store.ts'
import { FileIntegrityFailure } from '../verified-stream.ts'

const limit = { maxBytes: 10_000_000 }
const secretKey = randomBytes(32)

let database: TestDatabase
let root: string
let own: string
let inner: ObjectStore
const open = (environment: Record<string, string> = {}, encrypting = true) =>
  encryptedIn(inner, { environment, encrypting })({ db: database.db, secretKey })

beforeAll(async () => {
  database = await testDatabase()
  for (const id of [7, 8, 9, 21, 22]) {
    await database.admin.query(`insert into account (account_id, name) values ($1, 'files')`, [id])
  }
  root = await mkdtemp(join(tmpdir(), 'vigie-encrypted-'))
  own = join(root, 'own')
  inner = await localStore({ root: own })
})
afterAll(async () => {
  await database.close()
  await rm(root, { recursive: true, force: true })
})

async function put(store: ObjectStore, content: Buffer): Promise<string> {
  const key = newObjectKey(7)
  await store.put(key, Readable.from([content]), limit)
  return key
}
const read = async (store: ObjectStore, key: string, range?: { start: number; end?: number }) =>
  buffer(await store.get(key, range))
const rowsOf = async (key: string) =>
  (await database.admin.query(`select key_id from sealed_file where object_key = $1`, [key])).rows

describe('Encrypted store', { shuffle: false }, () => {
  const contractRoot = () => join(root, 'contract')
  objectStoreContract(
    async () => encryptedIn(await localStore({ root: contractRoot() }))({ db: database.db, secretKey }),
    { choosesBetweenPuts: false },
  )

  test('None of the puts above left a temporary file, or a key without its object', async () => {
    expect(await readdir(join(contractRoot(), 'tmp'))).toEqual([])
    const plain = await localStore({ root: contractRoot() })
    const { rows } = await database.admin.query<{ key: string }>(`select object_key as key from sealed_file`)
    for (const { key } of rows) expect(await plain.head(key)).not.toBeNull()
  })

  test('No plain bytes lie in the store, neither while they arrive nor afterwards', async () => {
    const store = await open()
    const content = randomBytes(300_000)
    const key = newObjectKey(7)
    const body = new PassThrough()
    const stored = store.put(key, body, limit)
    await new Promise<void>((resolve) => body.write(content.subarray(0, 250_000), () => resolve()))
    await expect.poll(async () => (await readdir(join(own, 'tmp'))).length).toBe(1)
    expect(await holdsPlain(own, content)).toBe(false)
    body.end(content.subarray(250_000))
    await stored
    expect((await readFile(storedFile(own, key))).length).toBe(300_000 + 5 * 16)
    expect(await holdsPlain(own, content)).toBe(false)
    // The search finds what is there to be found.
    await put(await open({}, false), content)
    expect(await holdsPlain(own, content)).toBe(true)
  })

  test('Older plain objects are read, and encrypted ones after encryption was switched off', async () => {
    const [on, off] = [await open(), await open({}, false)]
    const content = randomBytes(100_000)
    const [plain, sealed] = [await put(off, content), await put(on, content)]
    for (const store of [on, off]) {
      for (const key of [plain, sealed]) {
        expect((await read(store, key)).equals(content)).toBe(true)
        expect(
          (await read(store, key, { start: 65_530, end: 65_540 })).equals(content.subarray(65_530, 65_541)),
        ).toBe(true)
        expect(await store.head(key)).toEqual({ size: 100_000 })
      }
    }
  })

  test('Deleting an object destroys what could open a copy of it', async () => {
    const store = await open()
    const key = await put(store, randomBytes(100))
    const copy = await readFile(storedFile(own, key))
    expect(await rowsOf(key)).toHaveLength(1)
    await store.delete(key)
    expect(await rowsOf(key)).toEqual([])
    await writeFile(storedFile(own, key), copy)
    expect((await read(store, key)).equals(copy)).toBe(true)
    await inner.delete(key)
  })

  test('An object put in the place of another, with or without its key, does not open', async () => {
    const store = await open()
    const [one, other] = [await put(store, randomBytes(70_000)), await put(store, randomBytes(70_000))]
    await writeFile(storedFile(own, one), await readFile(storedFile(own, other)))
    await expect(read(store, one)).rejects.toBeInstanceOf(FileIntegrityFailure)
    await expect(read(store, one, { start: 69_000, end: 69_001 })).rejects.toBeInstanceOf(
      FileIntegrityFailure,
    )
    await database.admin.query(
      `update sealed_file a set sealed_secret = b.sealed_secret from sealed_file b
       where a.object_key = $1 and b.object_key = $2`,
      [one, other],
    )
    await expect(store.get(one)).rejects.toBeInstanceOf(FileKeyMissing)
  })

  test('A plain object put in the place of an encrypted one is not accepted, not even in part', async () => {
    const store = await open()
    const key = await put(store, randomBytes(200_000))
    await inner.put(key, Readable.from([randomBytes(200_064)]), limit)
    for (const range of [undefined, { start: 10, end: 20 }, { start: 190_000 }]) {
      await expect(read(store, key, range)).rejects.toBeInstanceOf(FileIntegrityFailure)
    }
  })

  test('A file gives no byte without its key, or with another secret key', async () => {
    const given = `outside:${randomBytes(32).toString('base64')}`
    const withKey = await open({ FILE_KEYS: given })
    await database.admin.query(`update file_key set superseded_at = now()`)
    const outside = await put(withKey, randomBytes(1_000))
    expect(await rowsOf(outside)).toEqual([{ key_id: 'outside' }])
    const without = await open()
    await expect(without.get(outside)).rejects.toBeInstanceOf(FileKeyMissing)
    await expect(without.put(newObjectKey(7), Readable.from(['x']), limit)).rejects.toBeInstanceOf(
      FileKeyMissing,
    )
    const wrong = await open({ FILE_KEYS: `outside:${randomBytes(32).toString('base64')}` })
    await expect(wrong.get(outside)).rejects.toBeInstanceOf(FileKeyMissing)
    await database.admin.query(`update file_key set superseded_at = now()`)
    const derived = await put(without, randomBytes(1_000))
    const stranger = await encryptedIn(inner)({ db: database.db, secretKey: randomBytes(32) })
    await expect(stranger.get(derived)).rejects.toBeInstanceOf(FileKeyMissing)
    expect((await read(without, derived)).length).toBe(1_000)
  })

  test('A file that arrives while the key is rotated is encrypted under the new one', async () => {
    const store = await open()
    const key = newObjectKey(7)
    const body = new PassThrough()
    const stored = store.put(key, body, limit)
    await new Promise<void>((resolve) => body.write(randomBytes(100_000), () => resolve()))
    await database.admin.query(`update file_key set superseded_at = now()`)
    await database.admin.query(`insert into file_key (key_id) values ('installation-later')`)
    body.end()
    await stored
    expect(await rowsOf(key)).toEqual([{ key_id: 'installation-later' }])
    expect((await read(store, key)).length).toBe(100_000)
  })

  test('A running process learns a key added to the file of keys', async () => {
    const keysFile = join(root, 'keys')
    const line = (id: string) => `${id}:${randomBytes(32).toString('base64')}\n`
    const [first, second] = [line('first'), line('second')]
    await writeFile(keysFile, `# the keys of our files\n${first}`)
    const early = await open({ FILE_KEYS_FILE: keysFile })
    await database.admin.query(`update file_key set superseded_at = now()`)
    expect(await rowsOf(await put(early, randomBytes(10)))).toEqual([{ key_id: 'first' }])
    await writeFile(keysFile, second + first)
    const late = await open({ FILE_KEYS_FILE: keysFile })
    await database.admin.query(`update file_key set superseded_at = now()`)
    const key = await put(late, randomBytes(10))
    expect(await rowsOf(key)).toEqual([{ key_id: 'second' }])
    expect((await read(early, key)).length).toBe(10)
  })

  test.each(['one', 'one:short', `a b:${'A'.repeat(43)}=`, `installation-1:${'A'.repeat(43)}=`])(
    'Keys given as %j are refused without being revealed',
    async (text) => {
      const refusal = open({ FILE_KEYS: text })
      await expect(refusal).rejects.toThrow(/FILE_KEYS/)
      await expect(refusal).rejects.not.toThrow(/short|AAAA/)
    },
  )
})
