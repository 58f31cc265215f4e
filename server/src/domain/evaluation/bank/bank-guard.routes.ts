import { Type } from 'typebox'
import type { Db } from '../../../platform/db/index.ts'
import { etag, versionCheck, write, type HttpRoutes, namedObject } from '../../../platform/http/index.ts'
import { bankGuard, changeBankGuard, type BankGuard } from './bank-guard.ts'

const tags = ['Review']
const days = (description: string) => Type.Integer({ minimum: 0, maximum: 3660, description })

const Guard = namedObject('BankGuard', {
  enabled: Type.Boolean({
    description: 'Whether bank details that replace accepted ones take two people and a call to the company.',
  }),
  recentChangeDays: days('A change so soon after another one is pointed out.'),
  newContactDays: days('A sender who became a contact so recently is pointed out.'),
})

const getSchema = {
  operationId: 'getBankGuard',
  tags,
  summary: 'What happens when bank details replace accepted ones',
  description:
    'Tells whether changed bank details need a second look before they are accepted, and what counts as recent.',
  response: { 200: Guard },
} as const
const patchSchema = {
  operationId: 'changeBankGuard',
  tags,
  summary: 'Change what happens when bank details replace accepted ones',
  description: 'It holds for what is decided from now on.',
  body: Type.Partial(Guard, { minProperties: 1 }),
  response: { 200: Guard },
} as const

const tag = ({ version }: BankGuard) => ({ etag: etag(version) })

export const bankGuardRoutes =
  ({ db }: { readonly db: Db }): HttpRoutes =>
  async (app) => {
    app.get('/bank-guard', { config: { right: 'read' }, schema: getSchema }, async ({ scope }, reply) => {
      const { version, ...guard } = await db.read(scope, (tx) => bankGuard(tx, scope))
      reply.headers({ etag: etag(version) })
      return guard
    })
    app.patch(
      '/bank-guard',
      { config: { right: 'administer', stepUp: true }, schema: patchSchema },
      async (request, reply) =>
        write(db, request, reply, {
          work: (tx) => changeBankGuard(tx, request.scope, request.body, versionCheck(request)),
          headers: tag,
        }),
    )
  }
