import type { Db, ReadTx } from '../../../platform/db/index.ts'
import { AppError, type Language, type Scope } from '../../../platform/kernel/index.ts'
import { documentNotFound, type PastDocument, type PastDossier } from '../../evaluation/index.ts'
import type { PastThirdParty } from '../../thirdparties/index.ts'
import { documentChanges } from './fold-document.ts'
import { dossierChanges, foldDossier } from './fold-dossier.ts'
import { foldThirdParty, thirdPartyChanges } from './fold-thirdparty.ts'
import { endOfSecond, eventsBefore, existsSince } from './past-events.queries.ts'
import { documentTypesIn, dossierTypeOf } from './past-types.queries.ts'
import { documentView, dossierView, thirdPartyView } from './past.view.ts'

interface ThirdPartyAsked {
  readonly thirdpartyId: number
  readonly asOf: string
}

interface DossierAsked {
  readonly dossierId: number
  readonly asOf: string
  readonly language: Language
}

interface DocumentAsked extends DossierAsked {
  readonly documentId: number
}

/**
 * What third parties, dossiers and documents were at a past moment. Taken from the journal alone: of what it does not
 * tell, nothing is shown, least of all what holds today.
 */
export function pastStates({ db }: { readonly db: Db }) {
  return {
    thirdParty: (scope: Scope, requested: ThirdPartyAsked): Promise<PastThirdParty> =>
      db.snapshot(scope, (tx) => pastThirdParty(tx, scope, dropZone(requested))),
    dossier: (scope: Scope, requested: DossierAsked): Promise<PastDossier> =>
      db.snapshot(scope, (tx) => pastDossier(tx, scope, dropZone(requested))),
    document: (scope: Scope, requested: DocumentAsked): Promise<PastDocument> =>
      db.snapshot(scope, (tx) => pastDocument(tx, scope, dropZone(requested))),
  }
}

/** The answer repeats the second in the form of all our times, however it was written. */
function dropZone<Asked extends { readonly asOf: string }>(requested: Asked): Asked {
  return { ...requested, asOf: requested.asOf.replace(/Z$/, '') }
}

async function pastThirdParty(
  tx: ReadTx,
  scope: Scope,
  { thirdpartyId, asOf }: ThirdPartyAsked,
): Promise<PastThirdParty> {
  const end = await endOfSecond(tx, scope, asOf)
  const wanted = { type: 'THIRD_PARTY', ids: [thirdpartyId], names: thirdPartyChanges } as const
  const recorded = foldThirdParty(await eventsBefore(tx, scope, [wanted], end))
  if (recorded) return thirdPartyView(recorded, asOf)
  const members = await since(tx, scope, { type: 'THIRD_PARTY', id: thirdpartyId })
  throw new AppError('THIRD_PARTY_NOT_FOUND', { thirdpartyId }, { members })
}

async function pastDossier(tx: ReadTx, scope: Scope, requested: DossierAsked): Promise<PastDossier> {
  const { dossierId } = requested
  const documentIds = await documentIdsOf(tx, scope, dossierId)
  const found = await foldDocuments(tx, scope, requested, documentIds)
  if (!found) {
    const members = await since(tx, scope, { type: 'DOSSIER', id: dossierId })
    throw new AppError('DOSSIER_NOT_FOUND', { dossierId }, { members })
  }
  const { dossier, types } = found
  const { typeCode: code, typeVersion: version } = dossier.recorded
  const type = await dossierTypeOf(tx, scope, { code, version })
  return dossierView(dossier, type, types, requested)
}

async function pastDocument(tx: ReadTx, scope: Scope, requested: DocumentAsked): Promise<PastDocument> {
  const { documentId } = requested
  const found = await foldDocuments(tx, scope, requested, [documentId])
  const document = found?.dossier.documents.get(documentId)
  if (found && document && document.recorded['dossierId'] === requested.dossierId) {
    return documentView(document, found.types, requested)
  }
  const isThere = (await documentIdsOf(tx, scope, requested.dossierId)).includes(documentId)
  if (!isThere) return documentNotFound(tx, scope, requested)
  const members = await since(tx, scope, { type: 'DOCUMENT', id: documentId })
  throw new AppError('DOCUMENT_NOT_FOUND', { documentId }, { members })
}

async function foldDocuments(
  tx: ReadTx,
  scope: Scope,
  { dossierId, asOf }: DossierAsked,
  documentIds: readonly number[],
) {
  const end = await endOfSecond(tx, scope, asOf)
  const wanted = [
    { type: 'DOSSIER', ids: [dossierId], names: dossierChanges } as const,
    { type: 'DOCUMENT', ids: documentIds, names: documentChanges } as const,
  ]
  const events = await eventsBefore(tx, scope, wanted, end)
  const types = await documentTypesIn(tx, scope, events)
  const scores = [...types].map(([key, { expectedScore }]) => [key, expectedScore ?? null] as const)
  const dossier = foldDossier(events, { expectedScores: new Map(scores) })
  return dossier && { dossier, types }
}

/** Where to look in the journal; whether they were there at that moment is for the journal to say. */
async function documentIdsOf(tx: ReadTx, scope: Scope, dossierId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('document')
    .select('document_id')
    .where('account_id', '=', scope.accountId)
    .where('dossier_id', '=', dossierId)
    .execute()
  return rows.map((row) => row.document_id)
}

async function since(
  tx: ReadTx,
  scope: Scope,
  resource: Parameters<typeof existsSince>[2],
): Promise<Record<string, unknown>> {
  const moment = await existsSince(tx, scope, resource)
  return moment === null ? {} : { existsSince: moment }
}
