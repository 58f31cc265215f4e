import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { commitExportRecord } from '../../../platform/administration/index.ts'
import type { Db } from '../../../platform/db/index.ts'
import type { ObjectStore } from '../../../platform/files/index.ts'
import {
  pathId,
  requestRights,
  requireStepUp,
  type HttpRoutes,
  type Rate,
} from '../../../platform/http/index.ts'
import {
  makeCheckpoint,
  SignerFault,
  type Checkpoint,
  type CheckpointSigner,
} from '../../../platform/journal/index.ts'
import { AppError } from '../../../platform/kernel/index.ts'
import type { Places, SharedPlaces } from '../../../platform/limits/index.ts'
import { archiveOf, type ArchivePart } from './archive.ts'
import { dossierArchive } from './dossier-archive.ts'
import { dossierFiles, dossierHead } from './dossier-files.queries.ts'
import { bytesAnswer } from './files.routes.ts'
import { maySee } from './found-file.queries.ts'
import { proofParts, readProof } from './proof/proof-bundle.ts'
import { sendBytes } from './send-bytes.ts'

interface ArchivesDeps {
  readonly db: Db
  readonly store: ObjectStore
  readonly rate: Rate
  readonly signer: CheckpointSigner
  readonly places: SharedPlaces
}

// How many archives are read at once: each holds a connection and an open file of its process for as long as its reader
// takes. Those of one account are counted in all processes together.
const perAccount = 2
const perProcess = 8

const params = Type.Object({ dossierId: pathId })
const zip = 'application/zip'

const filesSchema = {
  operationId: 'downloadDossierFiles',
  tags: ['Files'],
  summary: 'All files of a dossier in one ZIP archive, with a manifest of their SHA-256',
  description:
    'The checked files of the answers that count, one folder for each document, and manifest.json. The length is known in advance and ranges are supported. A file deleted meanwhile cuts the connection. At most two archives of an account are read at once.',
  params,
  response: bytesAnswer(zip),
} as const

const proofSchema = {
  operationId: 'downloadProofBundle',
  tags: ['Files'],
  summary: 'What proves the history of a dossier, to be verified without this service',
  description:
    'A ZIP archive of the files (former answers included), their SHA-256, the decisions, the events of the journal with everything their hashes are made from, a signed checkpoint of the journal, and verify.mjs, a script that checks all of it offline.',
  params,
  response: bytesAnswer(zip),
} as const

/** Archives of a dossier. */
export const archivesRoutes = (deps: ArchivesDeps): HttpRoutes => {
  const slots = deps.places.places({ name: 'archives', perSubject: perAccount, perProcess })
  const { db } = deps
  const rate = { name: 'files', ...deps.rate }
  return async (app) => {
    const filesConfig = { right: 'read', stepUp: 'bank-details', rate } as const
    app.get(
      '/dossiers/:dossierId/files/download',
      { config: filesConfig, schema: filesSchema },
      async (request, reply) => {
        const { scope } = request
        const { dossierId } = request.params
        const { head, all } = await db.snapshot(scope, async (tx) => ({
          head: await dossierHead(tx, scope, dossierId),
          all: await dossierFiles(tx, scope, { dossierId, history: false }),
        }))
        const files = all.filter((file) => maySee(requestRights(request), file))
        if (files.length === 0) throw new AppError('DOSSIER_HAS_NO_FILES', { dossierId })
        requireProofFor(files, request)
        const { parts, etag } = dossierArchive(
          head,
          files,
          all.filter((file) => !files.includes(file)),
        )
        return send({ ...deps, slots }, request, reply, {
          parts: async () => parts,
          count: files.length,
          etag,
          what: 'dossier-files',
          fileName: `dossier-${dossierId}.zip`,
        })
      },
    )

    const proofConfig = { right: 'audit', stepUp: 'bank-details', rate } as const
    app.get(
      '/dossiers/:dossierId/proof-bundle',
      { config: proofConfig, schema: proofSchema },
      async (request, reply) => {
        const { scope } = request
        const { dossierId } = request.params
        const proof = await db.snapshot(scope, (tx) => readProof(tx, scope, dossierId))
        requireProofFor(proof.files, request)
        return send({ ...deps, slots }, request, reply, {
          parts: async () => proofParts(proof, await checkpointNow(deps, request)),
          count: proof.files.length,
          etag: null,
          what: 'proof-bundle',
          fileName: `dossier-${dossierId}-proof.zip`,
        })
      },
    )
  }
}

/** An archive with bank details in it is as good as the details themselves. */
function requireProofFor(files: readonly { bankDetails: boolean }[], { identity }: FastifyRequest): void {
  if (identity && files.some(({ bankDetails }) => bankDetails)) requireStepUp(identity)
}

/** Null when the journal contradicts what was signed before, which a new signature would hide, or nobody signs. */
async function checkpointNow(
  { db, signer }: ArchivesDeps,
  { scope, log }: FastifyRequest,
): Promise<Checkpoint | null> {
  const outcome = await makeCheckpoint(db, scope, signer).catch((error: unknown) => {
    if (!(error instanceof SignerFault)) throw error
    return { state: error.code }
  })
  if ('checkpoint' in outcome) return outcome.checkpoint
  log.error({ accountId: scope.accountId, state: outcome.state }, 'a proof bundle left without a checkpoint')
  return null
}

interface NamedArchive {
  /** Asked for once it is told that they leave. */
  readonly parts: () => Promise<readonly ArchivePart[]>
  /** Of files. */
  readonly count: number
  readonly etag: string | null
  readonly what: string
  readonly fileName: string
}

async function send(
  { db, store, slots }: ArchivesDeps & { readonly slots: Places },
  request: FastifyRequest,
  reply: FastifyReply,
  { parts, count, etag, what, fileName }: NamedArchive,
): Promise<FastifyReply> {
  const { scope } = request
  const { accountId } = scope
  const { dossierId } = request.params as { dossierId: number }
  // Asking for the length alone reads nothing, and takes nothing away.
  const isTaken = request.method !== 'HEAD'
  const onClose = isTaken ? await slots.take(String(accountId)) : () => undefined
  if (onClose === null) throw new AppError('ZIP_BUSY', {}, { headers: { 'retry-after': '5' } })
  try {
    const exportFacts = { what, count, subject: { type: 'DOSSIER', id: dossierId } } as const
    if (isTaken) await commitExportRecord(db, scope, exportFacts)
    const archive = archiveOf({ db, store, scope }, await parts())
    return await sendBytes(request, reply, {
      size: archive.plan.totalLength,
      etag,
      contentType: zip,
      fileName,
      open: (range) => archive.open(range),
      onClose,
      ids: { accountId, dossierId },
    })
  } catch (error) {
    onClose()
    throw error
  }
}
