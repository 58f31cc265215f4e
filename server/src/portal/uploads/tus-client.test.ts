import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { DetailedError, Upload, type UploadOptions } from 'tus-js-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sha256, somePicture } from '../../../test/files/file-desk.ts'
import { testPublicUrl } from '../../../test/harness/app.ts'
import { testApp, type TestApp } from '../../../test/harness/index.ts'
import { rounds } from '../../../test/harness/rounds.ts'
import { guestOf, ownPage, type Guest } from '../../../test/portal/portal-desk.ts'
import type { UploadProcessOptions } from '../../../test/portal/upload-process.ts'
import { reviewDesk, type ReviewDesk } from '../../../test/responses/review-desk.ts'
import { localStore, type ObjectStore } from '../../platform/files/index.ts'

let t: TestApp
let d: ReviewDesk
let guest: Guest
let origin: string
let folder: string
let store: ObjectStore
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vigie-tus-'))
  store = await localStore({ root: folder })
  t = await testApp({ store })
  d = await reviewDesk(t)
  origin = await t.listen()
})
afterAll(async () => {
  await t.close()
  await store.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  guest = await guestOf(t, d)
})

const dyingProcess = fileURLToPath(new URL('../../../test/portal/upload-process.ts', import.meta.url))

interface Sent {
  /** Where each request with bytes began. */
  readonly offsets: number[]
  readonly url: string | null
}

/** The public client, as anybody would use it; settles when it has succeeded, failed or been stopped. */
function send(
  bytes: Buffer,
  options: UploadOptions = {},
  stopWhen: (accepted: number) => boolean = () => false,
): Promise<Sent> {
  const offsets: number[] = []
  return new Promise((resolve, reject) => {
    const upload = new Upload(bytes, {
      endpoint: `${origin}/portal/api/requests/${d.documents['NDA']}/uploads`,
      metadata: { filename: 'piece.png', filetype: 'image/png' },
      headers: { cookie: guest.cookie, ...ownPage },
      retryDelays: null,
      onBeforeRequest: (request) => {
        if (request.getMethod() === 'PATCH') offsets.push(Number(request.getHeader('Upload-Offset')))
      },
      onChunkComplete: (_size, accepted) => {
        if (!stopWhen(accepted)) return
        void upload.abort()
        resolve({ offsets, url: upload.url })
      },
      onSuccess: () => resolve({ offsets, url: upload.url }),
      onError: reject,
      ...options,
    })
    upload.start()
  })
}

async function draftDigests(): Promise<string[]> {
  const { rows } = await t.admin.query<{ sha256: string }>(
    `select encode(e.sha256, 'hex') as sha256 from evidence e join portal_upload u using (account_id, evidence_id)
    where u.contact_id = $1 and u.state = 'DONE'`,
    [guest.contactId],
  )
  return rows.map((row) => row.sha256)
}

const refusalOf = (sending: Promise<unknown>) =>
  sending.then(
    () => 'no refusal',
    (error: unknown) => {
      if (!(error instanceof DetailedError)) throw error
      const { originalResponse: answer } = error
      const body = answer?.getBody() ?? ''
      return [answer?.getStatus(), body === '' ? null : (JSON.parse(body) as { code: string }).code]
    },
  )

describe('A public client of tus', () => {
  test('A tus client sends a file in one request and finds it in the draft', async () => {
    const bytes = somePicture(300_000)
    expect((await send(bytes)).offsets).toEqual([0])
    expect(await draftDigests()).toEqual([sha256(bytes)])
  })

  test('A tus client stopped amid an upload continues from there in another program', async () => {
    const bytes = somePicture(500_000)
    const { url } = await send(bytes, { chunkSize: 100_000 }, (accepted) => accepted >= 200_000)
    expect(await draftDigests()).toEqual([])
    const resumed = await send(bytes, { uploadUrl: url, chunkSize: 200_000 })
    expect(resumed.offsets).toEqual([200_000, 400_000])
    expect(await draftDigests()).toEqual([sha256(bytes)])
    // Whoever asks once more is told that all is there.
    expect((await send(bytes, { uploadUrl: url })).offsets).toEqual([])
    expect(await draftDigests()).toHaveLength(1)
  })

  test('A tus client beside a second one on the same upload ends with one file, byte for byte', async () => {
    const bytes = somePicture(600_000)
    const { url } = await send(bytes, { chunkSize: 50_000 }, () => true)
    const retryDelays = Array.from({ length: 40 }, () => 5)
    const both = [40_000, 70_000].map((chunkSize) => send(bytes, { uploadUrl: url, chunkSize, retryDelays }))
    await Promise.all(both)
    expect(await draftDigests()).toEqual([sha256(bytes)])
  })

  test('A tus client in another person’s session does not find the upload', async () => {
    const bytes = somePicture(10_000)
    const { url } = await send(bytes, { chunkSize: 1_000 }, () => true)
    const colleague = await guestOf(t, d)
    const headers = { cookie: colleague.cookie, ...ownPage }
    expect(await refusalOf(send(bytes, { uploadUrl: url, endpoint: null, headers }))).toEqual([404, null])
    await expect(Upload.terminate(url ?? '', { headers, retryDelays: null })).rejects.toThrow('404')
    const none = send(bytes, { headers: { ...ownPage, cookie: 'vigie_portal=none' } })
    expect(await refusalOf(none)).toEqual([401, 'PORTAL_SESSION_ENDED'])
    expect((await send(bytes, { uploadUrl: url })).offsets).toEqual([1_000])
  })

  test('A tus client reads why nothing more is accepted from it', async () => {
    const row = `insert into portal_upload (account_id, contact_id, document_id, size, received, state)
      select $1, $2, $3, 1, 1, 'DONE' from generate_series(1, 30)`
    await t.admin.query(row, [d.accountId, guest.contactId, d.documents['NDA']])
    expect(await refusalOf(send(somePicture()))).toEqual([429, 'QUOTA_EXCEEDED'])
    const program = send(somePicture(), { metadata: { filename: 'a.exe' } })
    expect(await refusalOf(program)).toEqual([415, 'UPLOAD_TYPE_REFUSED'])
  })

  test('A tus client terminates an upload, and its bytes are gone', async () => {
    const { url } = await send(somePicture(10_000), { chunkSize: 1_000 }, () => true)
    const headers = { cookie: guest.cookie, ...ownPage }
    await Upload.terminate(url ?? '', { headers, retryDelays: null })
    expect(await refusalOf(send(somePicture(10_000), { uploadUrl: url, endpoint: null }))).toEqual([
      404,
      null,
    ])
  })
})

// Three more parts, and the file joined of all four, which no row names yet. A second service takes its time to start.
const deadlyWrites = [4].slice(0, rounds(0, 1))

test.each(deadlyWrites)(
  'A service killed after %d writes, before their row, has promised nothing',
  async (dieAfterPut) => {
    const bytes = somePicture(300_000)
    const { url } = await send(bytes, { chunkSize: 100_000 }, () => true)
    const options: UploadProcessOptions = {
      url: t.appUrl,
      root: folder,
      secretKey: Buffer.from(t.secretKey).toString('hex'),
      publicUrl: testPublicUrl,
      dieAfterPut,
    }
    const args = ['--conditions=vigie-source', '--import', 'tsx', dyingProcess, JSON.stringify(options)]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(child, 'exit')
    try {
      const [base] = (await Promise.race([once(child.stdout, 'data'), ended])) as [Buffer]
      const uploadUrl = `${base.toString()}${new URL(url ?? '').pathname}`
      const sending = send(bytes, { endpoint: null, uploadUrl, chunkSize: 100_000 })
      await expect(sending).rejects.toThrow('failed to upload chunk at offset 300000')
      expect((await ended)[1]).toBe('SIGKILL')
    } finally {
      child.kill('SIGKILL')
    }
    expect(await draftDigests()).toEqual([])
    expect((await send(bytes, { uploadUrl: url })).offsets).toEqual([300_000])
    expect(await draftDigests()).toEqual([sha256(bytes)])
  },
)
