import { Type } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import { etag, etagHeader, versionCheck, write, type HttpRoutes } from '../../platform/http/index.ts'
import { effects, readPolicy } from './policy.ts'
import { putPolicy, usualMost } from './put-policy.ts'

const tags = ['Relationship decisions']
const effect = (description: string) => Type.Enum([...effects], { title: 'PolicyEffect', description })

const firstCauses = {
  EXPIRY: effect('The last day of the decision is over.'),
  DOSSIER_INVALID: effect('A dossier of the company has become INVALID.'),
  COLLECTIVE_PROCEDURE: effect('The company came into a collective procedure.'),
  STRUCK_OFF: effect('The company was struck off.'),
  LIST_HIT: effect('The company, or somebody behind it, may be on a list; or a hit was confirmed.'),
}
const overdue = effect('A dossier of the company is OVERDUE by the policy of its type.')
const description =
  'OFF: nothing happens. ASK: somebody has to decide anew, and until then the decision holds. SUSPEND: an approved company is suspended until then.'
const causes = Type.Object({ ...firstCauses, OVERDUE: overdue }, { description })
const chosenCauses = Type.Object(
  { ...firstCauses, OVERDUE: Type.Optional(overdue) },
  { description: `${description} What is left out stays as it is.` },
)
const Policy = Type.Object({ causes }, { title: 'RelationshipPolicy' })

const getSchema = {
  operationId: 'getRelationshipPolicy',
  tags,
  summary: 'What reopens decisions about working with third parties',
  description: 'For each cause: nothing, a review, or a suspension at once.',
  response: { 200: Policy },
} as const
const putSchema = {
  operationId: 'putRelationshipPolicy',
  tags,
  summary: 'Choose what reopens decisions',
  description:
    'It holds at once for what has come up since each decision. If that reopens more decisions than `atMost`, nothing is changed and the answer says how many they are.',
  body: Type.Object({
    causes: chosenCauses,
    atMost: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000, default: usualMost })),
  }),
  response: {
    200: Type.Object({
      causes,
      reopens: Type.Integer({ description: 'How many decisions it reopens now, in the next moments.' }),
    }),
  },
} as const

export const policyRoutes =
  ({ db }: { readonly db: Db }): HttpRoutes =>
  async (app) => {
    app.get(
      '/relationship-policy',
      { config: { right: 'read' }, schema: getSchema },
      async ({ scope }, reply) => {
        const { causes: chosen, version } = await db.read(scope, (tx) => readPolicy(tx, scope))
        void reply.header('etag', etag(version))
        return { causes: chosen }
      },
    )
    app.put(
      '/relationship-policy',
      { config: { right: 'administer' }, schema: putSchema },
      async (request, reply) => {
        const { causes: chosen, atMost = usualMost } = request.body
        return write(db, request, reply, {
          work: (tx) => putPolicy(tx, request.scope, { causes: chosen, atMost }, versionCheck(request)),
          headers: etagHeader,
        })
      },
    )
  }
