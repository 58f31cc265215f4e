import { sql } from 'kysely'
import type { Tx } from '../../../../platform/db/index.ts'
import { enqueue } from '../../../../platform/jobs/index.ts'
import { record } from '../../../../platform/journal/index.ts'
import { AppError, type Scope } from '../../../../platform/kernel/index.ts'
import { lockRequiredResponse, lockResponse, eventPlace, type LockedResponse } from '../../status/lock.ts'

interface File {
  evidenceId: number
  /** What the provider said last; null when it was never asked. */
  status: string | null
}

const verifiable: readonly string[] = ['PENDING', 'ACCEPTED']

/** Somebody asks for it, whatever the document; answers with the files that are now awaited. */
export async function requestVerification(tx: Tx, scope: Scope, responseId: number): Promise<number[]> {
  const locked = await lockRequiredResponse(tx, scope, responseId)
  const files = verifiable.includes(locked.state) ? await listCheckedFiles(tx, scope, responseId) : []
  if (files.length === 0) throw new AppError('RESPONSE_NOT_VERIFIABLE', { responseId })
  await awaitVerification(tx, scope, locked, files)
  return files.map(({ evidenceId }) => evidenceId)
}

/** After the checks of an answer, for the documents the provider is meant for. The caller holds the answer. */
export async function verifyAfterChecks(
  tx: Tx,
  scope: Scope,
  { responseId, documentCodes }: { readonly responseId: number; readonly documentCodes: readonly string[] },
): Promise<void> {
  const locked = await lockResponse(tx, scope, responseId)
  if (!verifiable.includes(locked.state) || !documentCodes.includes(locked.document.code)) return
  const files = (await listCheckedFiles(tx, scope, responseId)).filter(({ status }) => status === null)
  await awaitVerification(tx, scope, locked, files)
}

async function listCheckedFiles(tx: Tx, scope: Scope, responseId: number): Promise<File[]> {
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
  locked: LockedResponse,
  files: readonly File[],
): Promise<void> {
  const { accountId } = scope
  if (files.some(({ status }) => status !== 'PENDING')) await notifyFollowers(tx, scope, locked)
  for (const { evidenceId, status: before } of files) {
    const repeat = before !== null
    if (before !== 'PENDING') {
      await sql`
        update evidence set metadata = metadata || '{"doccheck_status": "PENDING"}'
        where account_id = ${accountId} and evidence_id = ${evidenceId}`.execute(tx)
      const data = { responseId: locked.responseId, evidenceId, before, after: 'PENDING' } as const
      record(tx, scope, { name: 'DOCUMENT_DOCCHECK_STATUS_UPDATE', ...eventPlace(locked), data })
    }
    const payload = { accountId, evidenceId, reference: null, repeat, attempt: 0, askedAt: Date.now() }
    await enqueue(tx, 'responses.verify', payload, { jobKey: `responses.verify:${accountId}:${evidenceId}` })
  }
}

/** Whoever follows the verification of the third party, above this slice, looks again. */
export async function notifyFollowers(tx: Tx, { accountId }: Scope, locked: LockedResponse): Promise<void> {
  const { thirdpartyId } = locked.document
  const jobKey = `datahub.follow-verification:${accountId}:${thirdpartyId}`
  await enqueue(tx, 'datahub.follow-verification', { accountId, thirdpartyId }, { jobKey })
}
