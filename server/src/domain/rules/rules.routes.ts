import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import {
  etag,
  isUnchanged,
  pathId,
  requireMatch,
  sendJsonText,
  write,
  type HttpRoutes,
} from '../../platform/http/index.ts'
import { AppError } from '../../platform/kernel/index.ts'
import { addRule, changeRule, deleteRule, switchRule } from './change-rule.ts'
import { anyThirdParty, type Rule } from './rule.ts'
import { getRule, listRules } from './rules.queries.ts'
import { AddRuleBody, ChangeRuleBody, RuleRecord, ruleRecord } from './rules.schemas.ts'
import { simulateRoutes } from './simulate.routes.ts'

const tags = ['Rules']
const params = Type.Object({ ruleId: pathId })
const read = { right: 'read' } as const
// A rule acts on every company of the account.
const manage = { right: 'manage', wholeAccount: true } as const
const standardPriority = 100

const listRoute = {
  config: read,
  schema: {
    operationId: 'listRules',
    tags,
    summary: 'The rules of the account, in the order they are applied',
    description: 'Rules open dossiers by themselves for the companies they fit. It is not paged.',
    querystring: Type.Object({ active: Type.Optional(Type.Boolean()) }),
    response: { 200: Type.Object({ content: Type.Array(RuleRecord) }) },
  },
} as const

const addRoute = {
  config: manage,
  schema: {
    operationId: 'addRule',
    tags,
    summary: 'Write a rule; it opens nothing before it is activated',
    description: 'Simulate it first to see which companies it fits, and activate it when it is right.',
    body: AddRuleBody,
    response: { 201: RuleRecord },
  },
} as const

const getRoute = {
  config: read,
  schema: {
    operationId: 'getRule',
    tags,
    summary: 'One rule',
    description: 'The ETag of the answer belongs into If-Match when the rule is changed or activated.',
    params,
    response: { 200: RuleRecord },
  },
} as const

const changeRoute = {
  config: manage,
  schema: {
    operationId: 'changeRule',
    tags,
    summary: 'Change a rule',
    description: 'What an active rule asks, and of whom, cannot be changed: deactivate it first.',
    params,
    body: ChangeRuleBody,
    response: { 200: RuleRecord },
  },
} as const

const deleteRoute = {
  config: manage,
  schema: {
    operationId: 'deleteRule',
    tags,
    summary: 'Delete a rule; dossiers it has opened stay',
    description: 'It opens nothing any more. This cannot be undone; to stop for a while, deactivate it.',
    params,
    response: { 204: Type.Null({ description: 'Done' }) },
  },
} as const

const activateRoute = {
  config: manage,
  schema: {
    operationId: 'activateRule',
    tags,
    summary: 'Activate a rule: it is applied to the whole portfolio, and from then on',
    description:
      'A job opens dossiers for the companies it fits. Pass the version that was looked at, so that no other one is activated.',
    params,
    body: Type.Optional(
      Type.Object({
        expectedVersion: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: Number.MAX_SAFE_INTEGER,
            description: 'The version that was simulated.',
          }),
        ),
      }),
    ),
    response: { 200: RuleRecord },
  },
} as const

const deactivateRoute = {
  config: manage,
  schema: {
    operationId: 'deactivateRule',
    tags,
    summary: 'Deactivate a rule; dossiers it has opened stay',
    description: 'It can be activated again.',
    params,
    response: { 200: RuleRecord },
  },
} as const

const guardOf = (request: FastifyRequest) => (present: Rule) => requireMatch(request, present.version)

/** Which dossiers open by themselves. */
export const rulesRoutes =
  ({ db }: { db: Db }): HttpRoutes =>
  async (app) => {
    await app.register(simulateRoutes({ db }))

    app.get('/rules', listRoute, async (request) => {
      const { active } = request.query
      const found = await db.read(request.scope, (tx) => listRules(tx, request.scope, active))
      return { content: found.map((rule) => ruleRecord(rule, request.language)) }
    })

    app.post('/rules', addRoute, async (request, reply) => {
      const { name, priority = standardPriority, criteria, dossierTypeCodes, dueDays = null } = request.body
      const terms = { criteria: { ...anyThirdParty, ...criteria }, dossierTypeCodes, dueDays }
      return write(db, request, reply, {
        status: 201,
        work: async (tx) =>
          ruleRecord(await addRule(tx, request.scope, { name, priority, ...terms }), request.language),
        headers: ({ ruleId, version }) => ({
          location: `/api/v1/account/${request.scope.accountId}/rules/${ruleId}`,
          etag: etag(version),
        }),
      })
    })

    app.get('/rules/:ruleId', getRoute, async (request, reply) => {
      const found = await db.read(request.scope, (tx) => getRule(tx, request.scope, request.params.ruleId))
      const unchanged = isUnchanged(request, reply, found.version)
      return unchanged ? sendJsonText(reply, '') : ruleRecord(found, request.language)
    })

    changeRoutes(app, db)
    switchRoutes(app, db)
  }

function changeRoutes(app: Parameters<HttpRoutes>[0], db: Db): void {
  app.patch('/rules/:ruleId', changeRoute, async (request, reply) => {
    const { ruleId } = request.params
    const { criteria, ...same } = request.body
    // The criteria are replaced as a whole, so that one reads in the request what will hold.
    const change = criteria ? { ...same, criteria: { ...anyThirdParty, ...criteria } } : same
    return write(db, request, reply, {
      work: async (tx) => {
        const changed = await changeRule(tx, request.scope, { ruleId, change, guard: guardOf(request) })
        return ruleRecord(changed, request.language)
      },
      headers: ({ version }) => ({ etag: etag(version) }),
    })
  })

  app.delete('/rules/:ruleId', deleteRoute, async (request, reply) => {
    const { ruleId } = request.params
    return write(db, request, reply, {
      status: 204,
      work: (tx) => deleteRule(tx, request.scope, { ruleId, guard: guardOf(request) }),
    })
  })
}

function switchRoutes(app: Parameters<HttpRoutes>[0], db: Db): void {
  app.post('/rules/:ruleId/activate', activateRoute, async (request, reply) => {
    const { ruleId } = request.params
    const { expectedVersion } = request.body ?? {}
    const guard = (present: Rule) => {
      guardOf(request)(present)
      // Sent again after it was activated, the same request finds its work done.
      if (expectedVersion === undefined || present.active || present.version === expectedVersion) return
      throw new AppError('PRECONDITION_FAILED')
    }
    return write(db, request, reply, {
      work: async (tx) =>
        ruleRecord(await switchRule(tx, request.scope, { ruleId, active: true, guard }), request.language),
      headers: ({ version }) => ({ etag: etag(version) }),
    })
  })

  app.post('/rules/:ruleId/deactivate', deactivateRoute, async (request, reply) => {
    const { ruleId } = request.params
    const guard = guardOf(request)
    return write(db, request, reply, {
      work: async (tx) =>
        ruleRecord(await switchRule(tx, request.scope, { ruleId, active: false, guard }), request.language),
      headers: ({ version }) => ({ etag: etag(version) }),
    })
  })
}
