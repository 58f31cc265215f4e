import { sql } from 'kysely'
import type { Tx } from '../../../../platform/db/index.ts'
import type { StoredObject } from '../../../../platform/files/index.ts'
import { record } from '../../../../platform/journal/index.ts'
import { AppError, type Scope } from '../../../../platform/kernel/index.ts'
import { lockResponse, eventPlace, type LockedResponse } from '../../status/lock.ts'
import type { CheckOutcome, Finding } from '../../status/response-states.ts'
import { settleDossiers } from '../../status/settle.ts'
import { storeCheckResult } from '../conclude-check.ts'
import { failingFindings, mendableFindings } from '../judge-answer.ts'
import { notifyFollowers } from './request-verification.ts'
import type { ProviderStatus } from './connector.ts'

export interface Report extends StoredObject {
  readonly key: string
  readonly fileName: string
  readonly scan: string | null
  /** RECEIVED: the provider's own. GENERATED: ours, of what it answered. */
  readonly origin: 'RECEIVED' | 'GENERATED'
}

export interface Conclusion {
  readonly responseId: number
  readonly evidenceId: number
  readonly status: Exclude<ProviderStatus, 'PENDING'>
  readonly reference: string | null
  readonly repeat: boolean
  readonly report: Report
}

/** Keeps what the provider found; false when nobody waits for it any more and nothing was kept. */
export async function concludeVerification(tx: Tx, scope: Scope, found: Conclusion): Promise<boolean> {
  const locked = await lockUnlessFrozen(tx, scope, found.responseId)
  if (locked === null || !(await markEvidence(tx, scope, found))) return false
  const { evidenceId, responseId, status: after, reference } = found
  const checkOutcome = await storeOutcome(tx, scope, locked, found)
  const data = { responseId, evidenceId, before: 'PENDING', after, reference, checkOutcome }
  record(tx, scope, { name: 'DOCUMENT_DOCCHECK_STATUS_UPDATE', ...eventPlace(locked), data })
  const reportId = await addReport(tx, scope, locked, found.report)
  const reportData = { responseId, evidenceId, reportId, sha256: found.report.sha256 }
  record(tx, scope, {
    name: `DOCUMENT_DOCCHECK_REPORT_${found.report.origin}`,
    ...eventPlace(locked),
    data: reportData,
  })
  if (found.repeat)
    record(tx, scope, { name: 'DOCUMENT_DOCCHECK_REPORT_REFRESHED', ...eventPlace(locked), data: reportData })
  await settleDossiers(tx, scope, [locked.document.dossierId])
  await notifyFollowers(tx, scope, locked)
  return true
}

/** An archived dossier keeps the state it had. */
async function lockUnlessFrozen(tx: Tx, scope: Scope, responseId: number): Promise<LockedResponse | null> {
  try {
    return await lockResponse(tx, scope, responseId)
  } catch (error) {
    if (error instanceof AppError && error.code === 'DOSSIER_ARCHIVED') return null
    throw error
  }
}

async function markEvidence(
  tx: Tx,
  scope: Scope,
  { evidenceId, status, reference }: Conclusion,
): Promise<boolean> {
  const { accountId } = scope
  const { rows } = await sql`
    update evidence set metadata = metadata || jsonb_build_object('doccheck_status', ${status}::text,
      'doccheck_reference', ${reference ?? ''}::text,
      'doccheck_date', to_char(account_now(${accountId}) at time zone 'UTC', 'DD/MM/YYYY'))
    where account_id = ${accountId} and evidence_id = ${evidenceId} and file_state = 'CLEAN'
      and metadata ->> 'doccheck_status' = 'PENDING'
    returning evidence_id`.execute(tx)
  return rows.length > 0
}

async function addReport(tx: Tx, scope: Scope, locked: LockedResponse, report: Report): Promise<number> {
  const { accountId } = scope
  const { documentId, dossierId } = locked.document
  const { rows } = await sql<{ id: number }>`
    insert into evidence (account_id, response_id, document_id, dossier_id, kind, position, file_uuid, file_name,
      file_size, content_type, object_key, sha256, crc32, file_state, scan, format, issuer, transmitter, upload_date)
    select ${accountId}, ${locked.responseId}, ${documentId}, ${dossierId}, 'REPORT', 20000,
      ${report.key.split('/')[1]}::uuid, ${report.fileName}, ${report.size}, 'application/pdf', ${report.key},
      decode(${report.sha256}, 'hex'), ${report.crc32}, 'CLEAN', ${report.scan}, 'ORIGINALNUMERIQUE', 'DOCCHECK',
      'SOURCE_EXTERNE', moment
    from account_now(${accountId}) moment
    returning evidence_id as id`.execute(tx)
  return rows[0]?.id ?? 0
}

async function storeOutcome(
  tx: Tx,
  scope: Scope,
  locked: LockedResponse,
  found: Conclusion,
): Promise<string | null> {
  const row = await tx
    .selectFrom('response as r')
    .leftJoin('check_result as c', (join) =>
      join
        .onRef('c.account_id', '=', 'r.account_id')
        .onRef('c.response_id', '=', 'r.response_id')
        .onRef('c.attempt', '=', 'r.check_attempt'),
    )
    .select('c.findings')
    .where('r.account_id', '=', scope.accountId)
    .where('r.response_id', '=', locked.responseId)
    .executeTakeFirstOrThrow()
  const findings = findingsWith((row.findings ?? []) as unknown as Finding[], found)
  const { checkOutcome, state } = locked
  // A decision that was taken stands: the reviewer sees the finding and may revoke it.
  const outcome = state === 'PENDING' ? overallOutcome(findings) : (checkOutcome ?? overallOutcome(findings))
  // An answer that was corrected meanwhile waits for our own checks.
  const counts = state === 'PENDING' || checkOutcome !== null
  const { reference } = found
  const result = { origin: 'PROVIDER', outcome, findings, reference, counts } as const
  await storeCheckResult(tx, scope, locked.responseId, result)
  return counts ? outcome : null
}

/** What was found before, with the new word of the provider on this file in place of its last. */
function findingsWith(
  before: readonly Finding[],
  { evidenceId, status }: Pick<Conclusion, 'evidenceId' | 'status'>,
): Finding[] {
  const others = before.filter(
    (finding) => finding.evidenceId !== evidenceId || !finding.code.startsWith('DOCCHECK_'),
  )
  return status === 'VERIFIED' ? others : [...others, { code: `DOCCHECK_${status}`, evidenceId }]
}

const failing = new Set([...failingFindings, 'DOCCHECK_REFUSED'])
const mendable = new Set<string>([...mendableFindings, 'DOCCHECK_INCONCLUSIVE'])

/** The same weights as when the answer was checked first. */
function overallOutcome(findings: readonly Finding[]): CheckOutcome {
  if (findings.some(({ code }) => failing.has(code))) return 'FAILED'
  return findings.some(({ code }) => mendable.has(code)) ? 'INCONCLUSIVE' : 'PASSED'
}
