import { Type } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import {
  etag,
  etagHeader,
  nullable,
  recordId,
  versionCheck,
  write,
  type HttpRoutes,
  namedObject,
} from '../../platform/http/index.ts'
import { PartyBody, partyOf, PartyRecord } from '../teams/index.ts'
import { putOwnerRules, readOwnerRules } from './owner-rules.ts'

const tags = ['Owners and teams']
const option = Type.String({ minLength: 1, maxLength: 200 })

const terms = {
  countries: Type.Array(Type.String({ pattern: '^[A-Z]{2}$' }), { maxItems: 250, uniqueItems: true }),
  categories: Type.Array(option, {
    maxItems: 100,
    uniqueItems: true,
    description: 'Options of the attribute CATEGORY.',
  }),
  criticalities: Type.Array(option, {
    maxItems: 100,
    uniqueItems: true,
    description: 'Options of the attribute CRITICALITY.',
  }),
  unitId: nullable(recordId),
}
const OwnerRule = namedObject('OwnerRule', { ruleId: Type.Integer(), ...terms, owner: PartyRecord })
const OwnerRuleList = Type.Object({ rules: Type.Array(OwnerRule) })
const OwnerRulesBody = Type.Object({
  rules: Type.Array(Type.Object({ ...Type.Partial(Type.Object(terms)).properties, owner: PartyBody }), {
    maxItems: 100,
  }),
})

const readSchema = {
  operationId: 'listOwnerRules',
  tags,
  summary: 'Who answers for third parties in nobody’s name, by what they are',
  description:
    'The first rule that fits decides. Third parties that were given an owner by hand are not affected.',
  response: { 200: OwnerRuleList },
} as const
const putSchema = {
  operationId: 'putOwnerRules',
  tags,
  summary: 'Replace the rules; the first that fits decides',
  description:
    'What a rule leaves out, or gives as an empty list, may be anything. A rule whose person or team cannot act for a company is passed over.',
  body: OwnerRulesBody,
  response: { 200: OwnerRuleList },
} as const

/** Defaults for what is in nobody's name. */
export const ownerRulesRoutes =
  ({ db }: { readonly db: Db }): HttpRoutes =>
  async (app) => {
    app.get('/owner-rules', { config: { right: 'read' }, schema: readSchema }, async ({ scope }, reply) => {
      const { rules, version } = await db.read(scope, (tx) => readOwnerRules(tx, scope))
      void reply.header('etag', etag(version))
      return {
        rules: rules.map((rule) => ({
          ...rule,
          countries: [...rule.countries],
          categories: [...rule.categories],
          criticalities: [...rule.criticalities],
        })),
      }
    })
    app.put(
      '/owner-rules',
      { config: { right: 'administer' }, schema: putSchema },
      async (request, reply) => {
        const rules = request.body.rules.map(({ owner, ...given }) => ({
          countries: given.countries ?? [],
          categories: given.categories ?? [],
          criticalities: given.criticalities ?? [],
          unitId: given.unitId ?? null,
          owner: partyOf(owner),
        }))
        return write(db, request, reply, {
          work: (tx) => putOwnerRules(tx, request.scope, rules, versionCheck(request)),
          headers: etagHeader,
        })
      },
    )
  }
