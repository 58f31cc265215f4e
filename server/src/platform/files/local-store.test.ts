import { execFileSync } from 'node:child_process'
import { lstat, mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { objectStoreContract } from '../../../test/s3/object-store-contract.ts'
import { localStore } from './local-store.ts'
import { newObjectKey, ObjectStoreError, StoreFull, StoreUnavailable } from './object-store.ts'

const limit = { maxBytes: 1_000_000 }
const body = () => Readable.from([Buffer.from('content')])

let parent: string
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'vigie-files-'))
})
afterAll(() => rm(parent, { recursive: true, force: true }))

describe('Local store', () => {
  const root = () => join(parent, 'new', 'store')
  objectStoreContract(() => localStore({ root: root() }))

  test('None of the puts above left a temporary file', async () => {
    expect(await readdir(join(root(), 'tmp'))).toEqual([])
  })

  test('Files and folders are closed to other users', async () => {
    const entries = await readdir(root(), { recursive: true, withFileTypes: true })
    expect(entries.some((entry) => entry.isFile())).toBe(true)
    for (const entry of entries) {
      const { mode } = await lstat(join(entry.parentPath, entry.name))
      expect(mode & 0o777).toBe(entry.isDirectory() ? 0o700 : 0o600)
    }
  })

  test('A local store gives out no direct addresses', async () => {
    const store = await localStore({ root: root() })
    const options = { expiresInSeconds: 60, filename: 'a.pdf', contentType: 'application/pdf' }
    expect(await store.presignGet(newObjectKey(7), options)).toBeNull()
  })
})

test('Opening the store sweeps temporary files older than a day and keeps the others', async () => {
  const root = join(parent, 'sweep')
  await localStore({ root })
  const [old, recent] = [join(root, 'tmp', 'old'), join(root, 'tmp', 'recent')]
  await Promise.all([writeFile(old, 'x'), writeFile(recent, 'x')])
  const yesterday = new Date(Date.now() - 24 * 3_600_000 - 1000)
  await utimes(old, yesterday, yesterday)
  await localStore({ root })
  expect(await readdir(join(root, 'tmp'))).toEqual(['recent'])
})

describe('Links planted in the store', () => {
  const uuidOf = (key: string) => key.split('/')[1]!
  const outside = () => join(parent, 'outside')
  beforeAll(() => mkdir(outside()))

  test('A linked object is neither read nor listed', async () => {
    const root = join(parent, 'linked-file')
    const store = await localStore({ root })
    const key = newObjectKey(7)
    await store.put(key, body(), limit)
    const file = join(
      root,
      'objects',
      uuidOf(key).slice(0, 2),
      uuidOf(key).slice(2, 4),
      key.replace('/', '.'),
    )
    const secret = join(outside(), 'secret')
    await writeFile(secret, 'secret')
    await rm(file)
    await symlink(secret, file)
    await expect(store.get(key)).rejects.toBeInstanceOf(ObjectStoreError)
    expect(await store.head(key)).toBeNull()
    for await (const listed of store.list({})) expect.unreachable(listed.key)
  })

  test.each([0, 1])(
    'A linked folder at level %i is neither read, written nor deleted through',
    async (level) => {
      const root = join(parent, `linked-folder-${level}`)
      await localStore({ root })
      const key = newObjectKey(7)
      const target = join(outside(), `target-${level}`)
      const [outer, inner] = [uuidOf(key).slice(0, 2), uuidOf(key).slice(2, 4)]
      const hidden = join(target, level === 0 ? inner : '', key.replace('/', '.'))
      await mkdir(join(hidden, '..'), { recursive: true })
      await writeFile(hidden, 'secret')
      if (level === 1) await mkdir(join(root, 'objects', outer))
      await symlink(target, join(root, 'objects', level === 0 ? outer : join(outer, inner)))
      const store = await localStore({ root })
      await expect(store.put(key, body(), limit)).rejects.toBeInstanceOf(StoreUnavailable)
      await expect(store.get(key)).rejects.toBeInstanceOf(StoreUnavailable)
      await expect(store.head(key)).rejects.toBeInstanceOf(StoreUnavailable)
      await expect(store.delete(key)).rejects.toBeInstanceOf(StoreUnavailable)
      expect((await lstat(hidden)).size).toBe('secret'.length)
    },
  )

  test.each(['tmp', 'objects'])('A store whose %s folder is a link does not open', async (name) => {
    const root = join(parent, `linked-${name}`)
    await mkdir(root)
    await symlink(outside(), join(root, name))
    await expect(localStore({ root })).rejects.toBeInstanceOf(StoreUnavailable)
  })
})

test('A store whose folder vanished says so', async () => {
  const root = join(parent, 'vanished')
  const store = await localStore({ root })
  await rm(root, { recursive: true })
  await expect(store.check()).rejects.toBeInstanceOf(StoreUnavailable)
  await expect(store.put(newObjectKey(7), body(), limit)).rejects.toBeInstanceOf(StoreUnavailable)
})

const canMount = process.platform === 'linux' && process.getuid?.() === 0
describe.skipIf(!canMount)('A disk of 256 KiB', () => {
  let disk: string
  let mounted = false
  beforeAll(async () => {
    disk = join(parent, 'disk')
    await mkdir(disk)
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', disk], { stdio: 'pipe' })
      mounted = true
    } catch (error) {
      console.warn(`full-disk test skipped: ${String(error)}`)
    }
  })
  afterAll(() => {
    if (mounted) execFileSync('umount', [disk])
  })

  test('A put that does not fit is refused as StoreFull and frees its room', async ({ skip }) => {
    if (!mounted) skip()
    const store = await localStore({ root: join(disk, 'store') })
    const tooMuch = () => Readable.from([Buffer.alloc(150_000), Buffer.alloc(150_000)])
    const key = newObjectKey(7)
    await expect(store.put(key, tooMuch(), limit)).rejects.toBeInstanceOf(StoreFull)
    expect(await store.head(key)).toBeNull()
    expect(await readdir(join(disk, 'store', 'tmp'))).toEqual([])
    expect(await store.put(key, Readable.from([Buffer.alloc(150_000)]), limit)).toMatchObject({
      size: 150_000,
    })
    await writeFile(join(disk, 'filler'), Buffer.alloc(200_000)).catch(() => {})
    await expect(store.check()).rejects.toBeInstanceOf(StoreFull)
  })
})
