import { Type } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import { dateTimeSchema, nullable, write, type HttpRoutes, namedObject } from '../../platform/http/index.ts'
import { AppError, parseEventSecond } from '../../platform/kernel/index.ts'
import { farthestDays, readClock, startJourney } from './clock.ts'

const tags = ['Sandbox']

const Clock = namedObject('Clock', {
  kind: Type.Enum(['PRODUCTION', 'SANDBOX']),
  now: dateTimeSchema,
  aheadSeconds: Type.Integer({ description: 'How far a sandbox lives ahead of the world.' }),
  advancingTo: nullable(dateTimeSchema),
})

const readRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'getClock',
    tags,
    summary: 'What time it is for the account',
    description:
      'A sandbox has a clock of its own that can be moved forward. Elsewhere this is the time of the service.',
    response: { 200: Clock },
  },
} as const

const advanceRoute = {
  config: { right: 'administer' },
  schema: {
    operationId: 'advanceClock',
    tags,
    summary: 'Let time pass in a sandbox account',
    description:
      'Every day up to the given moment is lived through: expiries, reminders, renewals, announcements and all else that time brings, mails included. The answer comes at once; ask for the clock to see when it has arrived. There is no way back.',
    body: Type.Object({
      to: Type.Optional(
        Type.String({
          minLength: 19,
          maxLength: 40,
          description: 'yyyy-MM-ddTHH:mm:ss in UTC, with or without Z.',
        }),
      ),
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: farthestDays })),
    }),
    response: { 202: Clock },
  },
} as const

/** The time of an account, and of a sandbox that runs ahead. */
export const clockRoutes =
  ({ db }: { db: Db }): HttpRoutes =>
  async (app) => {
    app.get('/clock', readRoute, ({ scope }) => db.read(scope, (tx) => readClock(tx, scope)))

    app.post('/clock/advance', advanceRoute, async (request, reply) =>
      write(db, request, reply, {
        status: 202,
        work: async (tx) => {
          const { now } = await readClock(tx, request.scope)
          return startJourney(tx, request.scope, targetOf(request.body, new Date(`${now}Z`)))
        },
      }),
    )
  }

function targetOf({ to, days }: { to?: string; days?: number }, now: Date): Date {
  if ((to === undefined) === (days === undefined)) throw new AppError('CLOCK_TARGET_UNCLEAR')
  if (days !== undefined) return new Date(now.getTime() + days * 86_400_000)
  const parsed = parseEventSecond(to ?? '')
  if (!parsed) throw new AppError('CLOCK_TARGET_UNCLEAR')
  return parsed
}
