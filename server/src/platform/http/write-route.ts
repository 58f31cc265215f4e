import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db, ReadTx, Tx } from '../db/index.ts'
import { AppError, type Scope } from '../kernel/index.ts'
import type { Answered, SharedWrite, StoredAnswer } from './shared-writes.ts'

type Status = 200 | 201 | 202 | 204

export interface WriteRoute<Prepared, Answer> {
  readonly status?: Status | ((answer: Answer) => Status)
  /** Network work: before the transaction, and not at all for a request that was already answered. */
  readonly prepare?: () => Promise<Prepared>
  readonly work: (tx: Tx, prepared: Prepared) => Promise<Answer>
  /** The same work for several requests of one caller in one transaction; null for a request that shares none. */
  readonly share?: (prepared: Prepared) => SharedWrite<Answer> | null
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
  const keyed = readKeyedRequest(request, route.fingerprint)
  const known = keyed && (await db.read(request.scope, (tx) => findAnswer(tx, keyed)))
  if (known !== null) return replay(reply, known)
  const prepared = (await route.prepare?.()) as Prepared
  const keep = async (tx: Tx, answer: Answer): Promise<StoredAnswer> => {
    const stored = serialiseAnswer(reply, route, answer)
    if (keyed !== null) await storeAnswer(tx, keyed, stored)
    return stored
  }
  const alone = (): Promise<Answered> =>
    db.write(request.scope, async (tx) => {
      const earlier = keyed && (await takeKey(tx, keyed))
      if (earlier !== null) return { stored: earlier, isReplay: true }
      return { stored: await keep(tx, await route.work(tx, prepared)), isReplay: false }
    })
  const begin = async (tx: Tx) => {
    // Another request with this key was faster: by itself, this one finds its answer.
    if (keyed !== null && (await takeKey(tx, keyed)) !== null) throw new AppError('WRITE_CONFLICT')
  }
  const shared = route.share?.(prepared)
  const { stored, isReplay } = shared
    ? await shared({ scope: request.scope, begin, keep, alone })
    : await alone()
  return isReplay ? replay(reply, stored) : sendStored(reply, stored)
}

/** The first request may have ended between our look and our lock: look again while holding it. */
async function takeKey(tx: Tx, keyed: KeyedRequest): Promise<StoredAnswer | null> {
  await lockIdempotencyKey(tx, keyed)
  return findAnswer(tx, keyed)
}

function serialiseAnswer<P, A>(reply: FastifyReply, route: WriteRoute<P, A>, answer: A): StoredAnswer {
  const { status: given = 200 } = route
  const status = typeof given === 'function' ? given(answer) : given
  reply.code(status)
  const text = route.body ?? ((stored: A) => toText(reply.serialize(stored)))
  const body = status === 204 ? '' : text(answer)
  return { status, headers: route.headers?.(answer) ?? {}, body }
}

function toText(json: string | ArrayBuffer | Buffer): string {
  return typeof json === 'string' ? json : Buffer.from(json as ArrayBuffer).toString()
}

function replay(reply: FastifyReply, answer: StoredAnswer): FastifyReply {
  return sendStored(reply.header('idempotency-replayed', 'true'), answer)
}

function sendStored(reply: FastifyReply, answer: StoredAnswer): FastifyReply {
  reply.code(answer.status).headers(answer.headers)
  return answer.status === 204 ? reply.send() : sendJsonText(reply, answer.body)
}

/** One request under one key: whose it is, and a digest to tell it from another request under the same key. */
interface KeyedRequest {
  readonly scope: Scope
  readonly principal: string
  readonly key: string
  readonly hash: Buffer
}

/** Null without a key, or where keys mean nothing: only POST is not idempotent by itself. */
function readKeyedRequest(request: FastifyRequest, fingerprint = ''): KeyedRequest | null {
  const key = request.headers['idempotency-key']
  if (key === undefined || request.method !== 'POST') return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw new AppError('IDEMPOTENCY_KEY_INVALID')
  const hash = createHash('sha256')
    .update(JSON.stringify([request.method, request.url, request.body ?? null, fingerprint]))
    .digest()
  if (request.identity === null) throw new Error('Nobody is known whose key this could be.')
  return { scope: request.scope, principal: request.identity.principal.key, key, hash }
}

/** Held until the end of the transaction; whoever comes meanwhile is told to come back. */
async function lockIdempotencyKey(tx: Tx, keyed: KeyedRequest): Promise<void> {
  const name = JSON.stringify(['idempotency', keyed.scope.accountId, keyed.principal, keyed.key])
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as held`.execute(tx)
  if (rows[0]?.held === true) return
  throw new AppError('IDEMPOTENCY_IN_PROGRESS', {}, { headers: { 'retry-after': '1' } })
}

async function findAnswer(tx: ReadTx, keyed: KeyedRequest): Promise<StoredAnswer | null> {
  const row = await tx
    .selectFrom('idempotency_key')
    .select(['request_hash', 'status', 'headers', 'body'])
    .where('account_id', '=', keyed.scope.accountId)
    .where('principal', '=', keyed.principal)
    .where('key', '=', keyed.key)
    .executeTakeFirst()
  if (row === undefined) return null
  if (!row.request_hash.equals(keyed.hash)) throw new AppError('IDEMPOTENCY_KEY_REUSED')
  return { status: row.status, headers: row.headers as Record<string, string>, body: row.body }
}

async function storeAnswer(tx: Tx, keyed: KeyedRequest, answer: StoredAnswer): Promise<void> {
  await tx
    .insertInto('idempotency_key')
    .values({
      account_id: keyed.scope.accountId,
      principal: keyed.principal,
      key: keyed.key,
      request_hash: keyed.hash,
      status: answer.status,
      headers: JSON.stringify(answer.headers),
      body: answer.body,
    })
    .execute()
}

export async function purgeIdempotencyKeys(
  tx: Tx,
  scope: Pick<Scope, 'accountId'>,
  before: Date,
): Promise<number> {
  const result = await tx
    .deleteFrom('idempotency_key')
    .where('account_id', '=', scope.accountId)
    .where('created_at', '<', before)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** For answers whose JSON exists already: no parsing, no serialising. */
export function sendJsonText(reply: FastifyReply, text: string | Buffer): FastifyReply {
  return reply.header('content-type', 'application/json; charset=utf-8').send(text)
}

/** Without a body: a null would go out as the text "null". */
export function sendNothing(reply: FastifyReply, status: 202 | 204): FastifyReply {
  return reply.code(status).send()
}
