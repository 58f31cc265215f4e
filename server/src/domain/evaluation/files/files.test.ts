import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problemOf } from '../../../../test/dossiers/desk.ts'
import { fileDesk, somePdf, somePicture, type FileDesk } from '../../../../test/files/file-desk.ts'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import { entries, type ResponseWire } from '../../../../test/responses/answers-desk.ts'
import { runAnswerJobs } from '../../../../test/responses/run-jobs.ts'
import { ObjectNotFound, StoreUnavailable } from '../../../platform/files/index.ts'
import { openServedBody } from './send-bytes.ts'

const bank = { iban: 'FR76 3000 6000 0112 3456 7890 189', holder: 'ATELIERS', documentDate: '01/11/2026' }

describe('Files', () => {
  const log: string[] = []
  let t: TestApp
  let origin: string
  /** What the store makes of its objects, when set. */
  let spoil: ((body: Readable) => Readable) | null = null
  beforeAll(async () => {
    t = await testApp({ onLog: (line) => log.push(line) })
    const get = t.store.get.bind(t.store)
    t.store.get = async (...given) => {
      const body = await get(...given)
      return spoil === null ? body : spoil(body)
    }
    origin = await t.listen()
  })
  afterAll(() => t.close())

  const fileState = (d: FileDesk, fileId: number, state: string) =>
    t.admin.query('update evidence set file_state = $3 where account_id = $1 and evidence_id = $2', [
      d.accountId,
      fileId,
      state,
    ])
  const fetched = (d: FileDesk, path: string) =>
    fetch(`${origin}${d.base}${path}`, { headers: { authorization: `Bearer ${d.token}` } })

  test('A file of a draft, in quarantine or deleted is not served, with the reason', async () => {
    const d = await fileDesk(t)
    const name = 'piece.png'
    const draft = await d.answer('REG_PROOF', [{ name, content: somePicture() }], {
      fields: { draft: 'true' },
    })
    const inDraft = await d.get(draft.path)
    expect(problemOf(inDraft)).toEqual([409, 'FILE_NOT_READY'])
    expect(inDraft.json()).toMatchObject({ hint: 'DRAFT' })
    expect(inDraft.headers).not.toHaveProperty('retry-after')
    await fileState(d, draft.fileId, 'CLEAN')
    expect(problemOf(await d.get(draft.path))).toEqual([409, 'FILE_NOT_READY'])

    const hostile = await d.answer('NDA', [
      { name: 'a.png', content: Buffer.concat([somePicture(), Buffer.from('MZ')]) },
    ])
    for (const state of ['REFUSED', 'INFECTED']) {
      await fileState(d, hostile.fileId, state)
      for (const path of [hostile.path, `${hostile.path}/link`]) {
        expect(problemOf(await d.get(path))).toEqual([403, 'FILE_QUARANTINED'])
      }
    }

    const { responseId, path } = await d.answer('GTC', [{ name, content: somePicture() }])
    const { pathname } = new URL((await d.get(`${path}/link`)).json<{ url: string }>().url)
    await t.admin.query(
      `update evidence set file_state = 'DELETED', deleted_at = '2026-11-20T10:00:00Z', file_name = null,
         object_key = null where response_id = $1`,
      [responseId],
    )
    const gone = await d.get(path)
    expect(problemOf(gone)).toEqual([404, 'FILE_DELETED'])
    expect(gone.json()).toMatchObject({ deletedAt: '2026-11-20T10:00:00.000' })
    expect(gone.headers['cache-control']).toBe('no-store')
    // A link made before leads no further.
    expect(problemOf(await t.call('GET', pathname))).toEqual([404, 'FILE_DELETED'])
  })

  test('A file is found only under its own document, and a wrong id is recognised', async () => {
    const d = await fileDesk(t)
    const sent = await d.answer('REG_PROOF', [{ name: 'a.png', content: somePicture() }])
    const at = `${d.path('REG_PROOF')}/files`
    const hintOf = async (path: string) => {
      const answer = await d.get(path)
      expect(problemOf(answer)).toEqual([404, 'FILE_NOT_FOUND'])
      return answer.json<{ hint?: string }>().hint
    }
    expect(await hintOf(`${at}/${sent.responseId}`)).toBe('RESPONSE_ID_GIVEN')
    expect(await hintOf(`${at}/${d.documents['REG_PROOF']}`)).toBe('DOCUMENT_ID_GIVEN')
    expect(await hintOf(`${d.path('NDA')}/files/${sent.fileId}`)).toBe('FILE_OF_ANOTHER_DOCUMENT')
    expect(await hintOf(`${at}/999999999`)).toBeUndefined()
    const { fileUUID } = (await d.response(sent.responseId)).evidences[0] as unknown as { fileUUID: string }
    expect(await hintOf(`${at}/${fileUUID}`)).toBe('FILE_UUID_GIVEN')
    expect(await hintOf(`${at}/${fileUUID}/link`)).toBe('FILE_UUID_GIVEN')
    expect(problemOf(await d.get(`${at}/kbis.pdf`))).toEqual([400, 'ID_INVALID'])
    const elsewhere = `/dossiers/1/documents/${d.documents['REG_PROOF']}/files/${sent.fileId}`
    expect(problemOf(await d.get(elsewhere))).toEqual([404, 'DOSSIER_NOT_FOUND'])
    const noDocument = `/dossiers/${d.dossierId}/documents/1/files/${sent.fileId}`
    expect(problemOf(await d.get(noDocument))).toEqual([404, 'DOCUMENT_NOT_FOUND'])
  })

  test('A file with bank details is served only to those who see them in full', async () => {
    const d = await fileDesk(t)
    const formdata = JSON.stringify(entries(bank))
    const { responseId, path } = await d.answer(
      'BANK_DETAILS',
      [{ name: 'rib.png', content: somePicture() }],
      {
        fields: { formdata },
      },
    )
    await d.answer('NDA', [{ name: 'nda.png', content: somePicture() }])
    const form = (await d.response(responseId)).evidences.find(({ formdata: filled }) => filled !== null)
    const printed = await d.get(`${d.path('BANK_DETAILS')}/files/${form?.id}`)
    expect([printed.statusCode, printed.headers['content-type']]).toEqual([200, 'application/pdf'])
    const reader = await t.given.client(d.accountId, ['READER'])
    const asReader = (url: string) => t.call('GET', `${d.base}${url}`, { token: reader.token })
    expect(problemOf(await asReader(path))).toEqual([403, 'PERMISSION_DENIED'])
    expect(problemOf(await asReader(`${path}/link`))).toEqual([403, 'PERMISSION_DENIED'])
    const archive = await asReader(`/dossiers/${d.dossierId}/files/download`)
    expect(archive.statusCode).toBe(200)
    expect(archive.rawPayload.includes('rib.png')).toBe(false)
    expect(archive.rawPayload.includes(`"documentCode": "BANK_DETAILS"`)).toBe(true)
    expect((await d.get(`/dossiers/${d.dossierId}/files/download`)).rawPayload.includes('rib.png')).toBe(true)
    for (const role of ['REVIEWER', 'AUDITOR'] as const) {
      const { token } = await t.given.client(d.accountId, [role])
      expect((await t.call('GET', `${d.base}${path}`, { token })).statusCode).toBe(200)
    }
  })

  test('A file that is not what was received is never served as such', async () => {
    const d = await fileDesk(t)
    const small = await d.answer('NDA', [{ name: 'a.png', content: somePicture() }])
    const large = await d.answer('REG_PROOF', [{ name: 'b.pdf', content: somePdf(900_000) }])
    const flip = (body: Readable) =>
      body.map((chunk: Buffer) => {
        const changed = Buffer.from(chunk)
        changed.writeUInt8(changed.readUInt8(0) ^ 1, 0)
        return changed
      })
    log.length = 0
    try {
      spoil = flip
      const known = await fetched(d, small.path)
      expect(known.status).toBe(500)
      expect(known.headers.get('content-disposition')).toBeNull()
      expect(await known.json()).toMatchObject({ code: 'FILE_INTEGRITY_FAILURE' })
      const begun = await fetched(d, large.path)
      expect(begun.status).toBe(200)
      await expect(begun.arrayBuffer()).rejects.toThrow('terminated')
      const alarms = () => log.filter((line) => line.includes('"alarm":"FILE_INTEGRITY_FAILURE"'))
      await expect.poll(alarms).toHaveLength(2)
      expect(alarms()[1]).toContain(`"fileId":${large.fileId}`)

      spoil = (body) => {
        body.destroy()
        throw new ObjectNotFound('7/x')
      }
      expect(problemOf(await d.get(small.path))).toEqual([500, 'FILE_INTEGRITY_FAILURE'])
      spoil = (body) => {
        body.destroy()
        throw new StoreUnavailable(new Error('down'))
      }
      expect(problemOf(await d.get(small.path))).toEqual([503, 'SERVICE_NOT_READY'])
    } finally {
      spoil = null
    }
    expect((await d.get(small.path)).statusCode).toBe(200)
  })

  test('A file deleted between lookup and read is reported as gone, not as damaged', async () => {
    const d = await fileDesk(t)
    const sent = await d.answer('NDA', [{ name: 'a.png', content: somePicture() }])
    const get = t.store.get.bind(t.store)
    t.store.get = async (key) => {
      await t.admin.query(
        `update evidence set file_state = 'DELETED', deleted_at = now(), object_key = null where evidence_id = $1`,
        [sent.fileId],
      )
      throw new ObjectNotFound(key)
    }
    try {
      expect(problemOf(await d.get(sent.path))).toEqual([404, 'FILE_DELETED'])
    } finally {
      t.store.get = get
    }
  })

  test('A file made from a form is ready once its PDF is', async () => {
    const d = await fileDesk(t)
    const answered = await d.send('BANK_DETAILS', [{ name: 'rib.png', content: somePicture() }], {
      formdata: JSON.stringify(entries(bank)),
    })
    const form = answered.json<ResponseWire>().evidences.find(({ formdata }) => formdata !== null)
    const path = `${d.path('BANK_DETAILS')}/files/${form?.id}`
    expect(problemOf(await d.get(path))).toEqual([409, 'FILE_NOT_READY'])
    await runAnswerJobs(t, d.accountId)
    expect((await d.get(path)).rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  })
})

describe('Streams handed to a reader', () => {
  const chunks = () => Readable.from(['one', 'two', 'three'].map((text) => Buffer.from(text)))

  test('A stream and its source are closed when the reader stops reading', async () => {
    const source = chunks()
    const body = await openServedBody(source, () => undefined, 20)
    const fault = new Promise((resolve) => body.once('error', resolve))
    body.read(1)
    expect(await fault).toMatchObject({ message: 'The reader stopped reading.' })
    await expect.poll(() => source.destroyed).toBe(true)
  })

  test('A stream nobody reads leaves nothing open', async () => {
    const source = chunks()
    const body = await openServedBody(source, () => undefined)
    body.destroy()
    await expect.poll(() => source.destroyed).toBe(true)
  })
})
