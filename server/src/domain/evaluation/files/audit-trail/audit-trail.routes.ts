import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { recordExport } from '../../../../platform/administration/index.ts'
import type { Db } from '../../../../platform/db/index.ts'
import { pathId, type HttpRoutes, type Rate } from '../../../../platform/http/index.ts'
import { record, verifyJournal } from '../../../../platform/journal/index.ts'
import type { Scope } from '../../../../platform/kernel/index.ts'
import { bytesAnswer } from '../files.routes.ts'
import type { AuditTrailInput } from '../pdf/audit-trail-pdf.ts'
import { sendBytes } from '../send-bytes.ts'
import { readTrail } from './read-trail.ts'
import { trailDocument, type TrailPath } from './trail.queries.ts'

interface TrailDeps {
  readonly db: Db
  readonly rate: Rate
}

/** A longer journal takes too long to walk while somebody waits; the trail then says that it was not. */
const longestWalk = 20_000
const pdf = 'application/pdf'

const schema = {
  operationId: 'downloadAuditTrail',
  tags: ['Files'],
  summary: 'The whole history of a document as a PDF',
  description:
    'Requests, answers with their SHA-256, decisions, checks and events with their hashes, in the language asked for. Each download is itself recorded.',
  params: Type.Object({ dossierId: pathId, documentId: pathId }),
  response: bytesAnswer(pdf),
} as const

export const auditTrailRoutes =
  (deps: TrailDeps): HttpRoutes =>
  async (app) => {
    const config = { right: 'audit', rate: { name: 'files', ...deps.rate } } as const
    app.get(
      '/dossiers/:dossierId/documents/:documentId/audit-trail',
      { config, schema },
      async (request, reply) => {
        const { documentId } = request.params
        const { scope } = request
        // Whoever only asks whether there is one has not read it.
        if (request.method === 'HEAD') {
          await deps.db.read(scope, (tx) => trailDocument(tx, scope, request.params))
          return reply.type(pdf).send(Readable.from([]))
        }
        const bytes = await makeTrail(deps, request)
        return sendBytes(request, reply, {
          size: bytes.length,
          etag: null,
          contentType: pdf,
          fileName: `audit-trail-${documentId}.pdf`,
          open: () => Readable.from([bytes]),
          ids: { accountId: scope.accountId, documentId },
        })
      },
    )
  }

/** No trail leaves without the event that says so. */
async function makeTrail({ db }: TrailDeps, request: FastifyRequest): Promise<Buffer> {
  const { scope, language } = request
  const path = request.params as TrailPath
  const { thirdpartyId, chain, ...trail } = await db.snapshot(scope, (tx) =>
    readTrail(tx, scope, { path, language }),
  )
  const verdict = chain.headSeq > longestWalk ? null : await verifyChain(db, scope, trail.producedAt)
  const { auditTrailPdf } = await import('../pdf/audit-trail-pdf.ts')
  const bytes = await auditTrailPdf({ ...trail, chain: { ...chain, verdict } })
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await db.write(scope, async (tx) => {
    const place = { thirdpartyId, ...path }
    record(tx, scope, {
      name: 'DOCUMENT_AUDIT_TRAIL_DOWNLOAD',
      ...place,
      data: { sha256, headSeq: chain.headSeq, headHash: chain.headHash },
    })
    const subject = { type: 'DOCUMENT', id: path.documentId } as const
    recordExport(tx, scope, { what: 'audit-trail', count: 1, subject })
  })
  return bytes
}

async function verifyChain(db: Db, scope: Scope, at: Date): Promise<AuditTrailInput['chain']['verdict']> {
  const found = await db.snapshot(scope, (tx) => verifyJournal(tx, scope))
  return found.intact ? { intact: true, at } : { intact: false, at, brokenSeq: found.brokenSeq }
}
