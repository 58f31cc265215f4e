import { Type } from 'typebox'
import type { Db } from '../../../../platform/db/index.ts'
import { pathId, write, type HttpRoutes } from '../../../../platform/http/index.ts'
import { AppError } from '../../../../platform/kernel/index.ts'
import { requestVerification } from './request-verification.ts'

const verifyRoute = {
  config: { right: 'manage' },
  schema: {
    operationId: 'verifyResponse',
    tags: ['Answers'],
    summary: 'Have the files of an answer verified by the verification provider, or verified again',
    description:
      'The result appears among the metadata of each file (doccheck_status, doccheck_reference, doccheck_date), and the report as an evidence of its own.',
    params: Type.Object({ responseId: pathId }),
    response: {
      202: Type.Object({
        responseId: Type.Integer(),
        files: Type.Array(Type.Integer(), { description: 'The evidences that are being verified.' }),
      }),
    },
  },
} as const

export const verificationRoutes =
  ({ db, verifies }: { readonly db: Db; readonly verifies: boolean }): HttpRoutes =>
  async (app) => {
    app.post('/responses/:responseId/verify', verifyRoute, async (request, reply) => {
      const { responseId } = request.params
      return write(db, request, reply, {
        status: 202,
        work: async (tx) => {
          const files = await requestVerification(tx, request.scope, responseId)
          if (!verifies) throw new AppError('VERIFICATION_OFF')
          return { responseId, files }
        },
      })
    })
  }
