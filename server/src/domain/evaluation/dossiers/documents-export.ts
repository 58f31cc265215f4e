import type { ReadTx } from '../../../platform/db/index.ts'
import { fieldOf, type TableFile } from '../../../platform/http/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import { exportBatches, type Listing } from '../../../platform/lists/index.ts'
import type { DocumentReader } from '../answers/response.view.ts'
import { documentsById, type FoundDocument } from './document.view.ts'

const field = fieldOf<FoundDocument>()

/** The columns of the file, in order: part of the interface, so new ones are added at the end. No answer is in it. */
const fields = [
  field('documentId', ({ documentId }) => documentId, ['Document', 'Document'], 'number'),
  field('dossierId', ({ dossierId }) => dossierId, ['Dossier', 'Dossier'], 'number'),
  field('thirdpartyId', ({ thirdpartyId }) => thirdpartyId, ['Vigie number', 'Numéro Vigie'], 'number'),
  field('thirdpartyName', ({ thirdpartyName }) => thirdpartyName, ['Third party', 'Tiers']),
  field('dossierTypeCode', ({ dossierType }) => dossierType.code, [
    'Dossier type code',
    'Code du type de dossier',
  ]),
  field('dossierType', ({ dossierType }) => dossierType.label, ['Dossier type', 'Type de dossier']),
  field('documentCode', ({ documentCode }) => documentCode, ['Document code', 'Code du document']),
  field('documentName', ({ documentName }) => documentName, ['Document name', 'Nom du document']),
  field('theme', ({ theme }) => theme, ['Theme', 'Thème']),
  field('statusCode', ({ statusCode }) => statusCode, ['Status code', 'Code du statut']),
  field('statusLabel', ({ statusLabel }) => statusLabel, ['Status', 'Statut']),
  field('statusReason', ({ statusReason }) => statusReason, ['Reason', 'Raison']),
  field('statusSince', ({ statusSince }) => statusSince, ['Status since', 'Statut depuis'], 'dateTime'),
  field('required', ({ required }) => required, ['Required', 'Obligatoire'], 'boolean'),
  field('present', ({ present }) => present, ['Present', 'Présent'], 'boolean'),
  field('requestDate', ({ requestDate }) => requestDate, ['Requested at', 'Demandé le'], 'dateTime'),
  field('dueDate', ({ dueDate }) => dueDate, ['Due on', 'À rendre le'], 'date'),
  field('expirationDate', ({ expirationDate }) => expirationDate, ['Expires on', 'Expire le'], 'date'),
  field('stopped', ({ stopped }) => stopped, ['No longer asked for', 'Plus demandé'], 'boolean'),
  field('updatedAt', ({ updatedAt }) => updatedAt, ['Changed at', 'Modifié le'], 'dateTime'),
]

interface DocumentExport {
  readonly reader: DocumentReader
  readonly listing: (tx: ReadTx) => Promise<Listing>
}

/** Documents as a table: what was asked, and how it stands. */
export function documentsFile(scope: Scope, { reader, listing }: DocumentExport): TableFile {
  return {
    name: 'documents',
    columns: fields,
    async *batches(tx) {
      const view = (ids: readonly number[]) => documentsById(tx, scope, ids, reader)
      yield* exportBatches(tx, await listing(tx), view, (row) => fields.map(({ value }) => value(row)))
    },
  }
}
