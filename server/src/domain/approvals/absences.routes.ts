import { Type } from 'typebox'
import type { Db, ReadTx } from '../../platform/db/index.ts'
import {
  dateSchema,
  pathId,
  recordId,
  write,
  type HttpRoutes,
  namedObject,
} from '../../platform/http/index.ts'
import {
  listAbsences,
  maxAbsences,
  nameSubstitutes,
  putAbsences,
  requireColleague,
  type Absence,
} from './absences.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { requireCaller } from './step-duty.ts'

const tags = ['Approvals']
const reads = { right: 'read' } as const
const governs = { right: 'administer' } as const
const params = Type.Object({ userId: pathId })
const Absences = namedObject('Absences', {
  absences: Type.Array(
    Type.Object({
      from: dateSchema,
      until: dateSchema,
      substituteId: recordId,
    }),
    { maxItems: maxAbsences, description: 'First and last day, both included; none may overlap another.' },
  ),
})
const response = {
  200: Type.Object({
    ...Absences.properties,
    people: Type.Array(Type.Object({ userId: Type.Integer(), name: Type.String() }), {
      description: 'Names of the substitutes, but for those who have left.',
    }),
  }),
}
const description =
  'These and no others. Meanwhile the substitute decides on approval steps in their place; they themselves still can.'

const ownSchema = {
  operationId: 'listMyAbsences',
  tags,
  summary: 'When the caller is away, and who stands in',
  description: 'While somebody is away, their substitute may decide the approval steps that wait for them.',
  response,
} as const
const putOwnSchema = {
  operationId: 'putMyAbsences',
  tags,
  summary: 'Say when the caller is away, and who stands in',
  description,
  body: Absences,
  response,
} as const
const readSchema = {
  operationId: 'listAbsences',
  tags,
  summary: 'When somebody is away, and who stands in',
  description: 'The same list that the person sees of themselves.',
  params,
  response,
} as const
const putSchema = {
  operationId: 'putAbsences',
  tags,
  summary: 'Say when somebody is away, and who stands in',
  description,
  params,
  body: Absences,
  response,
} as const

/** People say it for themselves, administrators for anybody. */
export const absencesRoutes =
  ({ db }: { readonly db: Db }): HttpRoutes =>
  async (app) => {
    app.get('/absences', { config: reads, schema: ownSchema }, async ({ scope }) => {
      const userId = requireCaller(scope)
      return db.read(scope, async (tx) => view(tx, scope, await listAbsences(tx, scope, userId)))
    })
    app.put('/absences', { config: reads, schema: putOwnSchema }, async (request, reply) => {
      const { scope, body } = request
      const userId = requireCaller(scope)
      return write(db, request, reply, {
        work: async (tx) => view(tx, scope, await putAbsences(tx, scope, { userId, ...body })),
      })
    })
    app.get('/users/:userId/absences', { config: governs, schema: readSchema }, async (request) => {
      const { scope } = request
      const { userId } = request.params
      return db.snapshot(scope, async (tx) => {
        await requireColleague(tx, scope, userId)
        return view(tx, scope, await listAbsences(tx, scope, userId))
      })
    })
    app.put('/users/:userId/absences', { config: governs, schema: putSchema }, async (request, reply) => {
      const { scope, body } = request
      const { userId } = request.params
      return write(db, request, reply, {
        work: async (tx) => view(tx, scope, await putAbsences(tx, scope, { userId, ...body })),
      })
    })
  }

const view = async (tx: ReadTx, scope: Scope, absences: Absence[]) => ({
  absences,
  people: await nameSubstitutes(tx, scope, absences),
})
