import type { ReadTx } from '../../../platform/db/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import type { ArchivePart } from '../files/archive.ts'
import { filePaths } from '../files/dossier-archive.ts'
import { dossierFiles, dossierHead } from '../files/dossier-files.queries.ts'
import { decisionsIn } from './decisions.ts'
import { journalExtract, journalHead, type Resource } from './journal-extract.queries.ts'
import { manifestName, proofManifest, verifyScriptName } from './proof-manifest.ts'
import { verifyScript } from './verify-script.ts'

/** The entries of a dossier's proof bundle, all of one moment. */
export async function proofBundle(tx: ReadTx, scope: Scope, dossierId: number): Promise<ArchivePart[]> {
  const head = await dossierHead(tx, scope, dossierId)
  const files = await dossierFiles(tx, scope, { dossierId, history: true })
  const events = await journalExtract(tx, scope, await resourcesOf(tx, scope, dossierId))
  const paths = filePaths(files, ['documents'])
  const manifest = proofManifest({
    accountId: scope.accountId,
    accountName: head.accountName,
    dossier: { id: dossierId, reference: head.reference ?? '', type: head.typeCode },
    thirdParty: { id: head.thirdpartyId, name: head.thirdpartyName },
    producedAt: head.now,
    files: files.map(({ size, sha256, documentId, responseId }, index) => ({
      path: paths[index]!,
      size,
      sha256,
      documentId,
      responseId,
    })),
    decisions: decisionsIn(events).map(({ shared: _shared, ...decision }) => decision),
    events,
    checkpoint: await journalHead(tx, scope),
  })
  return [
    { name: manifestName, text: manifest, modifiedAt: head.now },
    { name: verifyScriptName, text: verifyScript, modifiedAt: head.now },
    ...files.map((file, index) => ({ name: paths[index]!, file })),
  ]
}

async function resourcesOf(tx: ReadTx, scope: Scope, dossierId: number): Promise<Resource[]> {
  const documents = await tx
    .selectFrom('document')
    .select('document_id')
    .where('account_id', '=', scope.accountId)
    .where('dossier_id', '=', dossierId)
    .execute()
  return [
    { type: 'DOSSIER', id: dossierId },
    ...documents.map((row) => ({ type: 'DOCUMENT' as const, id: row.document_id })),
  ]
}
