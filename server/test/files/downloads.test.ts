import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { localStore, s3Store, type ObjectStore } from '../../src/platform/files/index.ts'
import { manualClock } from '../../src/platform/kernel/index.ts'
import { problemOf } from '../dossiers/desk.ts'
import { testApp, type StoreParts, type TestApp } from '../harness/index.ts'
import { reasonToSkipSwift, startSwift, type SwiftServer } from '../s3/swift.ts'
import { encryptedIn } from './encrypted-in.ts'
import { fileDesk, sha256, somePdf, somePicture, type FileDesk, type SentAnswer } from './file-desk.ts'
import { unzipped } from './unzipped.ts'

type Opened = { inner: ObjectStore; close: () => Promise<void> }

async function inFolder(): Promise<Opened> {
  const root = await mkdtemp(path.join(tmpdir(), 'vigie-files-'))
  return { inner: await localStore({ root }), close: () => rm(root, { recursive: true, force: true }) }
}

let swift: Promise<SwiftServer> | undefined
afterAll(async () => (await swift)?.stop())

async function inSwift(): Promise<Opened> {
  swift ??= startWithBucket()
  const inner = await s3Store({
    ...(await swift),
    bucket: 'story',
    prefix: randomUUID(),
    forcePathStyle: true,
  })
  return { inner, close: async () => {} }
}

async function startWithBucket(): Promise<SwiftServer> {
  const started = await startSwift()
  const { endpoint, region, accessKeyId, secretAccessKey } = started
  const admin = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
  })
  await admin.send(new CreateBucketCommand({ Bucket: 'story' }))
  admin.destroy()
  return started
}

const reasonToSkip = reasonToSkipSwift()
if (reasonToSkip !== undefined) console.warn(`Downloads from S3 skipped: ${reasonToSkip}`)
const noSwift = reasonToSkip !== undefined
// The proofs play all; every change the two that differ most. Encrypted files take the way of the others, and more.
const isWhole = process.env['VIGIE_DOWNLOADS'] === 'all'
const stores: [string, () => Promise<Opened>, { skipped: boolean; encrypting: boolean }][] = [
  ['a folder', inFolder, { skipped: false, encrypting: false }],
  ['an S3-speaking store', inSwift, { skipped: noSwift, encrypting: false }],
  ['an S3-speaking store, encrypted', inSwift, { skipped: noSwift, encrypting: true }],
]

const played = stores.filter(([name]) => isWhole || name !== 'an S3-speaking store')

describe.each(played)('Files stored in %s', (where, open, { skipped, encrypting }) => {
  describe.skipIf(skipped)('Serving of stored files', () => {
    const clock = manualClock(new Date())
    const log: string[] = []
    const content = somePdf(700_000)
    let opened: Opened
    const store = (parts: StoreParts) => encryptedIn(opened.inner, { encrypting })(parts)
    let t: TestApp
    let d: FileDesk
    let sent: SentAnswer
    let origin: string
    const name = 'Extrait d’été.pdf'
    const get = (url: string, headers: Record<string, string> = {}) =>
      fetch(`${origin}${url}`, { headers: { authorization: `Bearer ${d.token}`, ...headers } })
    const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

    beforeAll(async () => {
      opened = await open()
      t = await testApp({ store, clock, onLog: (line) => log.push(line) })
      origin = await t.listen()
      d = await fileDesk(t)
      sent = await d.answer('REG_PROOF', [{ name, content }], { checked: false })
    })
    afterAll(async () => {
      await t?.close()
      await opened?.inner.close()
      await opened?.close()
    })

    test('A file is not served before it was checked', async () => {
      for (const url of [sent.path, `${sent.path}/link`]) {
        const answer = await d.get(url)
        expect(problemOf(answer)).toEqual([409, 'FILE_NOT_READY'])
        expect(answer.headers['retry-after']).toBe('2')
      }
      expect(problemOf(await d.get(`/dossiers/${d.dossierId}/files/download`))).toEqual([
        404,
        'DOSSIER_HAS_NO_FILES',
      ])
      sent = await d.answer('REG_PROOF', [{ name, content }])
    })

    test('A file is served whole, in parts, and by its head alone', async () => {
      const url = `${d.base}${sent.path}`
      const whole = await get(url)
      expect(whole.status).toBe(200)
      expect((await bytesOf(whole)).equals(content)).toBe(true)
      const etag = `"${sha256(content)}"`
      const headers = {
        'content-type': 'application/pdf',
        'content-length': String(content.length),
        'content-disposition': `attachment; filename="Extrait d__t_.pdf"; filename*=UTF-8''${encodeURIComponent(name)}`,
        etag,
        'accept-ranges': 'bytes',
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      }
      for (const [header, value] of Object.entries(headers))
        expect(whole.headers.get(header), header).toBe(value)
      const head = await fetch(`${origin}${url}`, {
        method: 'HEAD',
        headers: { authorization: `Bearer ${d.token}` },
      })
      expect([head.status, (await bytesOf(head)).length]).toEqual([200, 0])
      expect(head.headers.get('content-length')).toBe(String(content.length))

      const part = await get(url, { range: 'bytes=100-299999', 'if-range': etag })
      expect([part.status, part.headers.get('content-range')]).toEqual([
        206,
        `bytes 100-299999/${content.length}`,
      ])
      expect((await bytesOf(part)).equals(content.subarray(100, 300_000))).toBe(true)
      const last = await get(url, { range: 'bytes=-5' })
      expect((await bytesOf(last)).equals(content.subarray(-5))).toBe(true)
      const other = await get(url, { range: 'bytes=0-9', 'if-range': '"another"' })
      expect([other.status, (await bytesOf(other)).length]).toEqual([200, content.length])
      const beyond = await get(url, { range: `bytes=${content.length}-` })
      expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${content.length}`])
      expect(await beyond.json()).toMatchObject({ code: 'RANGE_NOT_SATISFIABLE' })
    })

    test('A link serves a file for five minutes, to whoever still may', async () => {
      const made = await d.get(`${sent.path}/link`)
      const { url, expiresAt } = made.json<{ url: string; expiresAt: string }>()
      expect(Date.parse(`${expiresAt}Z`) - clock.now().getTime()).toBe(300_000)
      const link = new URL(url).pathname
      const token = link.slice('/f/'.length)
      const follow = (to = link, headers = {}) => fetch(`${origin}${to}`, { headers })
      const followed = await follow()
      expect([followed.status, followed.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
      expect(followed.headers.get('referrer-policy')).toBe('no-referrer')
      expect((await bytesOf(followed)).equals(content)).toBe(true)
      expect((await follow(link, { range: 'bytes=0-4' })).status).toBe(206)
      expect((await fetch(`${origin}${link}`, { method: 'POST' })).status).toBe(405)
      const altered = [`${token}x`, `x${token}`, token.slice(0, -1), 'x.y', '.']
      for (const odd of altered) {
        expect(await (await follow(`/f/${odd}`)).json()).toMatchObject({ status: 403, code: 'LINK_INVALID' })
      }
      clock.advance(300_000)
      expect(await (await follow()).json()).toMatchObject({ status: 403, code: 'LINK_EXPIRED' })

      const person = await t.given.person([d.accountId], ['READER'])
      const theirs = await t.call('GET', `${d.base}${sent.path}/link`, { token: person.token })
      const { pathname } = new URL(theirs.json<{ url: string }>().url)
      expect((await follow(pathname)).status).toBe(200)
      await t.admin.query('update membership set active = false where user_id = $1', [person.userId])
      expect(await (await follow(pathname)).json()).toMatchObject({ status: 403, code: 'LINK_INVALID' })
      expect(log.length).toBeGreaterThan(10)
      const told = log.join('\n')
      for (const secret of [token, pathname.slice('/f/'.length)]) expect(told).not.toContain(secret)
    })

    test('A link of the store itself is given where requested and supported', async () => {
      const environment = { SIGNED_LINKS_FROM_STORE: 'true', SIGNED_LINK_SECONDS: '60' }
      const other = await testApp({ store, environment })
      try {
        const there = await fileDesk(other)
        const answer = await there.answer('NDA', [{ name, content }])
        const { url, expiresAt } = (await there.get(`${answer.path}/link`)).json<{
          url: string
          expiresAt: string
        }>()
        expect(Math.abs(Date.parse(`${expiresAt}Z`) - Date.now() - 60_000)).toBeLessThan(20_000)
        const own = url.startsWith('http://vigie.test/f/')
        // What the store holds is of no use to anybody once it is encrypted.
        expect(own).toBe(where === 'a folder' || encrypting)
        if (own) return
        const followed = await fetch(url)
        expect((await bytesOf(followed)).equals(content)).toBe(true)
        expect(followed.headers.get('content-disposition')).toContain('attachment')
        expect(followed.headers.get('content-type')).toBe('application/pdf')
        // The store knows nothing of the addresses an account may be used from.
        const body = { addresses: ['127.0.0.1'] }
        await other.call('PUT', `${there.base}/administration/allowed-addresses`, {
          token: there.token,
          body,
        })
        const fenced = (await there.get(`${answer.path}/link`)).json<{ url: string }>()
        expect(fenced.url).toMatch(/^http:\/\/vigie\.test\/f\//)
      } finally {
        await other.close()
      }
    })

    test('All files are served in one archive that can be resumed', async () => {
      const second = somePicture(300_000)
      await d.answer('NDA', [
        { name: 'nda.png', content: second },
        { name: 'nda.png', content: somePicture() },
      ])
      const url = `${d.base}/dossiers/${d.dossierId}/files/download`
      const answer = await get(url)
      const zip = await bytesOf(answer)
      expect(answer.headers.get('content-length')).toBe(String(zip.length))
      expect(answer.headers.get('content-disposition')).toContain(`dossier-${d.dossierId}.zip`)
      const entries = await unzipped(zip)
      const manifest = JSON.parse(String(entries.get('manifest.json'))) as {
        files: { path: string; sha256: string; size: number; documentCode: string; responseStatus: string }[]
      }
      expect(manifest.files.map(({ documentCode }) => documentCode)).toEqual(['NDA', 'NDA', 'REG_PROOF'])
      expect([...entries.keys()]).toEqual(['manifest.json', ...manifest.files.map((file) => file.path)])
      for (const file of manifest.files) {
        const bytes = entries.get(file.path) ?? Buffer.alloc(0)
        expect([sha256(bytes), bytes.length, file.responseStatus]).toEqual([
          file.sha256,
          file.size,
          'PENDING',
        ])
      }
      expect(entries.get(`REG_PROOF/${sent.fileId}-${name}`)?.equals(content)).toBe(true)
      const etag = answer.headers.get('etag') ?? ''
      for (const from of [1_000, 400_000, zip.length - 10]) {
        const rest = await get(url, { range: `bytes=${from}-`, 'if-range': etag })
        expect(rest.status).toBe(206)
        expect((await bytesOf(rest)).equals(zip.subarray(from)), `from ${from}`).toBe(true)
      }
    })
  })
})
