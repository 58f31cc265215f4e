import type { FastifyRequest } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import type { Static } from 'typebox'
import type { ReadTx } from '../../../platform/db/index.ts'
import type { Identity } from '../../../platform/http/index.ts'
import type { Language, Scope } from '../../../platform/kernel/index.ts'
import { formTitles, type FormEntryRecord } from '../../forms/index.ts'
import type { DocumentType } from '../catalogue/catalogue.schema.ts'
import { requireDocument, responseNotFound, type DocumentPath } from '../status/lock.ts'
import { weighFindings, type Finding } from '../status/response-states.ts'
import type { Evidence, ResponseRecord } from './response.schema.ts'
import { suppliers } from './suppliers.ts'

export interface DocumentReader {
  readonly language: Language
  /** Whether they manage or decide: comments on decisions are for them. */
  readonly involved: boolean
  /** Whether bank details are shown in full. */
  readonly unmasked: boolean
}

export function readerOf({ language, identity }: FastifyRequest): DocumentReader {
  const sight = identity === null ? { involved: false, unmasked: false } : sightOf(identity)
  return { language, ...sight }
}

/** Bank details in full are for those who manage or decide, and of people for those who proved themselves lately. */
export function sightOf({
  rights,
  owesStepUp,
}: Pick<Identity, 'rights' | 'owesStepUp'>): Pick<DocumentReader, 'involved' | 'unmasked'> {
  const involved = rights.has('manage') || rights.has('decide')
  return { involved, unmasked: involved && owesStepUp === null }
}

export type EvidenceWire = Static<typeof Evidence>

/** Evidences as they go over the wire, newest answer first; `e` is the evidence and `r` its response. */
export const evidenceJson: RawBuilder<unknown> = sql`jsonb_agg(jsonb_build_object(
    'id', e.evidence_id, 'responseId', e.response_id, 'status', r.state,
    'uploadDate', wire_time(e.upload_date), 'effectiveDate', r.effective_date,
    'expirationDate', r.expiration_date || 'T00:00:00.000', 'fileUUID', e.file_uuid,
    'fileName', e.file_name, 'fileSize', e.file_size, 'fileState', e.file_state,
    'sha256', encode(e.sha256, 'hex'), 'scan', e.scan, 'formdata', e.formdata, 'format', e.format, 'issuer', e.issuer,
    'transmitter', e.transmitter, 'metadata', e.metadata, 'seal', e.seal)
  order by e.response_id desc, e.position)`

/** Bank details in full are for those who work with them; others see enough to recognise them. */
export function maskEvidence(evidence: EvidenceWire): EvidenceWire {
  return { ...evidence, formdata: evidence.formdata?.map(maskEntry) ?? null }
}

function maskEntry(entry: Static<typeof FormEntryRecord>): Static<typeof FormEntryRecord> {
  if (entry.type !== 'iban' || entry.value.length < 8) return entry
  const { value } = entry
  return { ...entry, value: `${value.slice(0, 4)}${'•'.repeat(value.length - 8)}${value.slice(-4)}` }
}

export function addFieldTitles(
  evidence: EvidenceWire,
  { fields }: Pick<DocumentType, 'fields'>,
  language: Language,
): EvidenceWire {
  const { formdata } = evidence
  return formdata ? { ...evidence, formdata: formTitles(fields, formdata, language) } : evidence
}

type ResponseWire = Static<typeof ResponseRecord>

interface Row extends Omit<ResponseWire, 'checkFindings' | 'decision'> {
  version: number
  /** Which of the checks and which of the decisions count now. */
  checkAttempt: number | null
  decisionNumber: number | null
  fields: DocumentType['fields']
}

export interface FoundResponse extends ResponseWire {
  readonly version: number
}

/** The answers of these ids, in their order, as they go over the wire. What a draft gave up is not shown. */
async function responsesById(
  tx: ReadTx,
  scope: Scope,
  responseIds: readonly number[],
  reader: DocumentReader,
): Promise<FoundResponse[]> {
  if (responseIds.length === 0) return []
  const { rows } = await sql<Row>`
    select r.response_id as "responseId", r.document_id as "documentId", r.dossier_id as "dossierId",
      r.thirdparty_id as "thirdpartyId", c.code as "documentCode", r.state as status, r.scope, r.transmitter,
      r.reused_from as "reusedFrom", r.effective_date as "effectiveDate",
      r.expiration_date as "expirationDate", r.expiration_corrected as "expirationCorrected", r.score,
      r.check_outcome as "checkOutcome", r.check_attempt as "checkAttempt", ${checksJson} as checks,
      wire_time(r.submitted_at) as "submittedAt",
      case when r.submitted_by_type is not null then
        jsonb_build_object('type', r.submitted_by_type, 'id', r.submitted_by) end as "submittedBy",
      ${suppliers} as suppliers,
      r.decision_number as "decisionNumber", ${decisionsJson(reader)} as decisions,
      wire_time(r.created_at) as "createdAt", wire_time(r.updated_at) as "updatedAt", r.version,
      v.definition -> 'fields' as fields, coalesce(parts.evidences, '[]') as evidences
    from unnest(${[...responseIds]}::bigint[]) with ordinality wanted (id, place)
    join response r on r.account_id = ${scope.accountId} and r.response_id = wanted.id
    join document c on c.account_id = r.account_id and c.document_id = r.document_id
    join document_type_version v
      on v.account_id = c.account_id and v.code = c.code and v.type_version = c.type_version
    left join lateral (
      select ${evidenceJson} as evidences from evidence e
      where e.account_id = r.account_id and e.response_id = r.response_id
        and (e.file_state <> 'DELETED' or r.state = 'DELETED')) parts on true
    order by wanted.place`.execute(tx)
  return rows.map(({ fields, checkAttempt, decisionNumber, ...row }) => ({
    ...row,
    checks: row.checks.map(weighed),
    checkFindings: weighed(row.checks.find(({ attempt }) => attempt === checkAttempt) ?? nothingFound)
      .findings,
    decision: lastDecision(row.decisions.find(({ number }) => number === decisionNumber)),
    evidences: row.evidences.map((evidence) =>
      addFieldTitles(reader.unmasked ? evidence : maskEvidence(evidence), { fields }, reader.language),
    ),
  }))
}

const nothingFound = { findings: [] }

const weighed = <C extends { readonly findings: readonly Finding[] }>(check: C) => ({
  ...check,
  findings: weighFindings(check.findings),
})

/** Every result of the checks of the answer `r`, the oldest first. */
const checksJson: RawBuilder<unknown> = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('attempt', k.attempt, 'origin', k.origin, 'outcome', k.outcome,
      'findings', k.findings, 'reference', k.provider_reference, 'at', wire_time(k.concluded_at))
    order by k.attempt), '[]')
  from check_result k where k.account_id = r.account_id and k.response_id = r.response_id)`

/** Every decision on the answer `r`, the oldest first; what was not told the third party is for those involved. */
const decisionsJson = (reader: DocumentReader): RawBuilder<unknown> => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('number', d.number, 'verdict', d.verdict, 'origin', d.origin,
      'at', wire_time(d.decided_at), 'by', jsonb_build_object('type', d.decided_by_type, 'id', d.decided_by),
      'comment', case when ${reader.involved} or d.shared then d.comment end,
      'shared', case when d.verdict = 'REJECTION' then d.shared end, 'fraud', d.fraud)
    order by d.number), '[]')
  from decision d where d.account_id = r.account_id and d.response_id = r.response_id)`

function lastDecision(last: ResponseWire['decisions'][number] | undefined): ResponseWire['decision'] {
  if (!last) return null
  const { at, by, comment, shared } = last
  return { at, by, comment, shared }
}

export async function getResponse(
  tx: ReadTx,
  scope: Scope,
  responseId: number,
  reader: DocumentReader,
): Promise<FoundResponse> {
  const [found] = await responsesById(tx, scope, [responseId], reader)
  return found ?? (await responseNotFound(tx, scope, responseId))
}

/** Every answer a document has had, whatever became of it, the newest first. */
export async function responsesOfDocument(
  tx: ReadTx,
  scope: Scope,
  path: DocumentPath,
  reader: DocumentReader,
): Promise<FoundResponse[]> {
  await requireDocument(tx, scope, path)
  const rows = await tx
    .selectFrom('response')
    .select('response_id')
    .where('account_id', '=', scope.accountId)
    .where('document_id', '=', path.documentId)
    .orderBy('response_id', 'desc')
    .execute()
  const ids = rows.map((row) => row.response_id)
  return responsesById(tx, scope, ids, reader)
}
