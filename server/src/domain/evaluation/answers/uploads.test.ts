import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { text as readText } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problemOf } from '../../../../test/dossiers/desk.ts'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import {
  answersDesk,
  multipartBody,
  picture,
  type AnswersDesk,
  type ResponseWire,
} from '../../../../test/responses/answers-desk.ts'
import { runTask } from '../../../../test/responses/run-jobs.ts'
import { StoreFull, StoreUnavailable, type ObjectStore } from '../../../platform/files/index.ts'
import { systemClock } from '../../../platform/kernel/index.ts'
import { sweepFiles } from '../files/sweep-files.task.ts'

const mib = 1024 * 1024

describe('Uploads', () => {
  let t: TestApp
  let url: URL
  /** Set to make the next put fail. */
  let storeFault: Error | null = null
  beforeAll(async () => {
    t = await testApp({ environment: { UPLOAD_MAX_MB: '200', SHED_MEMORY_MB: '8000' } })
    const put = t.store.put.bind(t.store)
    t.store.put = async (...given) => {
      if (storeFault) throw storeFault
      return put(...given)
    }
    url = new URL(await t.listen())
  })
  afterAll(() => t.close())

  const keysOf = async ({ accountId }: AnswersDesk) => {
    const keys: string[] = []
    for await (const { key } of t.store.list({})) if (key.startsWith(`${accountId}/`)) keys.push(key)
    return keys
  }

  test('An upload keeps odd names, makes harmful ones harmless and refuses deceptive ones', async () => {
    const d = await answersDesk(t)
    const stored = async (name: string) => {
      const answer = await d.send('REG_PROOF', [{ ...picture, name }])
      return answer.statusCode === 201
        ? answer.json<ResponseWire>().evidences[0]?.fileName
        : answer.json<{ code: string }>().code
    }
    expect(await stored('../../etc/passwd.png')).toBe('passwd.png')
    expect(await stored('C:\\Temp\\scan.png')).toBe('scan.png')
    expect(await stored('CON.png')).toBe('_CON.png')
    expect(await stored('-rf 🙂 %22.png')).toBe('-rf 🙂 %22.png')
    expect(await stored('fact\u202egnp.png')).toBe('UPLOAD_FILENAME_INVALID')
    expect(await stored('a\u0007.png')).toBe('UPLOAD_FILENAME_INVALID')
    expect(await stored('...')).toBe('UPLOAD_FILENAME_INVALID')
    expect(await stored(`${'é'.repeat(200)}.png`)).toBe('UPLOAD_FILENAME_INVALID')
    expect(await stored('piece.exe')).toBe('UPLOAD_TYPE_REFUSED')
    expect(await stored('piece.png.html')).toBe('UPLOAD_TYPE_REFUSED')
    // Known to the service, but not what this document takes.
    expect(await stored('piece.xlsx')).toBe('UPLOAD_TYPE_REFUSED')
    expect(await stored('noextension')).toBe('UPLOAD_TYPE_REFUSED')
  })

  test('An upload is refused at once for its type, its size, or a missing part', async () => {
    const d = await answersDesk(t)
    const send = async (...files: Parameters<AnswersDesk['send']>[1][number][]) =>
      problemOf(await d.send('REG_PROOF', files))
    expect(await send({ ...picture, type: 'text/html' })).toEqual([415, 'UPLOAD_TYPE_REFUSED'])
    expect(await send({ ...picture, type: 'application/pdf' })).toEqual([422, 'UPLOAD_CONTENT_MISMATCH'])
    expect(await send({ ...picture, content: '' })).toEqual([422, 'UPLOAD_EMPTY'])
    expect(await send(picture, { ...picture, content: '' })).toEqual([422, 'UPLOAD_EMPTY'])
    expect(await send({ ...picture, field: 'document' })).toEqual([400, 'VALIDATION_FAILED'])
    expect(await send({ ...picture, field: '__proto__' })).toEqual([400, 'REQUEST_MALFORMED'])
    expect(await send(...Array(21).fill(picture))).toEqual([400, 'VALIDATION_FAILED'])
    expect((await d.send('REG_PROOF', Array(20).fill(picture))).statusCode).toBe(201)
    const raw = (payload: string | Buffer, contentType: string) =>
      t.app.inject({
        method: 'POST',
        url: `${d.base}${d.path('REG_PROOF')}/responses`,
        headers: { authorization: `Bearer ${d.token}`, 'content-type': contentType },
        payload,
      })
    const { payload, contentType } = multipartBody([picture])
    expect(problemOf(await raw(payload.subarray(0, -30), contentType))).toEqual([400, 'UPLOAD_INCOMPLETE'])
    expect(problemOf(await raw(payload, 'multipart/form-data'))).toEqual([400, 'REQUEST_MALFORMED'])
    expect(problemOf(await raw('nonsense', contentType))).toEqual([400, 'UPLOAD_INCOMPLETE'])
    expect(problemOf(await raw(payload, 'image/png'))).toEqual([415, 'CONTENT_TYPE_UNSUPPORTED'])
    const long = { issuer: 'x'.repeat(201) }
    expect(problemOf(await d.send('REG_PROOF', [picture], long))).toEqual([400, 'VALIDATION_FAILED'])
    const nul = { issuer: 'a\u0000b' }
    expect(problemOf(await d.send('REG_PROOF', [picture], nul))).toEqual([400, 'VALIDATION_FAILED'])
    const huge = { formdata: `"${'x'.repeat(300 * 1024)}"` }
    expect(problemOf(await d.send('REG_PROOF', [picture], huge))).toEqual([400, 'VALIDATION_FAILED'])
    expect(await keysOf(d)).toHaveLength(20)
  })

  test('An upload of 200 MB passes, one byte more does not, and neither stays in memory', async () => {
    const d = await answersDesk(t)
    const before = process.memoryUsage.rss()
    let peak = before
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20)
    const exact = await stream(d, 200 * mib)
    const over = await stream(d, 200 * mib + 1)
    clearInterval(watch)
    expect([exact.status, exact.body.evidences?.[0]?.['fileSize']]).toEqual([201, 200 * mib])
    expect([over.status, over.body.code]).toEqual([413, 'UPLOAD_TOO_LARGE'])
    // The sender is in this process too.
    expect((peak - before) / mib).toBeLessThan(96)
    expect(await keysOf(d)).toHaveLength(1)
  })

  test('An upload far too large is refused before its end', async () => {
    const d = await answersDesk(t)
    const huge = await stream(d, 20 * 200 * mib + 2 * mib, { send: mib })
    expect([huge.status, huge.body.code]).toEqual([413, 'BODY_TOO_LARGE'])
    expect(await keysOf(d)).toEqual([])
  })

  test('A file whose first bytes contradict its name is refused at once, and nothing of it is kept', async () => {
    const d = await answersDesk(t)
    const text = (content: string) => Buffer.from(content, 'latin1')
    for (const [name, content] of [
      ['a.pdf', Buffer.from(picture.content)],
      ['a.pdf', text('<html>')],
      ['a.png', text('%PDF-1.7\n')],
      ['a.jpg', Buffer.from(picture.content)],
    ] as const) {
      const refused = await d.send('REG_PROOF', [picture, { name, content }])
      expect(problemOf(refused), name).toEqual([422, 'UPLOAD_CONTENT_MISMATCH'])
    }
    const large = Buffer.concat([text('MZ'), Buffer.alloc(3 * mib)])
    expect(problemOf(await d.send('REG_PROOF', [{ name: 'large.pdf', content: large }]))).toEqual([
      422,
      'UPLOAD_CONTENT_MISMATCH',
    ])
    expect(await keysOf(d)).toEqual([])
    expect(await d.names()).toEqual([])
  })

  test('An interrupted upload leaves nothing behind', async () => {
    const d = await answersDesk(t)
    const content = Buffer.concat([Buffer.from(picture.content), Buffer.alloc(mib)])
    const { payload, contentType } = multipartBody([{ ...picture, content }])
    const socket = connect(Number(url.port), url.hostname)
    socket.write(
      `POST ${d.base}${d.path('REG_PROOF')}/responses HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${d.token}\r\n` +
        `Content-Type: ${contentType}\r\nContent-Length: ${payload.length}\r\n\r\n`,
    )
    await new Promise<void>((resolve) => socket.write(payload.subarray(0, mib / 2), () => resolve()))
    socket.destroy()
    await expect.poll(() => d.get('/dossiers').then(() => keysOf(d))).toEqual([])
    expect(await d.names()).toEqual([])
  })

  test('An upload repeated under one key is distinguished by its content', async () => {
    const d = await answersDesk(t)
    const key = { 'idempotency-key': 'once' }
    const first = await d.send('REG_PROOF', [picture], {}, key)
    const again = await d.send('REG_PROOF', [picture], {}, key)
    expect(again.statusCode).toBe(201)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.body).toBe(first.body)
    const other = await d.send('REG_PROOF', [{ ...picture, name: 'b.png' }], {}, key)
    expect(problemOf(other)).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    expect(await keysOf(d)).toHaveLength(1)
  })

  test('An upload into a full or silent store is refused cleanly', async () => {
    const d = await answersDesk(t)
    try {
      storeFault = new StoreFull(new Error('ENOSPC'))
      expect(problemOf(await d.send('REG_PROOF', [picture]))).toEqual([507, 'STORAGE_FULL'])
      storeFault = new StoreUnavailable(new Error('down'))
      expect(problemOf(await d.send('REG_PROOF', [picture]))).toEqual([503, 'SERVICE_NOT_READY'])
    } finally {
      storeFault = null
    }
  })

  test('A file left by a process that died before its commit is swept after a day, and nothing else is', async () => {
    const d = await answersDesk(t)
    const kept = (await d.send('REG_PROOF', [picture])).json<ResponseWire>()
    // The commit fails: what was put stays, and nobody was told that it is there.
    await t.admin.query(`create function fail() returns trigger language plpgsql as $$
      begin raise exception 'no' using errcode = '57P01'; end $$`)
    await t.admin.query('create trigger fail before insert on response for each row execute function fail()')
    const lost = await d.send('REG_PROOF', [picture])
    await t.admin.query('drop trigger fail on response; drop function fail()')
    expect(problemOf(lost)).toEqual([503, 'DATABASE_UNAVAILABLE'])
    expect(await keysOf(d)).toHaveLength(2)
    const foreign = '9007199254740991/0b8f3c1e-6f5f-4f0e-9b3a-3f5f1d2c4b6a'
    await t.store.put(foreign, Readable.from(['x']), { maxBytes: 1 })
    await sweep(t.store, 23)
    expect(await keysOf(d)).toHaveLength(2)
    await sweep(t.store, 25)
    const { rows } = await t.admin.query<{ key: string }>(
      'select object_key as key from evidence where response_id = $1',
      [kept.responseId],
    )
    expect(await keysOf(d)).toEqual(rows.map(({ key }) => key))
    // Of an account that is not ours.
    expect(await t.store.head(foreign)).toEqual({ size: 1 })
    await t.store.delete(foreign)
  })

  async function sweep(store: ObjectStore, hours: number): Promise<void> {
    const now = new Date(Date.now() + hours * 3_600_000)
    const accountIds = async () => {
      const { rows } = await t.admin.query<{ id: string }>('select account_id as id from account')
      return rows.map(({ id }) => Number(id))
    }
    const handler = sweepFiles({ store, accountIds })
    await runTask(
      t,
      'files.sweep',
      (payload, context) => handler(payload, { ...context, clock: { ...systemClock, now: () => now } }),
      {},
    )
  }

  interface Streamed {
    status: number
    body: { code?: string; evidences?: ResponseWire['evidences'] }
  }

  /** A body of any size from a few kilobytes of memory. */
  function stream(d: AnswersDesk, size: number, { send = size } = {}): Promise<Streamed> {
    const { payload, contentType } = multipartBody([{ ...picture, content: 'HERE' }])
    const at = payload.indexOf('HERE')
    const [head, tail] = [payload.subarray(0, at), payload.subarray(at + 4)]
    const chunk = Buffer.alloc(64 * 1024, picture.content)
    function* pieces() {
      yield head
      for (let left = send; left > 0; left -= chunk.length)
        yield left < chunk.length ? chunk.subarray(0, left) : chunk
      if (send === size) yield tail
    }
    return new Promise((resolve, reject) => {
      const sent = httpRequest(
        new URL(`${d.base}${d.path('REG_PROOF')}/responses`, url),
        {
          method: 'POST',
          headers: {
            authorization: `Bearer ${d.token}`,
            'content-type': contentType,
            'content-length': head.length + size + tail.length,
          },
        },
        (answer) => {
          const read = async () => {
            const body = JSON.parse(await readText(answer)) as Streamed['body']
            sent.destroy()
            return { status: answer.statusCode ?? 0, body }
          }
          resolve(read())
        },
      )
      sent.on('error', reject)
      Readable.from(pieces()).pipe(sent)
    })
  }
})
