import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db, Tx } from '../db/index.ts'
import {
  findAnswer,
  holdKey,
  keyedRequest,
  storeAnswer,
  type KeyedRequest,
  type StoredAnswer,
} from './idempotency.ts'
import { sendJsonText } from './json-text.ts'

type Status = 200 | 201 | 202 | 204

export interface WriteRoute<Prepared, Answer> {
  readonly status?: Status | ((answer: Answer) => Status)
  /** Network work: before the transaction, and not at all for a request that was already answered. */
  readonly prepare?: () => Promise<Prepared>
  readonly work: (tx: Tx, prepared: Prepared) => Promise<Answer>
  /** Location, ETag: kept with the answer, so that a replay carries them too. */
  readonly headers?: (answer: Answer) => Record<string, string>
  /** For an answer whose JSON text exists already; by default the answer is serialised by the route's schema. */
  readonly body?: (answer: Answer) => string
  /** Stands for a body that is streamed and therefore not in `request.body`. */
  readonly fingerprint?: string
}

/**
 * The body of every writing route: one transaction for the change, its events and the remembered answer.
 * A failed request leaves nothing, its key included.
 */
export async function write<Answer, Prepared = undefined>(
  db: Pick<Db, 'read' | 'write'>,
  request: FastifyRequest,
  reply: FastifyReply,
  route: WriteRoute<Prepared, Answer>,
): Promise<FastifyReply> {
  const keyed = keyedRequest(request, route.fingerprint)
  const known = keyed && (await db.read(request.scope, (tx) => findAnswer(tx, keyed)))
  if (known !== null) return replay(reply, known)
  const prepared = (await route.prepare?.()) as Prepared
  let replayed = false
  const answer = await db.write(request.scope, async (tx) => {
    const earlier = keyed && (await takeKey(tx, keyed))
    replayed = earlier !== null
    if (earlier !== null) return earlier
    const made = serialised(reply, route, await route.work(tx, prepared))
    if (keyed !== null) await storeAnswer(tx, keyed, made)
    return made
  })
  return replayed ? replay(reply, answer) : send(reply, answer)
}

/** The first request may have ended between our look and our lock: look again while holding it. */
async function takeKey(tx: Tx, keyed: KeyedRequest): Promise<StoredAnswer | null> {
  await holdKey(tx, keyed)
  return findAnswer(tx, keyed)
}

function serialised<P, A>(reply: FastifyReply, route: WriteRoute<P, A>, answer: A): StoredAnswer {
  const { status: given = 200 } = route
  const status = typeof given === 'function' ? given(answer) : given
  reply.code(status)
  const text = route.body ?? ((made: A) => textOf(reply.serialize(made)))
  const body = status === 204 ? '' : text(answer)
  return { status, headers: route.headers?.(answer) ?? {}, body }
}

function textOf(json: string | ArrayBuffer | Buffer): string {
  return typeof json === 'string' ? json : Buffer.from(json as ArrayBuffer).toString()
}

function replay(reply: FastifyReply, answer: StoredAnswer): FastifyReply {
  return send(reply.header('idempotency-replayed', 'true'), answer)
}

function send(reply: FastifyReply, answer: StoredAnswer): FastifyReply {
  reply.code(answer.status).headers(answer.headers)
  return answer.status === 204 ? reply.send() : sendJsonText(reply, answer.body)
}
