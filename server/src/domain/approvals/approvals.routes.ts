import { Type } from 'typebox'
import { PageOf, pageQuery, pathId, recordId, write, type HttpRoutes } from '../../platform/http/index.ts'
import { answerList, type PlainListDeps } from '../../platform/lists/index.ts'
import { absencesRoutes } from './absences.routes.ts'
import { ApprovalRecord, DecisionBody, MyStep } from './approval.schema.ts'
import { viewApproval } from './approval.view.ts'
import { decideStep } from './decide-step.ts'
import { delegateStep } from './delegate-step.ts'
import { restartApproval } from './follow-approval.ts'
import { myStepListing } from './my-steps.queries.ts'
import { requireCaller } from './step-duty.ts'

const tags = ['Approvals']
const reads = { right: 'read' } as const
const params = Type.Object({ dossierId: pathId })
const ofStep = Type.Object({
  dossierId: pathId,
  key: Type.String({ pattern: '^[A-Z][A-Z0-9_]*$', minLength: 2, maxLength: 60 }),
})
const response = { 200: ApprovalRecord }

const readSchema = {
  operationId: 'getApproval',
  tags,
  summary: 'How far the approval of a dossier is, and who can decide',
  description: 'Beside the status of the dossier, which follows from its documents alone.',
  params,
  response,
} as const
const restartSchema = {
  operationId: 'restartApproval',
  tags,
  summary: 'Start an approval again from its first step',
  description: 'What was decided before stays in the journal and counts no more.',
  params,
  response,
} as const
const decideSchema = {
  operationId: 'decideApprovalStep',
  tags,
  summary: 'Approve or refuse a dossier in the step that is open',
  description:
    'For people whom the step names, their substitutes and those they asked. Nobody who wrote or sent an answer of the dossier decides on it. One refusal refuses the dossier.',
  params: ofStep,
  body: DecisionBody,
  response,
} as const
const delegateSchema = {
  operationId: 'delegateApprovalStep',
  tags,
  summary: 'Ask somebody else to decide in the caller’s place',
  description: 'The other person is told and may decide from now on. The caller may still decide as well.',
  params: ofStep,
  body: Type.Object({ toUserId: recordId }),
  response,
} as const
const mineSchema = {
  operationId: 'listMyApprovals',
  tags,
  summary: 'The steps that wait for the caller, the oldest first',
  description:
    'Those the caller may decide in their own name, for somebody who delegated to them, or as a substitute.',
  querystring: Type.Object({ ...pageQuery() }),
  response: { 200: PageOf(MyStep) },
} as const

/** Decisions on whole dossiers, and who stands in for whom. */
export const approvalsRoutes =
  (deps: PlainListDeps): HttpRoutes =>
  async (app) => {
    const { db } = deps
    await app.register(absencesRoutes(deps))
    app.get('/dossiers/:dossierId/approval', { config: reads, schema: readSchema }, async (request) => {
      const { scope, params: path } = request
      return db.snapshot(scope, (tx) => viewApproval(tx, scope, path.dossierId, request.language))
    })
    app.post(
      '/dossiers/:dossierId/approval/restart',
      { config: { right: 'manage' }, schema: restartSchema },
      async (request, reply) => {
        const { scope, params: path } = request
        return write(db, request, reply, {
          work: async (tx) => {
            await restartApproval(tx, scope, path.dossierId)
            return viewApproval(tx, scope, path.dossierId, request.language)
          },
        })
      },
    )
    app.post(
      '/dossiers/:dossierId/approval/steps/:key/decision',
      { config: reads, schema: decideSchema },
      async (request, reply) => {
        const { scope, params: path, body } = request
        const { outcome, remark = null } = body
        return write(db, request, reply, {
          work: async (tx) => {
            await decideStep(tx, scope, { ...path, outcome, remark })
            return viewApproval(tx, scope, path.dossierId, request.language)
          },
        })
      },
    )
    app.post(
      '/dossiers/:dossierId/approval/steps/:key/delegation',
      { config: reads, schema: delegateSchema },
      async (request, reply) => {
        const { scope, params: path, body } = request
        return write(db, request, reply, {
          work: async (tx) => {
            await delegateStep(tx, scope, { ...path, toUserId: body.toUserId })
            return viewApproval(tx, scope, path.dossierId, request.language)
          },
        })
      },
    )
    app.get('/approvals/mine', { config: reads, schema: mineSchema }, async (request, reply) => {
      const { scope } = request
      const mine = { userId: requireCaller(scope), language: request.language }
      return answerList(deps, request, reply, {
        filters: { list: 'my approvals', userId: mine.userId },
        open: () => myStepListing(scope, mine),
        view: (rows) => rows,
      })
    })
  }
