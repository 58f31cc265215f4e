import { setTimeout as delay } from 'node:timers/promises'
import { Type } from 'typebox'
import {
  accountRoutes,
  createCursors,
  createHttp,
  PageOf,
  pageQuery,
  pathId,
  problem,
  type HttpApp,
  type HttpOptions,
  type HttpRoutes,
  type Principal,
} from '../../src/platform/http/index.ts'
import { AppError, manualClock, rightsOf, type Role } from '../../src/platform/kernel/index.ts'
import { answerPage } from '../../src/platform/lists/index.ts'
import { patientLimits } from '../harness/patient-limits.ts'

export const account = 7
export const otherAccount = 8
export const path = `/api/v1/account/${account}`
export const clock = manualClock(new Date('2026-03-01T00:00:00Z'))
export const cursors = createCursors(Buffer.alloc(32, 1), clock)

function principal(name: string, held: ReadonlyMap<number, readonly Role[]>): Principal {
  const accounts = new Map([...held].map(([id, roles]) => [id, rightsOf(roles)]))
  return {
    kind: 'API_CLIENT',
    id: 40,
    name,
    key: `client:${name}`,
    accounts,
    units: new Map([...held.keys()].map((id) => [id, 'ALL'])),
    barred: new Map(),
    standing: new Map(),
    confined: false,
    stepUp: new Map(),
    session: null,
    admits: () => true,
    jti: name,
    expiresAt: clock.now(),
  }
}

export const principals: Record<string, Principal> = {
  manager: principal('manager', new Map([[account, ['MANAGER']]])),
  reader: principal('reader', new Map([[account, ['READER']]])),
  both: principal(
    'both',
    new Map([
      [account, ['READER']],
      [otherAccount, ['READER']],
    ]),
  ),
}

export async function authenticate(token: string): Promise<Principal> {
  if (token === 'expired') throw new AppError('AUTH_TOKEN_EXPIRED')
  const known = principals[token]
  if (known === undefined) throw new AppError('AUTH_TOKEN_INVALID')
  return known
}

const Note = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 20 }),
  kind: Type.Optional(Type.Enum(['A', 'B'])),
  count: Type.Optional(Type.Integer({ minimum: 1 })),
  inner: Type.Optional(Type.Object({ deep: Type.Boolean() })),
  either: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  tags: Type.Optional(Type.Array(Type.String(), { maxItems: 3 })),
  comment: Type.Optional(
    Type.String({ maxLength: 5, ...problem({ tooLong: 'COMMENT_TOO_LONG', type: 'COMMENT_TYPE' }) }),
  ),
})

const Reject = Type.Object({
  shareRejectionReason: Type.Boolean(
    problem({ missing: 'SHARE_REJECTION_REASON_MISSING', type: 'SHARE_REJECTION_REASON_TYPE' }),
  ),
})

const notes: HttpRoutes = async (app) => {
  app.get(
    '/notes/:noteId',
    {
      config: { right: 'read' },
      schema: { operationId: 'getNote', params: Type.Object({ noteId: pathId }) },
    },
    async (request) => ({ noteId: request.params.noteId, accountId: request.scope.accountId }),
  )
  app.post(
    '/notes',
    { config: { right: 'manage' }, schema: { operationId: 'addNote', body: Note } },
    async (request) => request.body,
  )
  app.post(
    '/notes/:noteId/reject',
    {
      config: { right: 'manage' },
      schema: {
        operationId: 'rejectNote',
        params: Type.Object({ noteId: pathId }),
        body: Type.Optional(Reject),
      },
    },
    async (request) => request.body,
  )
  app.post(
    '/notes/:noteId/archive',
    { config: { right: 'manage' }, schema: { operationId: 'archiveNote' } },
    async () => ({
      archived: true,
    }),
  )
  app.get(
    '/notes',
    {
      config: { right: 'read' },
      schema: {
        operationId: 'listNotes',
        querystring: Type.Object({
          ...pageQuery(),
          open: Type.Optional(Type.Boolean()),
          names: Type.Optional(Type.Array(Type.String())),
        }),
        response: { 200: PageOf(Type.Object({ id: Type.Integer() })) },
      },
    },
    (request, reply) =>
      answerPage(request, reply, {
        cursors,
        filters: { open: request.query.open },
        read: async ({ after }) => {
          const from = Number(after?.[0] ?? 0)
          return { content: [{ id: from, hidden: 1 }], total: 9, totalIsExact: true, last: [from + 1] }
        },
      }),
  )
  app.get('/slow', { config: { right: 'read' }, schema: { operationId: 'slow' } }, async () => {
    await delay(500)
    return { slow: true }
  })
  app.get('/broken', { config: { right: 'read' }, schema: { operationId: 'broken' } }, async () => {
    throw Object.assign(new Error('duplicate key value: jean@example.test'), {
      code: 'XX000',
      severity: 'ERROR',
    })
  })
  app.get(
    '/state/:code',
    { config: { right: 'read' }, schema: { operationId: 'state' } },
    async (request) => {
      const { code } = request.params as { code: string }
      throw Object.assign(new Error('from the database'), { code, severity: 'ERROR' })
    },
  )
}

export function toyApp(options: Partial<HttpOptions> = {}): HttpApp {
  const app = createHttp({
    db: { system: async (work) => work(undefined as never), waiting: 0 },
    clock,
    authenticate,
    publicUrl: 'https://vigie.example',
    version: '0.0.0',
    log: false,
    ...options,
    limits: { ...patientLimits, ...options.limits },
  })
  accountRoutes(app, notes)
  return app
}

export const as = (token: string) => ({ authorization: `Bearer ${token}` })
