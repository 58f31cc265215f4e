import type { ReadTx } from '../../../../platform/db/index.ts'
import type { Checkpoint } from '../../../../platform/journal/index.ts'
import type { Scope } from '../../../../platform/kernel/index.ts'
import type { ArchivePart } from '../archive.ts'
import { filePaths } from '../dossier-archive.ts'
import { dossierFiles, dossierHead } from '../dossier-files.queries.ts'
import { decisionsIn } from './decisions.ts'
import { journalExtract, type Resource } from './journal-extract.queries.ts'
import { manifestName, proofManifest, verifyScriptName, type ProofInput } from './proof-manifest.ts'
import { verifyScript } from './verify-script.ts'

interface Proof {
  readonly files: readonly ProofFile[]
  readonly about: Omit<ProofInput, 'checkpoint'>
}

type ProofFile = Awaited<ReturnType<typeof dossierFiles>>[number]

/** What a bundle says of a dossier, all of one moment. */
export async function readProof(tx: ReadTx, scope: Scope, dossierId: number): Promise<Proof> {
  const head = await dossierHead(tx, scope, dossierId)
  const files = await dossierFiles(tx, scope, { dossierId, history: true })
  const events = await journalExtract(tx, scope, await resourcesOf(tx, scope, dossierId))
  const paths = filePaths(files, ['documents'])
  const about = {
    accountId: scope.accountId,
    accountName: head.accountName,
    dossier: { id: dossierId, reference: head.reference ?? '', type: head.typeCode },
    thirdParty: { id: head.thirdpartyId, name: head.thirdpartyName },
    producedAt: head.now,
    files: files.map(({ size, sha256, documentId, responseId, seal }, index) => ({
      path: paths[index]!,
      size,
      sha256,
      documentId,
      responseId,
      seal,
    })),
    decisions: decisionsIn(events).map(({ shared: _shared, ...decision }) => decision),
    events,
  }
  return { files, about }
}

/** The entries of the bundle. The checkpoint is made after the rest was read, so that it covers all its events. */
export function proofParts({ files, about }: Proof, checkpoint: Checkpoint | null): ArchivePart[] {
  const modifiedAt = about.producedAt
  return [
    { name: manifestName, text: proofManifest({ ...about, checkpoint }), modifiedAt },
    { name: verifyScriptName, text: verifyScript, modifiedAt },
    ...files.map((file, index) => ({ name: about.files[index]!.path, file })),
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
