import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/index.ts'
import type { Language, Scope } from '../../../platform/kernel/index.ts'
import { formView, type FieldWire } from '../../forms/index.ts'
import {
  evidenceJson,
  maskEvidence,
  addFieldTitles,
  type DocumentReader,
  type EvidenceWire,
} from '../answers/response.view.ts'
import type { DocumentType } from '../catalogue/catalogue.schema.ts'
import { answeredBy, renewalJson } from '../status/document-conditions.ts'
import { statusLabel } from '../status/status-labels.ts'
import type { DocumentWire } from './document.schema.ts'

type Plain = Omit<
  DocumentWire,
  'documentName' | 'statusLabel' | 'theme' | 'kind' | 'bankDetails' | 'legalBasis' | 'form'
>

interface Row extends Plain {
  code: string
  typeVersion: number
  version: number
  thirdpartyName: string | null
  dossierType: { code: string; label: string }
}

export interface FoundDocument extends DocumentWire {
  readonly version: number
  readonly thirdpartyName: string | null
  readonly dossierType: { code: string; label: string }
}

/** The documents of these ids, in their order, as they go over the wire. */
export async function documentsById(
  tx: ReadTx,
  scope: Scope,
  documentIds: readonly number[],
  reader: DocumentReader,
): Promise<FoundDocument[]> {
  if (documentIds.length === 0) return []
  const { rows } = await sql<Row>`
    select c.document_id as "documentId", c.dossier_id as "dossierId", c.thirdparty_id as "thirdpartyId",
      c.code as "documentCode", c.code, c.type_version as "typeVersion", c.version,
      wire_time(c.request_date) as "requestDate", c.present, c.status as "statusCode",
      c.status_reason as "statusReason", wire_time(c.status_since) as "statusSince", c.required,
      c.alternative_group as "alternativeGroup", c.due_date as "dueDate",
      c.expiration_date as "expirationDate", ${renewalJson('c')} as renewal, ${answeredBy('c')} as "answeredBy",
      c.stopped_at is not null as stopped,
      wire_time(c.updated_at) as "updatedAt", t.name as "thirdpartyName",
      jsonb_build_object('code', d.type_code, 'label', v.definition -> 'label' ->> ${reader.language})
        as "dossierType", coalesce(answers.evidences, '[]') as evidences
    from unnest(${[...documentIds]}::bigint[]) with ordinality wanted (id, place)
    join document c on c.account_id = ${scope.accountId} and c.document_id = wanted.id
    join dossier d on d.account_id = c.account_id and d.dossier_id = c.dossier_id
    join dossier_type_version v
      on v.account_id = d.account_id and v.code = d.type_code and v.type_version = d.type_version
    join thirdparty t on t.account_id = c.account_id and t.thirdparty_id = c.thirdparty_id
    left join lateral (
      select ${evidenceJson} as evidences
      from response r
      join evidence e on e.account_id = r.account_id and e.response_id = r.response_id
        and e.file_state <> 'DELETED'
      where r.account_id = c.account_id and r.document_id = c.document_id
        and r.state in ('CHECKING', 'PENDING', 'ACCEPTED', 'DENIED', 'EXPIRED')) answers on true
    order by wanted.place`.execute(tx)
  const types = await typesOf(tx, scope, rows, reader.language)
  return rows.map((row) => documentView(row, types, reader))
}

const typeKey = (code: string, version: number) => `${code} ${version}`

interface TypeView {
  readonly type: DocumentType
  readonly form: FieldWire[] | null
}

/** Once for each version, however many documents are of it. */
async function typesOf(
  tx: ReadTx,
  scope: Scope,
  rows: readonly Row[],
  language: Language,
): Promise<Map<string, TypeView>> {
  const { rows: found } = await sql<{ code: string; version: number; definition: DocumentType }>`
    select v.code, v.type_version as version, v.definition from document_type_version v
    where v.account_id = ${scope.accountId} and (v.code, v.type_version) in (
      select * from unnest(${rows.map(({ code }) => code)}::text[],
        ${rows.map(({ typeVersion }) => typeVersion)}::int[]))`.execute(tx)
  return new Map(
    found.map(({ code, version, definition: type }) => [
      typeKey(code, version),
      { type, form: formView(type.fields, language) },
    ]),
  )
}

function documentView(
  { code, typeVersion, ...row }: Row,
  types: ReadonlyMap<string, TypeView>,
  { language, unmasked }: DocumentReader,
): FoundDocument {
  const found = types.get(typeKey(code, typeVersion))
  if (!found) throw new Error(`Document ${row.documentId} is of a type that is not there.`)
  const { type, form } = found
  const { theme, kind, bankDetails } = type
  const evidenceView = (evidence: EvidenceWire) =>
    addFieldTitles(unmasked ? evidence : maskEvidence(evidence), type, language)
  return {
    ...row,
    documentName: type.name[language],
    statusLabel: statusLabel(row.statusCode, language),
    theme,
    kind,
    bankDetails,
    legalBasis: type.legalBasis[language],
    form,
    evidences: row.evidences.map(evidenceView),
  }
}
