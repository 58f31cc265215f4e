import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import {
  etag,
  etagHeader,
  PageOf,
  pageQuery,
  pathId,
  requireMatch,
  write,
  type HttpRoutes,
} from '../../platform/http/index.ts'
import { AppError, requireDay } from '../../platform/kernel/index.ts'
import { answerList, type PlainListDeps } from '../../platform/lists/index.ts'
import { partyOf } from '../teams/index.ts'
import { decideRelationship } from './decide-relationship.ts'
import { policyRoutes } from './policy.routes.ts'
import { changeListing, readRelationship, type KnownRelationship } from './relationship.queries.ts'
import { ChangeRecord, DecisionBody, RelationshipRecord } from './relationship.schema.ts'

const tags = ['Relationship decisions']
const params = Type.Object({ thirdpartyId: pathId })

const readSchema = {
  operationId: 'getRelationship',
  tags,
  summary: 'Whether the account works with a third party, and what was last decided',
  description:
    'Says until when the decision holds and whether something has happened that asks for a new one.',
  params,
  response: { 200: RelationshipRecord },
} as const
const decideSchema = {
  operationId: 'decideRelationship',
  tags,
  summary: 'Decide whether the account works with a third party',
  description:
    'Once something was decided, `If-Match` is required: of two who decide at once, the second is told so.',
  params,
  body: DecisionBody,
  response: { 200: RelationshipRecord },
} as const
const historySchema = {
  operationId: 'listRelationshipChanges',
  tags,
  summary: 'Every decision about a third party and what reopened it, newest first',
  description: 'Decisions and what reopened them, in one list.',
  params,
  querystring: Type.Object(pageQuery()),
  response: { 200: PageOf(ChangeRecord) },
} as const

const view = ({ version: _version, ...known }: KnownRelationship) => ({
  ...known,
  inForce: known.decision !== null && known.decision.state === known.state,
})

/** A decision replaces another only by somebody who has seen that other one. */
const decisionCheck = (request: FastifyRequest) => (version: number) => {
  if (version > 0 && request.headers['if-match'] === undefined) throw new AppError('PRECONDITION_REQUIRED')
  requireMatch(request, version)
}

export const relationshipRoutes =
  (deps: PlainListDeps): HttpRoutes =>
  async (app) => {
    await app.register(decisionRoutes(deps.db))
    await app.register(policyRoutes(deps))
    app.get(
      '/thirdparties/:thirdpartyId/relationship/history',
      { config: { right: 'read' }, schema: historySchema },
      async (request, reply) => {
        const { thirdpartyId } = request.params
        return answerList(deps, request, reply, {
          filters: { list: 'relationship-history', thirdpartyId },
          open: (tx) => changeListing(tx, request.scope, thirdpartyId),
          view: (rows) => rows.map(({ change }) => change),
        })
      },
    )
  }

const decisionRoutes =
  (db: Db): HttpRoutes =>
  async (app) => {
    const path = '/thirdparties/:thirdpartyId/relationship'
    app.get(path, { config: { right: 'read' }, schema: readSchema }, async ({ scope, params: of }, reply) => {
      const known = await db.read(scope, (tx) => readRelationship(tx, scope, of.thirdpartyId))
      void reply.header('etag', etag(known.version))
      return view(known)
    })
    app.put(path, { config: { right: 'decide' }, schema: decideSchema }, async (request, reply) => {
      const { state, reason, scope: coverage = null, validUntil = null, conditions = [] } = request.body
      requireDay({ pointer: '/validUntil' }, validUntil)
      for (const [nth, { dueOn }] of conditions.entries())
        requireDay({ pointer: `/conditions/${nth}/dueOn` }, dueOn)
      const decision = {
        thirdpartyId: request.params.thirdpartyId,
        state,
        reason,
        coverage,
        validUntil,
        conditions: conditions.map(({ text, dueOn = null, assignee }) => ({
          text,
          dueOn,
          assignee: assignee ? partyOf(assignee) : null,
        })),
      }
      return write(db, request, reply, {
        work: async (tx) => {
          const known = await decideRelationship(tx, request.scope, decision, decisionCheck(request))
          return { ...view(known), version: known.version }
        },
        headers: etagHeader,
      })
    })
  }
