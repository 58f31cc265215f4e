import { sql, type RawBuilder } from 'kysely'
import type { Static } from 'typebox'
import type { Language } from '../../../platform/kernel/index.ts'
import type { DocumentType } from '../catalogue/catalogue.schema.ts'
import type { Evidence } from './evidence.schema.ts'
import { formTitles, type FormEntryRecord } from '../../forms/index.ts'

export function titled(
  evidence: EvidenceWire,
  { fields }: Pick<DocumentType, 'fields'>,
  language: Language,
): EvidenceWire {
  const { formdata } = evidence
  return formdata ? { ...evidence, formdata: formTitles(fields, formdata, language) } : evidence
}

export type EvidenceWire = Static<typeof Evidence>

/** Evidences as they go over the wire, newest answer first; `e` is the evidence and `r` its response. */
export const evidenceJson: RawBuilder<unknown> = sql`jsonb_agg(jsonb_build_object(
    'id', e.evidence_id, 'responseId', e.response_id, 'status', r.state,
    'uploadDate', wire_time(e.upload_date), 'effectiveDate', r.effective_date,
    'expirationDate', r.expiration_date || 'T00:00:00.000', 'fileUUID', e.file_uuid,
    'fileName', e.file_name, 'fileSize', e.file_size, 'fileState', e.file_state,
    'sha256', encode(e.sha256, 'hex'), 'scan', e.scan, 'formdata', e.formdata, 'format', e.format, 'issuer', e.issuer,
    'transmitter', e.transmitter, 'metadata', e.metadata)
  order by e.response_id desc, e.position)`

/** Bank details in full are for those who work with them; others see enough to recognise them. */
export function maskedEvidence(evidence: EvidenceWire): EvidenceWire {
  return { ...evidence, formdata: evidence.formdata?.map(maskedEntry) ?? null }
}

function maskedEntry(entry: Static<typeof FormEntryRecord>): Static<typeof FormEntryRecord> {
  if (entry.type !== 'iban' || entry.value.length < 8) return entry
  const { value } = entry
  return { ...entry, value: `${value.slice(0, 4)}${'•'.repeat(value.length - 8)}${value.slice(-4)}` }
}
