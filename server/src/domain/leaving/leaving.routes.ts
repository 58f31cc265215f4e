import { Type } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import { dateTimeSchema, namedObject, nullable, write, type HttpRoutes } from '../../platform/http/index.ts'
import { AppError, type Clock, type Scope } from '../../platform/kernel/index.ts'
import { forgetFirst, type AccountsService } from '../accounts/index.ts'
import { askDeletion, requireName, takeBackDeletion } from './ask-deletion.ts'
import { findLeaving } from './deletion.queries.ts'

interface LeavingRoutesDeps {
  readonly db: Db
  readonly clock: Clock
  readonly publicUrl: string
  readonly graceDays: number
  readonly exportDays: number
  readonly authenticator: AccountsService['authenticator']
}

const tags = ['Leaving']
const dayMs = 86_400_000

const Leaving = namedObject('Leaving', {
  account: Type.String({ description: 'The name to type before a deletion.' }),
  state: nullable(Type.Enum(['SUSPENDED', 'LEAVING', 'DELETING'])),
  deletion: nullable(
    Type.Object({
      askedAt: dateTimeSchema,
      askedBy: Type.Object({
        type: Type.String(),
        id: nullable(Type.Integer()),
        name: nullable(Type.String()),
      }),
      reason: Type.String(),
      dueAt: Type.String({ description: 'When it begins.' }),
      revocable: Type.Boolean({
        description:
          'Whether an administrator can take it back: not once it has begun, nor when the operator asked.',
      }),
    }),
  ),
  graceDays: Type.Integer({ description: 'How long a deletion can be taken back.' }),
  exportDays: Type.Integer({ description: 'How long an export can be downloaded.' }),
})

const getRoute = {
  config: { right: 'administer', whileLeaving: true },
  schema: {
    operationId: 'getLeaving',
    tags,
    summary: 'Whether the account is about to be deleted, and when',
    description: 'Answered while the account waits for its deletion, too.',
    response: { 200: Leaving },
  },
} as const

const askRoute = {
  config: { right: 'administer', stepUp: true, whileLeaving: true },
  schema: {
    operationId: 'askAccountDeletion',
    tags,
    summary: 'Ask for the deletion of the account',
    description:
      'The account is suspended at once, and deleted with everything in it when the days of grace are over. Until then any administrator can take it back. A signed proof stays with the operator.',
    body: Type.Object({
      name: Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'The name of the account, typed by hand.',
      }),
      reason: Type.String({ minLength: 1, maxLength: 500 }),
    }),
    response: { 202: Leaving },
  },
} as const

const takeBackRoute = {
  config: { right: 'administer', stepUp: true, whileLeaving: true },
  schema: {
    operationId: 'takeBackAccountDeletion',
    tags,
    summary: 'Take back the deletion of the account',
    description:
      'Everybody can use the account again at once, and jobs that waited go on. What the operator asked for stays.',
    response: { 200: Leaving },
  },
} as const

/** How an account goes, and how it stays after all. */
export const leavingRoutes = (deps: LeavingRoutesDeps): HttpRoutes => {
  const { db, clock, publicUrl, graceDays, exportDays } = deps
  const onSend = forgetFirst(deps)
  const view = async (tx: Parameters<typeof findLeaving>[0], scope: Scope) => {
    const found = await findLeaving(tx, scope)
    if (!found) throw new AppError('ACCOUNT_NOT_FOUND', { accountId: scope.accountId })
    return { ...found, graceDays, exportDays }
  }
  return async (app) => {
    app.get('/leaving', getRoute, async ({ scope }) => db.read(scope, (tx) => view(tx, scope)))

    app.post('/leaving/deletion', { ...askRoute, onSend }, async (request, reply) =>
      write(db, request, reply, {
        status: 202,
        work: async (tx) => {
          const { scope, body } = request
          await requireName(tx, scope, body.name)
          const now = clock.now()
          const dueAt = new Date(now.getTime() + graceDays * dayMs)
          await askDeletion(tx, scope, { reason: body.reason, now, dueAt, publicUrl })
          return view(tx, scope)
        },
      }),
    )

    app.delete('/leaving/deletion', { ...takeBackRoute, onSend }, async (request, reply) =>
      write(db, request, reply, {
        work: async (tx) => {
          await takeBackDeletion(tx, request.scope, { now: clock.now(), publicUrl })
          return view(tx, request.scope)
        },
      }),
    )
  }
}
