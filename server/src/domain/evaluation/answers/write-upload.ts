import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../../platform/db/index.ts'
import { write, type WriteRoute } from '../../../platform/http/index.ts'
import { AppError } from '../../../platform/kernel/index.ts'
import type { Received } from './receive-upload.ts'

/**
 * A write whose files are in the store already. They are removed when it is certain that nothing names them:
 * after a refusal, or when the answer was given before. After any other fault the commit may have happened, and
 * what it did not name is left to the sweep.
 */
export async function writeUpload<Answer>(
  { db, received }: { readonly db: Db; readonly received: Received },
  request: FastifyRequest,
  reply: FastifyReply,
  route: Omit<WriteRoute<undefined, Answer>, 'fingerprint' | 'prepare'>,
): Promise<FastifyReply> {
  let worked = false
  try {
    const answer = await write(db, request, reply, {
      ...route,
      fingerprint: received.fingerprint,
      work: (tx) => {
        worked = true
        return route.work(tx, undefined)
      },
    })
    if (!worked) await received.discard()
    return answer
  } catch (error) {
    if (error instanceof AppError && error.status < 500) await received.discard()
    throw error
  }
}
