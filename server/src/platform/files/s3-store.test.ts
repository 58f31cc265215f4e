import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { objectStoreContract } from '../../../test/s3/object-store-contract.ts'
import { reasonToSkipSwift, startSwift, type SwiftServer } from '../../../test/s3/swift.ts'
import { newObjectKey, StoreUnavailable, type ObjectStore } from './object-store.ts'
import { s3Store } from './s3-store.ts'

const reasonToSkip = reasonToSkipSwift()
if (reasonToSkip !== undefined) console.warn(`S3 object store tests skipped: ${reasonToSkip}`)

describe.skipIf(reasonToSkip !== undefined)('S3 store against OpenStack Swift', () => {
  const bucket = 'vigie-files'
  let swift: SwiftServer
  let admin: S3Client
  const options = (prefix = 'objects') => ({ ...swift, bucket, prefix, forcePathStyle: true })

  beforeAll(async () => {
    swift = await startSwift()
    const credentials = { accessKeyId: swift.accessKeyId, secretAccessKey: swift.secretAccessKey }
    admin = new S3Client({
      endpoint: swift.endpoint,
      region: swift.region,
      credentials,
      forcePathStyle: true,
    })
    await admin.send(new CreateBucketCommand({ Bucket: bucket }))
  }, 90_000)
  afterAll(async () => {
    admin?.destroy()
    await swift?.stop()
  })

  objectStoreContract(() => s3Store(options()))

  test('None of the uploads that failed above left parts behind', async () => {
    const unfinished = async () => {
      const { Uploads = [] } = await admin.send(new ListMultipartUploadsCommand({ Bucket: bucket }))
      return Uploads.map(({ Key }) => Key)
    }
    expect(await unfinished()).toEqual([])
    // The question can be answered otherwise: an upload somebody did begin is listed.
    await admin.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: 'begun' }))
    expect(await unfinished()).toEqual(['begun'])
  })

  describe('With a store of its own', () => {
    let store: ObjectStore
    let key: string
    beforeAll(async () => {
      store = await s3Store(options('apart/'))
      key = newObjectKey(7)
      await store.put(key, Readable.from([Buffer.from('signed content')]), { maxBytes: 100 })
    })
    afterAll(() => store.close())

    const presign = async (expiresInSeconds = 60) => {
      const url = await store.presignGet(key, {
        expiresInSeconds,
        filename: 'résumé "2026".pdf',
        contentType: 'application/pdf',
      })
      return new URL(url!)
    }

    test('Two prefixes of one bucket do not see each other', async () => {
      const other = await s3Store(options('elsewhere'))
      expect(await other.head(key)).toBeNull()
      const listed: string[] = []
      for await (const object of store.list({})) listed.push(object.key)
      expect(listed).toEqual([key])
      await other.close()
    })

    test('A presigned address downloads under the requested name and type', async () => {
      const answer = await fetch(await presign())
      expect(answer.status).toBe(200)
      expect(await answer.text()).toBe('signed content')
      expect(answer.headers.get('content-type')).toMatch(/^application\/pdf/)
      const disposition = `attachment; filename="r_sum_ _2026_.pdf"; filename*=UTF-8''r%C3%A9sum%C3%A9%20%222026%22.pdf`
      expect(answer.headers.get('content-disposition')).toBe(disposition)
    })

    test.each([
      ['its signature', (url: URL) => flipLast(url, 'X-Amz-Signature')],
      ['its expiry', (url: URL) => url.searchParams.set('X-Amz-Expires', '3600')],
      ['its file name', (url: URL) => url.searchParams.set('response-content-disposition', 'inline')],
      ['its object', (url: URL) => (url.pathname = url.pathname.replace(/\/7\//, '/8/'))],
    ])('A presigned address with %s changed answers 403', async (_name, tamper) => {
      const url = await presign()
      tamper(url)
      const answer = await fetch(url)
      expect(answer.status).toBe(403)
      expect(await answer.text()).not.toContain('signed content')
    })

    test('Wrong credentials make the store unavailable, not the object missing', async () => {
      const stranger = await s3Store({ ...options('apart'), secretAccessKey: 'wrong' })
      await expect(stranger.get(key)).rejects.toBeInstanceOf(StoreUnavailable)
      await expect(stranger.head(key)).rejects.toBeInstanceOf(StoreUnavailable)
      await expect(stranger.check()).rejects.toBeInstanceOf(StoreUnavailable)
      await stranger.close()
    })

    test('A bucket that does not exist makes the store unavailable', async () => {
      const lost = await s3Store({ ...options(), bucket: 'vigie-nowhere' })
      await expect(lost.check()).rejects.toBeInstanceOf(StoreUnavailable)
      await expect(lost.get(key)).rejects.toBeInstanceOf(StoreUnavailable)
      const put = lost.put(newObjectKey(7), Readable.from([Buffer.from('x')]), { maxBytes: 10 })
      await expect(put).rejects.toBeInstanceOf(StoreUnavailable)
      await lost.close()
    })

    test('The store reads what it wrote, through the prefix', async () => {
      expect((await buffer(await store.get(key, { start: 7 }))).toString()).toBe('content')
    })
  })
})

function flipLast(url: URL, name: string): void {
  const value = url.searchParams.get(name)!
  url.searchParams.set(name, value.slice(0, -1) + (value.endsWith('0') ? '1' : '0'))
}
