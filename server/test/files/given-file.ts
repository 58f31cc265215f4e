import { Readable } from 'node:stream'
import { newObjectKey } from '../../src/platform/files/index.ts'
import type { TestApp } from '../harness/index.ts'
import { givenAnswer } from '../responses/given-answer.ts'

/** An answer under review with one checked file, really in the store; nothing of it went through the checks. */
export async function givenFile(
  t: TestApp,
  given: { readonly accountId: number; readonly documentId: number; readonly text: string },
): Promise<{ responseId: number; fileId: number }> {
  const { accountId, documentId, text } = given
  const objectKey = newObjectKey(accountId)
  const bytes = Buffer.from(text)
  const { size, sha256, crc32 } = await t.store.put(objectKey, Readable.from([bytes]), {
    maxBytes: bytes.length,
  })
  const responseId = await givenAnswer(t, { accountId, documentId, objectKey })
  const { rows } = await t.admin.query<{ id: string }>(
    `update evidence set file_name = $3, file_size = $4, sha256 = decode($5, 'hex'), crc32 = $6,
       content_type = 'text/plain' where account_id = $1 and response_id = $2 returning evidence_id as id`,
    [accountId, responseId, `${text}.txt`, size, sha256, crc32],
  )
  return { responseId, fileId: Number(rows[0]?.id) }
}
