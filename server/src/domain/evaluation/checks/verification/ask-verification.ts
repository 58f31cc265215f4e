import { sql } from 'kysely'
import type { Tx } from '../../../../platform/db/index.ts'
import { enqueue } from '../../../../platform/jobs/index.ts'
import { record } from '../../../../platform/journal/index.ts'
import { AppError, type Scope } from '../../../../platform/kernel/index.ts'
import { holdAskedResponse, holdResponse, placeOf, type HeldResponse } from '../../status/hold.ts'

interface File {
  evidenceId: number
  /** What the provider said last; null when it was never asked. */
  status: string | null
}

const verifiable: readonly string[] = ['PENDING', 'ACCEPTED']

/** Somebody asks for it, whatever the document; answers with the files that are now awaited. */
export async function askVerification(tx: Tx, scope: Scope, responseId: number): Promise<number[]> {
  const held = await holdAskedResponse(tx, scope, responseId)
  const files = verifiable.includes(held.state) ? await checkedFiles(tx, scope, responseId) : []
  if (files.length === 0) throw new AppError('RESPONSE_NOT_VERIFIABLE', { responseId })
  await awaitVerification(tx, scope, held, files)
  return files.map(({ evidenceId }) => evidenceId)
}

/** After the checks of an answer, for the documents the provider is meant for. The caller holds the answer. */
export async function verifyAfterChecks(
  tx: Tx,
  scope: Scope,
  { responseId, documentCodes }: { readonly responseId: number; readonly documentCodes: readonly string[] },
): Promise<void> {
  const held = await holdResponse(tx, scope, responseId)
  if (!verifiable.includes(held.state) || !documentCodes.includes(held.document.code)) return
  const files = (await checkedFiles(tx, scope, responseId)).filter(({ status }) => status === null)
  await awaitVerification(tx, scope, held, files)
}

async function checkedFiles(tx: Tx, scope: Scope, responseId: number): Promise<File[]> {
  const { rows } = await sql<File>`
    select evidence_id as "evidenceId", metadata ->> 'doccheck_status' as status from evidence
    where account_id = ${scope.accountId} and response_id = ${responseId} and kind = 'FILE'
      and file_state = 'CLEAN' and object_key is not null
    order by position, evidence_id`.execute(tx)
  return rows
}

async function awaitVerification(
  tx: Tx,
  scope: Scope,
  held: HeldResponse,
  files: readonly File[],
): Promise<void> {
  const { accountId } = scope
  if (files.some(({ status }) => status !== 'PENDING')) await notifyFollowers(tx, scope, held)
  for (const { evidenceId, status: before } of files) {
    const repeat = before !== null
    if (before !== 'PENDING') {
      await sql`
        update evidence set metadata = metadata || '{"doccheck_status": "PENDING"}'
        where account_id = ${accountId} and evidence_id = ${evidenceId}`.execute(tx)
      const data = { responseId: held.responseId, evidenceId, before, after: 'PENDING' }
      record(tx, scope, { name: 'DOCUMENT_DOCCHECK_STATUS_UPDATE', ...placeOf(held), data })
    }
    const asked = { accountId, evidenceId, reference: null, repeat, attempt: 0, askedAt: Date.now() }
    await enqueue(tx, 'responses.verify', asked, { jobKey: `responses.verify:${accountId}:${evidenceId}` })
  }
}

/** Whoever follows the verification of the third party, above this slice, looks again. */
export async function notifyFollowers(tx: Tx, { accountId }: Scope, held: HeldResponse): Promise<void> {
  const { thirdpartyId } = held.document
  const jobKey = `datahub.follow-verification:${accountId}:${thirdpartyId}`
  await enqueue(tx, 'datahub.follow-verification', { accountId, thirdpartyId }, { jobKey })
}
