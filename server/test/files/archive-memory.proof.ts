import { get as httpGet } from 'node:http'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newObjectKey } from '../../src/platform/files/index.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { reviewDesk } from '../responses/review-desk.ts'

const mib = 1024 * 1024
const copies = Number(process.env['VIGIE_ZIP_COPIES'] ?? 12)

let t: TestApp
beforeAll(async () => {
  t = await testApp({ environment: { SHED_MEMORY_MB: '8000' } })
})
afterAll(() => t.close())

test('An archive much larger than its memory limit is sent in little memory', async () => {
  const url = await t.listen()
  const d = await reviewDesk(t)
  const objectKey = newObjectKey(d.accountId)
  const chunk = Buffer.alloc(64 * 1024, 'x')
  const body = Readable.from(
    (function* () {
      for (let at = 0; at < 45 * mib; at += chunk.length) yield chunk
    })(),
    { objectMode: false },
  )
  // Never whole in the memory of this process, or that would hide what sending takes.
  const { size, sha256, crc32 } = await t.store.put(objectKey, body, { maxBytes: 45 * mib })
  const responseId = await d.answer('NDA', { objectKey })
  // The same object many times over: what is read and sent is no less for it.
  await t.admin.query(
    `update evidence set file_size = $2, sha256 = decode($3, 'hex'), crc32 = $4 where response_id = $1`,
    [responseId, size, sha256, crc32],
  )
  await t.admin.query(
    `insert into evidence (account_id, response_id, document_id, dossier_id, kind, position, file_name, file_size,
       content_type, object_key, sha256, crc32, file_state, format, issuer, transmitter, upload_date)
     select account_id, response_id, document_id, dossier_id, kind, n, file_name, file_size, content_type, object_key,
       sha256, crc32, file_state, format, issuer, transmitter, upload_date
     from evidence, generate_series(2, $2::int) n where response_id = $1`,
    [responseId, copies],
  )
  const before = process.memoryUsage().rss
  let [received, peak, chunks] = [0, 0, 0]
  const began = performance.now()
  await new Promise<void>((resolve, reject) => {
    const headers = { authorization: `Bearer ${d.token}` }
    httpGet(`${url}${d.base}/dossiers/${d.dossierId}/files/download`, { headers }, (answer) => {
      answer.on('data', (piece: Buffer) => {
        received += piece.length
        if ((chunks += 1) % 16 === 0) peak = Math.max(peak, process.memoryUsage.rss())
      })
      answer.on('end', resolve).on('error', reject)
    }).on('error', reject)
  })
  const seconds = (performance.now() - began) / 1_000
  const grown = (peak - before) / mib
  console.log(
    `archive of ${Math.round(received / mib)} MiB: ${seconds.toFixed(1)} s, ${grown.toFixed(0)} MiB more memory`,
  )
  expect(received).toBeGreaterThan(copies * 45 * mib)
  // Reader and service share this process, and both hold a share of it.
  expect(grown).toBeLessThan(64)
  // Nine gigabytes are read, unsealed and sent: a slow machine needs minutes for them.
}, 400_000)
