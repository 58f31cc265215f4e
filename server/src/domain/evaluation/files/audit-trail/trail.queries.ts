import { sql } from 'kysely'
import type { ReadTx } from '../../../../platform/db/index.ts'
import { AppError, type Language, type Scope } from '../../../../platform/kernel/index.ts'
import { documentNotFound } from '../../status/lock.ts'
import type { CheckOutcome, ResponseState, Transmitter } from '../../status/response-states.ts'
import type { DocumentStatus } from '../../status/status-labels.ts'
import type { SealRecord } from './seal-words.ts'

export interface TrailPath {
  readonly dossierId: number
  readonly documentId: number
}

export interface TrailDocument {
  readonly accountName: string
  /** The account's own time, which its events bear. */
  readonly now: Date
  readonly code: string
  readonly names: Record<Language, string>
  readonly legalBasis: Record<Language, string> | null
  readonly status: DocumentStatus
  readonly dossierLabel: Record<Language, string>
  readonly dossierReference: string | null
  readonly origin: 'RULE' | 'ON_DEMAND' | 'RENEWAL'
  readonly requestDate: Date
  readonly dueDate: string | null
  readonly thirdpartyId: number
  readonly company: string
  readonly siren: string | null
  readonly siret: string | null
  readonly vatNumber: string | null
}

export async function trailDocument(tx: ReadTx, scope: Scope, path: TrailPath): Promise<TrailDocument> {
  const { rows } = await sql<TrailDocument>`
    select a.name as "accountName", account_now(a.account_id) as now, c.code, v.definition -> 'name' as names,
      v.definition -> 'legalBasis' as "legalBasis", c.status, dv.definition -> 'label' as "dossierLabel",
      d.reference as "dossierReference", d.origin, c.request_date as "requestDate", c.due_date as "dueDate",
      c.thirdparty_id as "thirdpartyId", coalesce(t.name, t.identifier_value) as company, t.siren, t.siret,
      t.vat_number as "vatNumber"
    from document c
    join account a on a.account_id = c.account_id
    join document_type_version v
      on v.account_id = c.account_id and v.code = c.code and v.type_version = c.type_version
    join dossier d on d.account_id = c.account_id and d.dossier_id = c.dossier_id
    join dossier_type_version dv
      on dv.account_id = d.account_id and dv.code = d.type_code and dv.type_version = d.type_version
    join thirdparty t on t.account_id = c.account_id and t.thirdparty_id = c.thirdparty_id
    where c.account_id = ${scope.accountId} and c.document_id = ${path.documentId}
      and c.dossier_id = ${path.dossierId}`.execute(tx)
  return rows[0] ?? documentNotFound(tx, scope, path)
}

interface TrailFile {
  readonly name: string | null
  readonly size: number
  readonly sha256: string
  readonly seal: SealRecord | null
}

export interface TrailAnswer {
  readonly responseId: number
  readonly state: ResponseState
  readonly transmitter: Transmitter
  readonly sentAt: Date
  readonly submittedByType: string | null
  readonly effectiveDate: string | null
  readonly expirationDate: string | null
  readonly checkOutcome: CheckOutcome | null
  readonly checkFindings: readonly { readonly code: string }[]
  readonly files: readonly TrailFile[]
}

/** Every answer that was sent, oldest first; of deleted files the digest remains. */
export async function trailAnswers(
  tx: ReadTx,
  scope: Scope,
  { documentId }: TrailPath,
): Promise<TrailAnswer[]> {
  const { rows } = await sql<TrailAnswer>`
    select r.response_id as "responseId", r.state, r.transmitter, coalesce(r.submitted_at, r.created_at) as "sentAt",
      r.submitted_by_type as "submittedByType", r.effective_date as "effectiveDate",
      r.expiration_date as "expirationDate", r.check_outcome as "checkOutcome",
      coalesce(k.findings, '[]') as "checkFindings", coalesce(parts.files, '[]') as files
    from response r
    left join check_result k on k.account_id = r.account_id and k.response_id = r.response_id
      and k.attempt = r.check_attempt
    left join lateral (
      select jsonb_agg(jsonb_build_object('name', e.file_name, 'size', e.file_size,
        'sha256', encode(e.sha256, 'hex'), 'seal', e.seal) order by e.position, e.evidence_id) as files
      from evidence e
      where e.account_id = r.account_id and e.response_id = r.response_id and e.sha256 is not null
        and e.file_size is not null) parts on true
    where r.account_id = ${scope.accountId} and r.document_id = ${documentId} and r.submitted_at is not null
    order by r.response_id`.execute(tx)
  return rows
}

/** Of who asks, as the account knows them; a route of the account always has one. */
export function requireHead<T>(head: T | null): T {
  if (head === null) throw new AppError('JOURNAL_UNAVAILABLE')
  return head
}
