import { request } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { problemOf } from '../../../test/dossiers/desk.ts'
import { sha256, somePicture } from '../../../test/files/file-desk.ts'
import { testApp, type TestApp } from '../../../test/harness/index.ts'
import { guestOf, ownPage, type Guest } from '../../../test/portal/portal-desk.ts'
import { reviewDesk, type ReviewDesk } from '../../../test/responses/review-desk.ts'
import { runTask } from '../../../test/responses/run-jobs.ts'
import { sweepFiles } from '../../domain/evaluation/files/sweep-files.task.ts'
import { StoreUnavailable } from '../../platform/files/index.ts'
import { sweepPortal } from './sweep-portal.task.ts'

interface Begun {
  uploadId: number
  offset: number
  fileId: number | null
  responseId: number | null
}

let t: TestApp
let d: ReviewDesk
let guest: Guest
beforeAll(async () => {
  t = await testApp()
  d = await reviewDesk(t)
})
afterAll(() => t.close())
beforeEach(async () => {
  guest = await guestOf(t, d)
})

const at = (code: string) => `/requests/${d.documents[code]}/uploads`
async function begin(code: string, bytes: Buffer, fileName = 'piece.png'): Promise<string> {
  const answer = await guest.call('POST', at(code), { fileName, size: bytes.length })
  expect([answer.statusCode, answer.headers['upload-offset']]).toEqual([201, '0'])
  return `${at(code)}/${answer.json<Begun>().uploadId}`
}
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

describe('Files sent in parts', () => {
  test('A file continues where it stopped, and ends in the draft byte for byte', async () => {
    const bytes = somePicture(50_000)
    const path = await begin('NDA', bytes, 'contrat.png')
    expect((await guest.part(path, 0, bytes.subarray(0, 20_000))).json()).toMatchObject({ offset: 20_000 })
    const looked = await guest.call('HEAD', path)
    expect([looked.headers['upload-offset'], looked.headers['upload-length']]).toEqual([
      '20000',
      String(bytes.length),
    ])
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
    expect(new Set(racing.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]))
    const done = (await guest.part(path, 40_000, bytes.subarray(40_000))).json<Begun>()
    expect(done.offset).toBe(bytes.length)
    expect(await draftFiles('NDA')).toMatchObject([
      { fileId: done.fileId, fileName: 'contrat.png', fileSize: bytes.length },
    ])
    const { rows } = await t.admin.query<{ sha256: string }>(
      `select encode(sha256, 'hex') as sha256 from evidence where evidence_id = $1`,
      [done.fileId],
    )
    expect(rows).toEqual([{ sha256: sha256(bytes) }])
    // Asked again, it is where it was; and its parts are gone.
    const again = await guest.part(path, bytes.length, Buffer.alloc(0))
    expect(again.json()).toMatchObject({ fileId: done.fileId })
    expect(await stored()).toBe(1)
  })

  test('A file with an interrupted part continues from what had arrived whole', async () => {
    const origin = new URL(await t.listen())
    const bytes = somePicture(30_000)
    const path = await begin('NDA', bytes)
    await guest.part(path, 0, bytes.subarray(0, 10_000))
    const headers = {
      cookie: guest.cookie,
      ...ownPage,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '10000',
      'content-length': '20000',
    }
    const { hostname: host, port } = origin
    const broken = request({ host, port, path: `/portal/api${path}`, method: 'PATCH', headers })
    broken.on('error', () => undefined)
    await new Promise((resolve) => broken.write(bytes.subarray(10_000, 20_000), resolve))
    broken.destroy()
    const before = await stored()
    expect((await guest.call('HEAD', path)).headers['upload-offset']).toBe('10000')
    expect((await guest.part(path, 10_000, bytes.subarray(10_000))).json()).toMatchObject({
      offset: bytes.length,
    })
    // Both parts are gone for the one file; of the broken one nothing ever showed.
    expect(await stored()).toBe(before)
  })

  test('A file that arrived whole and could not be assembled is put into the draft on the next try', async () => {
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
    expect((await guest.call('GET', path)).json()).toMatchObject({ offset: bytes.length, fileId: null })
    const done = await guest.part(path, bytes.length, Buffer.alloc(0))
    expect(done.json<Begun>().fileId).not.toBeNull()
    expect(await draftFiles('GTC')).toHaveLength(1)
  })

  test('A file of one part is stored once, and refused before it is sent when it could not be accepted', async () => {
    const bytes = somePicture()
    const before = await stored()
    const path = await begin('REG_PROOF', bytes)
    expect((await guest.part(path, 0, bytes)).statusCode).toBe(200)
    expect(await stored()).toBe(before + 1)
    const refusals = [
      [{ fileName: 'virus.exe', size: 10 }, 415, 'UPLOAD_TYPE_REFUSED'],
      [{ fileName: '..', size: 10 }, 400, 'UPLOAD_FILENAME_INVALID'],
      [{ fileName: 'a.png', size: 0 }, 422, 'UPLOAD_EMPTY'],
      [{ fileName: 'a.png', size: 60 * 1024 * 1024 }, 413, 'UPLOAD_TOO_LARGE'],
    ] as const
    for (const [body, status, code] of refusals) {
      expect(problemOf(await guest.call('POST', at('NDA'), body))).toEqual([status, code])
    }
    const large = await guest.call('PATCH', path, undefined, {
      'content-type': 'application/offset+octet-stream',
      'content-length': String(9 * 1024 * 1024),
    })
    expect(problemOf(large)).toEqual([413, 'BODY_TOO_LARGE'])
    const noOffset = await guest.call('PATCH', path)
    expect(problemOf(noOffset)).toEqual([400, 'HEADER_INVALID'])
    const other = await begin('NDA', bytes)
    const nothing = await guest.call('PATCH', other, undefined, { 'upload-offset': '0' })
    expect(problemOf(nothing)).toEqual([422, 'UPLOAD_EMPTY'])
    expect(problemOf(await guest.part(other, 0, Buffer.alloc(0)))).toEqual([422, 'UPLOAD_EMPTY'])
  })

  test('A file belongs to its sender alone, and can be cancelled', async () => {
    const bytes = somePicture()
    const path = await begin('NDA', bytes)
    await guest.part(path, 0, bytes.subarray(0, 10))
    const colleague = await guestOf(t, d)
    for (const method of ['GET', 'DELETE'] as const) {
      expect(problemOf(await colleague.call(method, path))).toEqual([404, 'UPLOAD_NOT_FOUND'])
    }
    expect(problemOf(await colleague.part(path, 10, bytes.subarray(10)))).toEqual([404, 'UPLOAD_NOT_FOUND'])
    const before = await stored()
    expect((await guest.call('DELETE', path)).statusCode).toBe(204)
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
  const full = await guest.call('POST', at('NDA'), { fileName: 'a.png', size: 1 })
  expect(problemOf(full)).toEqual([429, 'QUOTA_EXCEEDED'])
  expect(Number(full.headers['retry-after'])).toBeLessThanOrEqual(600)
  const whole = await guest.files(`/requests/${d.documents['NDA']}/draft/files`, [
    { name: 'a.png', content: bytes },
  ])
  expect(problemOf(whole)).toEqual([429, 'QUOTA_EXCEEDED'])

  guest = await guestOf(t, d)
  await sent(1024 ** 3 - 10, '23 hours', 1)
  expect(problemOf(await guest.call('POST', at('NDA'), { fileName: 'a.png', size: 11 }))).toEqual([
    429,
    'QUOTA_EXCEEDED',
  ])
  expect((await guest.call('POST', at('NDA'), { fileName: 'a.png', size: 10 })).statusCode).toBe(201)
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
  expect((await guest.call('GET', path)).json()).toMatchObject({ offset: 10 })
  // Nor does the sweep of files take parts for leftovers, however old.
  const list = t.store.list.bind(t.store)
  t.store.list = () => list({})
  await runTask(t, 'files.sweep', sweepFiles({ store: t.store, accountIds }), {})
  t.store.list = list
  expect(await stored()).toBe(before)
  await age(49)
  await sweep()
  expect(problemOf(await guest.call('GET', path))).toEqual([404, 'UPLOAD_NOT_FOUND'])
  expect(await stored()).toBe(before - 1)
})
