import { Type } from 'typebox'
import type { Db } from '../../../platform/db/index.ts'
import {
  etag,
  nullable,
  versionCheck,
  write,
  type HttpRoutes,
  namedObject,
} from '../../../platform/http/index.ts'
import { overduePolicies, setOverduePolicy, type OverduePolicy } from './overdue-policies.ts'

const tags = ['Catalogue']
const days = (description: string) =>
  nullable(Type.Integer({ minimum: 0, maximum: 3660, description: `${description} Null: never.` }))

const chosen = {
  actionDays: days(
    'So many days after its due date an unanswered dossier becomes ACTION_REQUIRED (OVERDUE).',
  ),
  escalationDays: days(
    'So many days after its due date the manager of whoever answers for it, or the duty holder, gets a task.',
  ),
}
const capRating = nullable(
  Type.Integer({
    minimum: 0,
    maximum: 100,
    description:
      'The most that indicators of the themes of the dossier can be while it is OVERDUE; it needs `actionDays`. Null: no cap.',
  }),
)
const Policy = namedObject('OverduePolicy', { dossierTypeCode: Type.String(), ...chosen, capRating })

const listSchema = {
  operationId: 'listOverduePolicies',
  tags,
  summary: 'What follows when dossiers are not answered in time, by their type',
  description:
    'A policy says after how many days somebody is asked to act, others are told, or the rating is capped.',
  response: { 200: Type.Object({ content: Type.Array(Policy) }) },
} as const
const putSchema = {
  operationId: 'setOverduePolicy',
  tags,
  summary: 'Choose what follows when dossiers of a type are not answered in time',
  description: 'Open dossiers follow within moments, in both directions. Documents stay as they are.',
  params: Type.Object({ dossierTypeCode: Type.String({ minLength: 1, maxLength: 100 }) }),
  body: Type.Object({ ...chosen, capRating: Type.Optional(capRating) }),
  response: { 200: Policy },
} as const

const tag = ({ version }: OverduePolicy) => ({ etag: etag(version) })

export const overduePoliciesRoutes =
  ({ db }: { readonly db: Db }): HttpRoutes =>
  async (app) => {
    app.get('/overdue-policies', { config: { right: 'read' }, schema: listSchema }, async ({ scope }) => ({
      content: await db.read(scope, (tx) => overduePolicies(tx, scope)),
    }))
    app.put(
      '/overdue-policies/:dossierTypeCode',
      { config: { right: 'administer' }, schema: putSchema },
      async (request, reply) => {
        const { dossierTypeCode } = request.params
        const policy = { dossierTypeCode, chosen: request.body }
        return write(db, request, reply, {
          work: (tx) => setOverduePolicy(tx, request.scope, policy, versionCheck(request)),
          headers: tag,
        })
      },
    )
  }
