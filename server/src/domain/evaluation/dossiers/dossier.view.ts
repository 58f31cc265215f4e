import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/index.ts'
import { AppError, type Language, type Scope } from '../../../platform/kernel/index.ts'
import { attributesOfDossiers } from '../../attributes/index.ts'
import { statusLabel } from '../status/status-labels.ts'
import { statusPieces, type StatusReason } from '../status/status-rules.ts'
import type { DossierWire } from './dossier.schema.ts'

type Documents = DossierWire['documents']

/** The document as the dossier shows it, and what else its part in the status hangs on. */
interface DocumentRow extends Omit<Documents[number], 'statusLabel'> {
  statusReason: StatusReason
  alternativeGroup: string | null
}

interface Row extends Omit<DossierWire, 'statusLabel' | 'statusPieces' | 'documents' | 'attributes'> {
  version: number
  thirdpartyName: string | null
  documents: DocumentRow[]
}

export interface FoundDossier extends DossierWire {
  readonly version: number
  readonly thirdpartyName: string | null
}

/** The dossiers of these ids, in their order, as they go over the wire. */
export async function dossiersById(
  tx: ReadTx,
  scope: Scope,
  dossierIds: readonly number[],
  language: Language,
): Promise<FoundDossier[]> {
  if (dossierIds.length === 0) return []
  const found = sql<Row>`
    select d.dossier_id as "dossierId", d.thirdparty_id as "thirdpartyId", d.reference, d.description,
      jsonb_build_object('code', d.type_code, 'label', v.definition -> 'label' ->> ${language},
        'typed', v.definition -> 'typed') as type,
      d.status as "statusCode", d.status_reason as "statusReason", wire_time(d.status_since) as "statusSince",
      case when a.state <> 'WAITING' then a.state when v.definition ? 'approvalSteps' then 'WAITING' else 'NOT_NEEDED' end
        as "approvalState",
      d.origin, d.rule_id as "ruleId", d.renews, d.expiration_date as "expirationDate", d.due_date as "dueDate",
      jsonb_build_object('required', d.required_documents, 'valid', d.valid_documents) as completion,
      coalesce(asked.documents, '[]') as documents, v.definition -> 'themes' as themes,
      d.archived_at is not null as archived, wire_time(d.archived_at) as "archivedAt",
      wire_time(d.created_at) as "createdAt", wire_time(d.updated_at) as "updatedAt", d.version,
      t.name as "thirdpartyName", coalesce(
        (select jsonb_agg(jsonb_build_object('code', i.code, 'value', i.value) order by i.code) from indicator i
         where i.account_id = d.account_id and i.dossier_id = d.dossier_id and i.superseded_at is null), '[]')
        as indicators
    from unnest(${[...dossierIds]}::bigint[]) with ordinality wanted (id, place)
    join dossier d on d.account_id = ${scope.accountId} and d.dossier_id = wanted.id
    join thirdparty t on t.account_id = d.account_id and t.thirdparty_id = d.thirdparty_id
    join dossier_type_version v
      on v.account_id = d.account_id and v.code = d.type_code and v.type_version = d.type_version
    left join dossier_approval a on a.account_id = d.account_id and a.dossier_id = d.dossier_id
    left join lateral (
      select jsonb_agg(jsonb_build_object('documentId', c.document_id, 'documentCode', c.code,
          'documentName', w.definition -> 'name' ->> ${language}, 'statusCode', c.status,
          'statusReason', c.status_reason, 'alternativeGroup', c.alternative_group, 'required', c.required, 'present', c.present, 'dueDate', c.due_date,
          'expirationDate', c.expiration_date) order by c.document_id) as documents
      from document c
      join document_type_version w
        on w.account_id = c.account_id and w.code = c.code and w.type_version = c.type_version
      where c.account_id = d.account_id and c.dossier_id = d.dossier_id
        and (c.stopped_at is null or c.stopped_at = d.archived_at)) asked on true
    order by wanted.place`.execute(tx)
  const [{ rows }, attributes] = await Promise.all([found, attributesOfDossiers(tx, scope, dossierIds)])
  return rows.map((row) => ({
    ...row,
    statusLabel: statusLabel(row.statusCode, language),
    statusPieces: piecesOf(row),
    documents: row.documents.map(({ statusReason: _reason, alternativeGroup: _group, ...one }) => ({
      ...one,
      statusLabel: statusLabel(one.statusCode, language),
    })),
    attributes: attributes.get(row.dossierId) ?? [],
  }))
}

function piecesOf({ statusCode: status, statusReason: reason, documents }: Row): DossierWire['statusPieces'] {
  // Those of an archived dossier are all stopped, and count as they did when it was frozen.
  const judged = documents.map((one) => ({
    ...one,
    status: one.statusCode,
    reason: one.statusReason,
    stopped: false,
  }))
  return statusPieces({ status, reason }, judged).map(({ documentId, documentCode, statusReason }) => ({
    documentId,
    documentCode,
    statusReason,
  }))
}

export async function getDossier(
  tx: ReadTx,
  scope: Scope,
  dossierId: number,
  language: Language,
): Promise<FoundDossier> {
  const [found] = await dossiersById(tx, scope, [dossierId], language)
  if (!found) throw new AppError('DOSSIER_NOT_FOUND', { dossierId })
  return found
}
