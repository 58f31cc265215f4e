import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { problemOf } from '../../../test/dossiers/desk.ts'
import { sha256, somePicture } from '../../../test/files/file-desk.ts'
import { testApp, type TestApp } from '../../../test/harness/index.ts'
import { guestOf, ownPage, tus, type Guest } from '../../../test/portal/portal-desk.ts'
import { reviewDesk, type ReviewDesk } from '../../../test/responses/review-desk.ts'
import { runTask } from '../../../test/responses/run-jobs.ts'
import { sweepFiles } from '../../domain/evaluation/files/sweep-files.task.ts'
import { StoreUnavailable } from '../../platform/files/index.ts'
import { sweepPortal } from './sweep-portal.task.ts'

let t: TestApp
let d: ReviewDesk
let guest: Guest
let origin: URL
beforeAll(async () => {
  t = await testApp()
  origin = new URL(await t.listen())
  d = await reviewDesk(t)
})
afterAll(() => t.close())
beforeEach(async () => {
  guest = await guestOf(t, d)
})

const at = (code: string) => `/requests/${d.documents[code]}/uploads`
async function begin(code: string, bytes: Buffer, fileName = 'piece.png'): Promise<string> {
  const answer = await guest.begin(at(code), fileName, bytes.length)
  expect([answer.statusCode, answer.headers['upload-offset']]).toEqual([201, '0'])
  return String(answer.headers['location']).replace('/portal/api', '')
}
const offsetOf = async (path: string) =>
  Number((await guest.call('HEAD', path, undefined, tus)).headers['upload-offset'])
const arrivedUpTo = (offset: number) => ({ statusCode: 204, headers: { 'upload-offset': String(offset) } })
async function stored(): Promise<number> {
  let count = 0
  for await (const _one of t.store.list({})) count += 1
  return count
}
const draftFiles = async (code: string) => {
  const { draft } = (await guest.call('GET', `/requests/${d.documents[code]}`)).json<{
    draft: { files: { fileId: number; fileName: string; fileSize: number }[] } | null
  }>()
  return draft?.files ?? []
}

const digestOf = async (fileId: number | undefined) => {
  const { rows } = await t.admin.query<{ sha256: string }>(
    `select encode(sha256, 'hex') as sha256 from evidence where evidence_id = $1`,
    [fileId],
  )
  return rows[0]?.sha256
}

describe('A file sent in parts', { shuffle: false }, () => {
  test('A file continues where it stopped, and ends in the draft byte for byte', async () => {
    const bytes = somePicture(50_000)
    const path = await begin('NDA', bytes, 'contrat.png')
    expect(await guest.part(path, 0, bytes.subarray(0, 20_000))).toMatchObject(arrivedUpTo(20_000))
    const looked = await guest.call('HEAD', path, undefined, tus)
    expect(looked).toMatchObject({
      statusCode: 200,
      headers: {
        'tus-resumable': '1.0.0',
        'upload-offset': '20000',
        'upload-length': String(bytes.length),
        'cache-control': 'private, no-store',
      },
    })
    const hoursLeft = (Date.parse(String(looked.headers['upload-expires'])) - Date.now()) / 3_600_000
    expect(hoursLeft).toBeCloseTo(48, 0)
    // What was sent twice, or from elsewhere, is refused with the place to go on from.
    for (const offset of [0, 10_000, 30_000]) {
      const refused = await guest.part(path, offset, bytes.subarray(offset, offset + 10))
      expect(problemOf(refused)).toEqual([409, 'UPLOAD_OFFSET_MISMATCH'])
      expect(refused.headers['upload-offset']).toBe('20000')
    }
    const tooMuch = Buffer.concat([bytes.subarray(20_000), Buffer.alloc(10)])
    expect(problemOf(await guest.part(path, 20_000, tooMuch))).toEqual([413, 'UPLOAD_TOO_LARGE'])
    const racing = await Promise.all(
      [1, 2].map(() => guest.part(path, 20_000, bytes.subarray(20_000, 40_000))),
    )
    expect(new Set(racing.map(({ statusCode }) => statusCode))).toEqual(new Set([204, 409]))
    expect(await guest.part(path, 40_000, bytes.subarray(40_000))).toMatchObject(arrivedUpTo(bytes.length))
    const [file] = await draftFiles('NDA')
    expect(file).toMatchObject({ fileName: 'contrat.png', fileSize: bytes.length })
    expect(await digestOf(file?.fileId)).toBe(sha256(bytes))
    // Asked again, it is where it was; and its parts are gone.
    expect(await offsetOf(path)).toBe(bytes.length)
    expect(await guest.part(path, bytes.length, Buffer.alloc(0))).toMatchObject(arrivedUpTo(bytes.length))
    expect(await draftFiles('NDA')).toHaveLength(1)
    expect(await stored()).toBe(1)
  })

  /** Sends the beginning of what comes next, and then no more. */
  async function breakOff(
    path: string,
    { start, of, sent }: { start: number; of: number; sent: Buffer },
  ): Promise<void> {
    const headers = {
      cookie: guest.cookie,
      ...ownPage,
      ...tus,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(start),
      'content-length': String(of - start),
    }
    const { hostname: host, port } = origin
    const broken = request({ host, port, path: `/portal/api${path}`, method: 'PATCH', headers })
    broken.on('error', () => undefined)
    await new Promise((resolve) => broken.write(sent, resolve))
    broken.destroy()
  }

  test('A file whose first part contradicts its name is refused with that part, and the right one may follow', async () => {
    const bytes = somePicture(30_000)
    const path = await begin('NDA', bytes)
    const before = await stored()
    for (const wrong of [Buffer.from('%PDF-1.7\n'.repeat(100)), Buffer.alloc(bytes.length, 'MZ')]) {
      expect(problemOf(await guest.part(path, 0, wrong))).toEqual([422, 'UPLOAD_CONTENT_MISMATCH'])
    }
    expect(await offsetOf(path)).toBe(0)
    expect(await stored()).toBe(before)
    // Too little to say anything against it.
    await guest.part(path, 0, bytes.subarray(0, 5))
    expect(await guest.part(path, 5, bytes.subarray(5))).toMatchObject(arrivedUpTo(bytes.length))
  })

  test('A file with an interrupted part continues from what had arrived whole', async () => {
    const bytes = somePicture(30_000)
    const path = await begin('NDA', bytes)
    await guest.part(path, 0, bytes.subarray(0, 10_000))
    await breakOff(path, { start: 10_000, of: bytes.length, sent: bytes.subarray(10_000, 20_000) })
    const before = await stored()
    expect(await offsetOf(path)).toBe(10_000)
    expect(await guest.part(path, 10_000, bytes.subarray(10_000))).toMatchObject(arrivedUpTo(bytes.length))
    // Both parts are gone for the one file; of the broken one nothing ever showed.
    expect(await stored()).toBe(before)
  })

  test('A file of which much had arrived when its part broke off continues from the middle of that part', async () => {
    const bytes = somePicture(900_000)
    const path = await begin('NDA', bytes)
    await breakOff(path, { start: 0, of: bytes.length, sent: bytes.subarray(0, 600_000) })
    await expect.poll(() => offsetOf(path)).toBeGreaterThan(256 * 1024)
    const offset = await offsetOf(path)
    expect(await guest.part(path, offset, bytes.subarray(offset))).toMatchObject(arrivedUpTo(bytes.length))
    const file = (await draftFiles('NDA')).find(({ fileSize }) => fileSize === bytes.length)
    expect(await digestOf(file?.fileId)).toBe(sha256(bytes))
  })

  test('A file whose last part was lost between store and database is complete only once it is in the draft', async () => {
    const bytes = somePicture(2_000)
    const path = await begin('GTC', bytes)
    const put = t.store.put.bind(t.store)
    await guest.part(path, 0, bytes.subarray(0, 1_000))
    let puts = 0
    t.store.put = (...given) => {
      puts += 1
      return puts === 1 ? put(...given) : Promise.reject(new StoreUnavailable(new Error('lost')))
    }
    const lost = await guest.part(path, 1_000, bytes.subarray(1_000))
    t.store.put = put
    expect(problemOf(lost)).toEqual([503, 'SERVICE_NOT_READY'])
    expect([await offsetOf(path), await draftFiles('GTC')]).toEqual([1_000, []])
    expect(await guest.part(path, 1_000, bytes.subarray(1_000))).toMatchObject(arrivedUpTo(bytes.length))
    expect(await draftFiles('GTC')).toHaveLength(1)
  })

  test('A file that goes beyond its announced size is refused with an answer its sender can read', async () => {
    const path = await begin('NDA', somePicture(100_000))
    const before = await stored()
    const headers = { cookie: guest.cookie, ...ownPage, ...tus, 'upload-offset': '0' }
    const answer = await fetch(new URL(`/portal/api${path}`, origin), {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/offset+octet-stream' },
      body: somePicture(1_500_000),
    })
    expect([answer.status, await answer.json()]).toMatchObject([413, { code: 'UPLOAD_TOO_LARGE' }])
    expect([await offsetOf(path), await stored()]).toEqual([0, before])
  })

  test('A file with a part changed on its way is refused at that part', async () => {
    const bytes = somePicture(3_000)
    const path = await begin('NDA', bytes)
    const digest = (name: string, part: Buffer) => `${name} ${createHash(name).update(part).digest('base64')}`
    const part = (offset: number, sent: Buffer, checksum: string) =>
      t.app.inject({
        method: 'PATCH',
        url: `/portal/api${path}`,
        payload: sent,
        headers: {
          cookie: guest.cookie,
          ...ownPage,
          ...tus,
          'content-type': 'application/offset+octet-stream',
          'upload-offset': String(offset),
          'upload-checksum': checksum,
        },
      })
    const [first, second] = [bytes.subarray(0, 1_000), bytes.subarray(1_000)]
    const before = await stored()
    expect(problemOf(await part(0, first, digest('sha1', second)))).toEqual([460, 'UPLOAD_CHECKSUM_MISMATCH'])
    expect(problemOf(await part(0, first, digest('md5', first)))).toEqual([400, 'HEADER_INVALID'])
    expect([await offsetOf(path), await stored()]).toEqual([0, before])
    expect(await part(0, first, digest('sha1', first))).toMatchObject(arrivedUpTo(1_000))
    expect(problemOf(await part(1_000, second, digest('sha256', first)))).toEqual([
      460,
      'UPLOAD_CHECKSUM_MISMATCH',
    ])
    expect(await part(1_000, second, digest('sha256', second))).toMatchObject(arrivedUpTo(bytes.length))
  })

  test('A file is sent by tus 1.0 and by no other version of it', async () => {
    const told = await guest.call('OPTIONS', at('NDA'))
    expect(told).toMatchObject({
      statusCode: 204,
      headers: {
        'tus-version': '1.0.0',
        'tus-extension': 'creation,expiration,termination,checksum',
        'tus-max-size': String(50 * 1024 * 1024),
        'tus-checksum-algorithm': 'sha1,sha256',
      },
    })
    const path = await begin('NDA', somePicture())
    for (const headers of [{}, { 'tus-resumable': '0.2.2' }] as const) {
      const answer = await guest.call('DELETE', path, undefined, headers)
      expect(problemOf(answer)).toEqual([412, 'TUS_VERSION_UNSUPPORTED'])
      expect(answer.headers).toMatchObject({ 'tus-version': '1.0.0', 'tus-resumable': '1.0.0' })
    }
    expect(await offsetOf(path)).toBe(0)
  })

  test.each([
    [{ 'upload-length': '10' }, 'HEADER_INVALID'],
    [{ 'upload-length': '-1', 'upload-metadata': 'filename YS5wbmc=' }, 'HEADER_INVALID'],
    [{ 'upload-defer-length': '1', 'upload-metadata': 'filename YS5wbmc=' }, 'HEADER_INVALID'],
    [{ 'upload-length': '10', 'upload-metadata': 'filename a.png' }, 'HEADER_INVALID'],
    [{ 'upload-length': '10', 'upload-metadata': 'filename /w==' }, 'HEADER_INVALID'],
    [{ 'upload-length': '10', 'upload-metadata': 'filename YS5wbmc=,filename YS5wbmc=' }, 'HEADER_INVALID'],
    [{ 'upload-length': '10', 'upload-metadata': `filename ${'YS5w'.repeat(1_000)}` }, 'HEADER_INVALID'],
    [{ 'upload-length': '10', 'upload-metadata': 'other YS5wbmc=' }, 'UPLOAD_FILENAME_INVALID'],
  ])('An upload is not created with the headers %o', async (headers, code) => {
    const answer = await guest.call('POST', at('NDA'), undefined, { ...tus, ...headers })
    expect(problemOf(answer)).toEqual([400, code])
  })

  test('A file of one part is stored once, and refused before it is sent when it could not be accepted', async () => {
    const bytes = somePicture()
    const before = await stored()
    const path = await begin('REG_PROOF', bytes)
    expect((await guest.part(path, 0, bytes)).statusCode).toBe(204)
    expect(await stored()).toBe(before + 1)
    const refusals = [
      ['virus.exe', 10, 415, 'UPLOAD_TYPE_REFUSED'],
      ['..', 10, 400, 'UPLOAD_FILENAME_INVALID'],
      ['a.png', 0, 422, 'UPLOAD_EMPTY'],
      ['a.png', 60 * 1024 * 1024, 413, 'UPLOAD_TOO_LARGE'],
    ] as const
    for (const [fileName, size, status, code] of refusals) {
      expect(problemOf(await guest.begin(at('NDA'), fileName, size))).toEqual([status, code])
    }
    const large = await guest.call('PATCH', path, undefined, {
      ...tus,
      'content-type': 'application/offset+octet-stream',
      'content-length': String(51 * 1024 * 1024),
    })
    expect(problemOf(large)).toEqual([413, 'BODY_TOO_LARGE'])
    const noOffset = await guest.call('PATCH', path, undefined, tus)
    expect(problemOf(noOffset)).toEqual([400, 'HEADER_INVALID'])
    const other = await begin('NDA', bytes)
    const nothing = await guest.call('PATCH', other, undefined, { ...tus, 'upload-offset': '0' })
    expect(problemOf(nothing)).toEqual([422, 'UPLOAD_EMPTY'])
    expect(problemOf(await guest.part(other, 0, Buffer.alloc(0)))).toEqual([422, 'UPLOAD_EMPTY'])
  })

  test('A file belongs to its sender alone, and can be cancelled', async () => {
    const bytes = somePicture()
    const path = await begin('NDA', bytes)
    await guest.part(path, 0, bytes.subarray(0, 10))
    const colleague = await guestOf(t, d)
    expect((await colleague.call('HEAD', path, undefined, tus)).statusCode).toBe(404)
    expect(problemOf(await colleague.call('DELETE', path, undefined, tus))).toEqual([404, 'UPLOAD_NOT_FOUND'])
    expect(problemOf(await colleague.part(path, 10, bytes.subarray(10)))).toEqual([404, 'UPLOAD_NOT_FOUND'])
    const before = await stored()
    expect((await guest.call('DELETE', path, undefined, tus)).statusCode).toBe(204)
    expect(await stored()).toBe(before - 1)
    expect(problemOf(await guest.part(path, 10, bytes.subarray(10)))).toEqual([404, 'UPLOAD_NOT_FOUND'])
  })
})

test('Nobody sends more than thirty files an hour or a gibibyte a day, whichever way', async () => {
  const row = `insert into portal_upload (account_id, contact_id, document_id, size, received, state, created_at)
    select $1, $2, $3, $4, $4, 'DONE', now() - $5::interval from generate_series(1, $6)`
  const sent = (size: number, ago: string, count: number) =>
    t.admin.query(row, [d.accountId, guest.contactId, d.documents['NDA'], size, ago, count])
  await sent(1, '2 hours', 40)
  await sent(1, '50 minutes', 29)
  const bytes = somePicture()
  await begin('NDA', bytes)
  const full = await guest.begin(at('NDA'), 'a.png', 1)
  expect(problemOf(full)).toEqual([429, 'QUOTA_EXCEEDED'])
  expect(Number(full.headers['retry-after'])).toBeLessThanOrEqual(600)
  const whole = await guest.files(`/requests/${d.documents['NDA']}/draft/files`, [
    { name: 'a.png', content: bytes },
  ])
  expect(problemOf(whole)).toEqual([429, 'QUOTA_EXCEEDED'])

  guest = await guestOf(t, d)
  await sent(1024 ** 3 - 10, '23 hours', 1)
  expect(problemOf(await guest.begin(at('NDA'), 'a.png', 11))).toEqual([429, 'QUOTA_EXCEEDED'])
  expect((await guest.begin(at('NDA'), 'a.png', 10)).statusCode).toBe(201)
})

test('An upload nobody continues for two days is removed, and nothing sooner', async () => {
  const bytes = somePicture()
  const path = await begin('NDA', bytes)
  await guest.part(path, 0, bytes.subarray(0, 10))
  const before = await stored()
  const accountIds = async () => [d.accountId]
  const age = (hours: number) =>
    t.admin.query(`update portal_upload set updated_at = now() - make_interval(hours => $1)`, [hours])
  const sweep = () => runTask(t, 'portal.sweep', sweepPortal({ store: t.store, accountIds }), {})
  await age(47)
  await sweep()
  expect(await offsetOf(path)).toBe(10)
  // Nor does the sweep of files take parts for leftovers, however old.
  const list = t.store.list.bind(t.store)
  t.store.list = () => list({})
  await runTask(t, 'files.sweep', sweepFiles({ store: t.store, accountIds }), {})
  t.store.list = list
  expect(await stored()).toBe(before)
  await age(49)
  await sweep()
  expect((await guest.call('HEAD', path, undefined, tus)).statusCode).toBe(404)
  expect(await stored()).toBe(before - 1)
})
