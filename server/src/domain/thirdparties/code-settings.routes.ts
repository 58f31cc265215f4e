import { Type } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import { write, type HttpRoutes } from '../../platform/http/index.ts'
import { keepsCodesUnique, setUniqueCodes } from './set-unique-codes.ts'

const tags = ['Third parties']

const CodeSettings = Type.Object({
  uniqueCodes: Type.Boolean({
    description: 'Whether two companies may not share a code; archived companies keep theirs.',
  }),
})

const getSchema = {
  operationId: 'getCodeSettings',
  tags,
  summary: 'Whether codes are unique in the account',
  description: 'Where codes are unique, companies can be read, added and changed by their code.',
  response: { 200: CodeSettings },
} as const
const patchSchema = {
  operationId: 'changeCodeSettings',
  tags,
  summary: 'Make codes unique in the account, or let them repeat',
  description:
    'Refused while companies share a code. In a portfolio of a hundred thousand it takes some seconds, during which nobody can add a company.',
  body: CodeSettings,
  response: { 200: CodeSettings },
} as const

export const codeSettingsRoutes =
  ({ db }: { readonly db: Db }): HttpRoutes =>
  async (app) => {
    app.get('/code-settings', { config: { right: 'read' }, schema: getSchema }, async ({ scope }) => ({
      uniqueCodes: await db.read(scope, (tx) => keepsCodesUnique(tx, scope)),
    }))
    app.patch(
      '/code-settings',
      { config: { right: 'administer' }, schema: patchSchema },
      async (request, reply) => {
        const { uniqueCodes } = request.body
        return write(db, request, reply, {
          work: async (tx) => {
            await setUniqueCodes(tx, request.scope, uniqueCodes)
            return { uniqueCodes }
          },
        })
      },
    )
  }
