import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { Type, type Static } from 'typebox'
import type { Db, ReadTx, Tx } from '../../../platform/db/index.ts'
import {
  dateTimeSchema,
  nonBlankLine,
  nullable,
  pathId,
  problem,
  requireStepUp,
  versionCheck,
  write,
  type HttpRoutes,
  namedObject,
} from '../../../platform/http/index.ts'
import { AppError, type Scope } from '../../../platform/kernel/index.ts'
import { responseStates, type ResponseState } from '../status/response-states.ts'
import {
  documentStatuses,
  dossierStatuses,
  type DocumentStatus,
  type DossierStatus,
} from '../status/status-labels.ts'
import { approveResponse, rejectResponse, type Decided } from './decide-response.ts'

const tags = ['Answers']
const params = Type.Object({ responseId: pathId })

const comment = Type.Optional(
  Type.String({ maxLength: 4_000, ...problem({ tooLong: 'COMMENT_TOO_LONG', type: 'COMMENT_TYPE' }) }),
)

/** What is wrong at the company beyond this answer; kept by whoever keeps findings. */
const RejectedFinding = Type.Object(
  {
    title: nonBlankLine({ maxLength: 200 }),
    severity: Type.Enum(['MINOR', 'MAJOR', 'CRITICAL']),
    description: Type.Optional(Type.String({ minLength: 1, maxLength: 4_000, pattern: String.raw`\S` })),
    questionKey: Type.Optional(nonBlankLine({ maxLength: 200, description: 'The question it is about.' })),
  },
  { description: 'Opens a finding from this answer in the same step; its theme is that of the document.' },
)

/** Opens a finding from an answer that is being turned down. Returns its id. */
export type OpenRejected = (
  tx: Tx,
  scope: Scope,
  responseId: number,
  finding: Static<typeof RejectedFinding>,
) => Promise<number>

const Decision = namedObject('ResponseVerdict', {
  responseId: Type.Integer(),
  status: Type.Enum([...responseStates]),
  documentId: Type.Integer(),
  dossierId: Type.Integer(),
  decidedAt: nullable(dateTimeSchema),
  decidedBy: nullable(
    Type.Object({ type: Type.String(), id: nullable(Type.Integer()), name: Type.String() }),
  ),
  comment: nullable(Type.String()),
  documentStatusCode: Type.Enum([...documentStatuses]),
  dossierStatusCode: Type.Enum([...dossierStatuses]),
  notification: Type.Enum(['SENT', 'NO_CONTACT', 'NOT_SHARED'], {
    description: 'NO_CONTACT: nobody of the third party is known who could be told; the decision stands.',
  }),
  awaitingSecondReviewer: Type.Boolean({
    description: 'Approved by the first of two people; another one has still to approve it.',
  }),
  findingId: Type.Optional(
    Type.Integer({ description: 'The finding that was opened, if one was asked for.' }),
  ),
})

const approveRoute = {
  config: { right: 'decide', stepUp: 'bank-details' },
  schema: {
    operationId: 'approveResponse',
    tags,
    summary: 'Accept an answer',
    description:
      'It takes the place of the answer accepted before it. Where the account keeps duties separate, whoever supplied an answer cannot decide on it. Where it asks for a second reviewer, bank details are accepted by two different people or API clients, neither of whom supplied them.',
    params,
    body: Type.Optional(Type.Object({ comment })),
    response: { 200: Decision },
  },
} as const

const rejectRoute = {
  config: { right: 'decide', stepUp: 'bank-details' },
  schema: {
    operationId: 'rejectResponse',
    tags,
    summary: 'Turn an answer down, or take back an acceptance',
    params,
    body: Type.Optional(
      Type.Object({
        comment,
        shareRejectionReason: Type.Boolean({
          description: 'Whether the third party is told, with the comment, by e-mail.',
          ...problem({
            missing: 'SHARE_REJECTION_REASON_MISSING',
            invalid: 'SHARE_REJECTION_REASON_TYPE',
          }),
        }),
        fraud: Type.Optional(Type.Boolean({ description: 'The piece is forged: the document is invalid.' })),
        finding: Type.Optional(RejectedFinding),
      }),
    ),
    response: { 200: Decision },
  },
} as const

interface DecisionsDeps {
  readonly db: Db
  readonly publicUrl: string
  readonly openFinding: OpenRejected
}

/** What a reviewer makes of an answer. */
export const decisionsRoutes =
  ({ db, publicUrl, openFinding }: DecisionsDeps): HttpRoutes =>
  async (app) => {
    app.post('/responses/:responseId/approve', approveRoute, async (request, reply) => {
      const { responseId } = request.params
      const { comment: said = null } = request.body ?? {}
      const command = { responseId, comment: said, ...decisionGuards(request) }
      return write(db, request, reply, {
        work: async (tx) => {
          return answer(tx, request, responseId, await approveResponse(tx, request.scope, command))
        },
      })
    })

    app.post('/responses/:responseId/reject', rejectRoute, async (request, reply) => {
      const { responseId } = request.params
      if (!request.body) throw new AppError('SHARE_REJECTION_REASON_MISSING')
      const { comment: said = null, shareRejectionReason: shared, fraud = false, finding } = request.body
      return write(db, request, reply, {
        work: async (tx) => {
          const decision = { responseId, comment: said, ...decisionGuards(request) }
          const rejection = { ...decision, shared, fraud, publicUrl }
          // First, because it holds the company, which everybody holds before its dossiers.
          const opened = finding && { findingId: await openFinding(tx, request.scope, responseId, finding) }
          const decided = await rejectResponse(tx, request.scope, rejection)
          return { ...(await answer(tx, request, responseId, decided)), ...opened }
        },
      })
    })
  }

/** What the decision checks of the request once it has found what it is about. */
function decisionGuards(request: FastifyRequest) {
  return {
    expectVersion: versionCheck(request),
    requireProof: () => request.identity && requireStepUp(request.identity),
  }
}

async function answer(
  tx: Tx,
  { scope }: FastifyRequest,
  responseId: number,
  decided: Decided,
): Promise<Static<typeof Decision>> {
  const row = await decisionRow(tx, scope, responseId)
  const { type, id, name } = scope.actor
  return { ...row, decidedBy: row.decidedAt === null ? null : { type, id, name }, ...decided }
}

interface DecisionRow {
  responseId: number
  status: ResponseState
  documentId: number
  dossierId: number
  decidedAt: string | null
  comment: string | null
  documentStatusCode: DocumentStatus
  dossierStatusCode: DossierStatus
}

/** What a decision has made of the answer, its document and its dossier. */
async function decisionRow(tx: ReadTx, scope: Scope, responseId: number): Promise<DecisionRow> {
  const { rows } = await sql<DecisionRow>`
    select r.response_id as "responseId", r.state as status, r.document_id as "documentId",
      r.dossier_id as "dossierId", wire_time(r.decided_at) as "decidedAt", last.comment,
      c.status as "documentStatusCode", d.status as "dossierStatusCode"
    from response r
    join document c on c.account_id = r.account_id and c.document_id = r.document_id
    join dossier d on d.account_id = r.account_id and d.dossier_id = r.dossier_id
    left join decision last on last.account_id = r.account_id and last.response_id = r.response_id
      and last.number = r.decision_number
    where r.account_id = ${scope.accountId} and r.response_id = ${responseId}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error(`Response ${responseId} is held and not there.`)
  return row
}
