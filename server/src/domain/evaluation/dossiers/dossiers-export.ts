import type { ReadTx } from '../../../platform/db/index.ts'
import { fieldOf, type CsvValue, type TableFile } from '../../../platform/http/index.ts'
import type { Language, Scope } from '../../../platform/kernel/index.ts'
import { exportBatches, type Listing } from '../../../platform/lists/index.ts'
import { rowOwners } from '../../teams/index.ts'
import { attributeCell, attributeColumns, type AttributeColumn } from '../../thirdparties/index.ts'
import { dossiersById, type FoundDossier } from './dossier.view.ts'

interface DossierLine extends FoundDossier {
  readonly ownerName: string | null
}
const field = fieldOf<DossierLine>()

/** The columns of the file, in order: part of the interface, so new ones are added behind them. */
const fields = [
  field('dossierId', ({ dossierId }) => dossierId, ['Dossier', 'Dossier'], 'number'),
  field('thirdpartyId', ({ thirdpartyId }) => thirdpartyId, ['Vigie number', 'Numéro Vigie'], 'number'),
  field('thirdpartyName', ({ thirdpartyName }) => thirdpartyName, ['Third party', 'Tiers']),
  field('reference', ({ reference }) => reference, ['Reference', 'Référence']),
  field('description', ({ description }) => description, ['Description', 'Description']),
  field('dossierTypeCode', ({ type }) => type.code, ['Type code', 'Code du type']),
  field('dossierType', ({ type }) => type.label, ['Type', 'Type']),
  field('statusCode', ({ statusCode }) => statusCode, ['Status code', 'Code du statut']),
  field('statusLabel', ({ statusLabel }) => statusLabel, ['Status', 'Statut']),
  field('statusReason', ({ statusReason }) => statusReason, ['Reason', 'Raison']),
  field('statusSince', ({ statusSince }) => statusSince, ['Status since', 'Statut depuis'], 'dateTime'),
  field('approvalState', ({ approvalState }) => approvalState, ['Approval', 'Approbation']),
  field('origin', ({ origin }) => origin, ['Origin', 'Origine']),
  field('dueDate', ({ dueDate }) => dueDate, ['Due on', 'À rendre le'], 'date'),
  field('expirationDate', ({ expirationDate }) => expirationDate, ['Expires on', 'Expire le'], 'date'),
  field(
    'requiredDocuments',
    ({ completion }) => completion.required,
    ['Documents required', 'Documents exigés'],
    'number',
  ),
  field(
    'validDocuments',
    ({ completion }) => completion.valid,
    ['Documents valid', 'Documents valides'],
    'number',
  ),
  field('archived', ({ archived }) => archived, ['Archived', 'Archivé'], 'boolean'),
  field('createdAt', ({ createdAt }) => createdAt, ['Opened at', 'Ouvert le'], 'dateTime'),
  field('updatedAt', ({ updatedAt }) => updatedAt, ['Changed at', 'Modifié le'], 'dateTime'),
  field('ownerName', ({ ownerName }) => ownerName, ['Owner', 'Responsable']),
]

interface DossierExport {
  readonly attributes: readonly AttributeColumn[]
  readonly language: Language
  readonly listing: (tx: ReadTx) => Promise<Listing>
}

/** Dossiers as a table, with all their attributes. */
export function dossiersFile(scope: Scope, { attributes, language, listing }: DossierExport): TableFile {
  const cells = (row: DossierLine): CsvValue[] => {
    const values = new Map(row.attributes.map(({ code, values: own }) => [code, own]))
    return [
      ...fields.map(({ value }) => value(row)),
      ...attributes.map(({ code }) => attributeCell(listCell(values.get(code)))),
    ]
  }
  return {
    name: 'dossiers',
    columns: [...fields, ...attributeColumns(attributes, fields)],
    async *batches(tx) {
      yield* exportBatches(tx, await listing(tx), (ids) => linesOf(tx, scope, ids, language), cells)
    },
  }
}

/** Several values are a list; one stays what it is. */
const listCell = (values: readonly unknown[] | undefined): unknown =>
  values === undefined || values.length === 0 ? null : values.length === 1 ? values[0] : values

async function linesOf(
  tx: ReadTx,
  scope: Scope,
  ids: readonly number[],
  language: Language,
): Promise<DossierLine[]> {
  const dossiers = await dossiersById(tx, scope, ids, language)
  const owners = await rowOwners(tx, scope, 'DOSSIER', ids)
  return dossiers.map((one) => ({ ...one, ownerName: owners.get(one.dossierId)?.owner?.name ?? null }))
}
