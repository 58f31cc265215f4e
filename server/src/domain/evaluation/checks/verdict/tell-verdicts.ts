import { readerOf } from '@vigie/readers'
import type { ReadTx, Tx } from '../../../../platform/db/index.ts'
import { record } from '../../../../platform/journal/index.ts'
import type { Scope } from '../../../../platform/kernel/index.ts'
import { eventPlace, type LockedResponse } from '../../status/lock.ts'
import type { Finding } from '../../status/response-states.ts'
import { failingFindings, type Judgement, type JudgedFile } from '../judge-answer.ts'

type FileVerdict = 'VERIFIED' | 'INCONCLUSIVE' | 'REFUSED'

/** What findings say of one file; those about the answer as a whole are about each of its files. */
function fileVerdict(findings: readonly Finding[], evidenceId: number): FileVerdict {
  const own = findings.filter((finding) => finding.evidenceId === evidenceId || finding.evidenceId === null)
  if (own.some(({ code }) => failingFindings.has(code))) return 'REFUSED'
  return own.length > 0 ? 'INCONCLUSIVE' : 'VERIFIED'
}

interface Judged {
  readonly judgement: Pick<Judgement, 'outcome' | 'findings' | 'isProven'>
  readonly files: readonly Pick<JudgedFile, 'evidenceId' | 'reading'>[]
}

/**
 * Tells of each file that a reader of its document type has read when the verdict on it is new. The caller stores what
 * was found afterwards.
 */
export async function tellVerdicts(
  tx: Tx,
  scope: Scope,
  locked: LockedResponse,
  { judgement, files }: Judged,
): Promise<void> {
  const read = files.filter(({ reading }) => reading !== null)
  if (read.length === 0 || readerOf(locked.document.code) === undefined) return
  const { outcome, findings, isProven } = judgement
  const { responseId } = locked
  const former = await formerFindings(tx, scope, responseId)
  for (const { evidenceId } of read) {
    const found = fileVerdict(findings, evidenceId)
    const after = found === 'VERIFIED' && !isProven ? 'INCONCLUSIVE' : found
    const before = former && fileVerdict(former, evidenceId)
    if (before === after) continue
    const data = { responseId, evidenceId, before, after, checkOutcome: outcome }
    record(tx, scope, { name: 'DOCUMENT_DOCCHECK_STATUS_UPDATE', ...eventPlace(locked), data })
  }
}

async function formerFindings(
  tx: ReadTx,
  { accountId }: Scope,
  responseId: number,
): Promise<readonly Finding[] | null> {
  const row = await tx
    .selectFrom('check_result')
    .select('findings')
    .where('account_id', '=', accountId)
    .where('response_id', '=', responseId)
    .where('origin', '=', 'SERVICE')
    .orderBy('attempt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? (row.findings as unknown as Finding[]) : null
}
