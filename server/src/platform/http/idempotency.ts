import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { AppError, type Scope } from '../kernel/index.ts'
import type { ReadTx, Tx } from '../db/index.ts'

/** One request under one key: whose it is, and a digest to tell it from another request under the same key. */
export interface KeyedRequest {
  readonly scope: Scope
  readonly principal: string
  readonly key: string
  readonly hash: Buffer
}

export interface StoredAnswer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string
}

/** Null without a key, or where keys mean nothing: only POST is not idempotent by itself. */
export function keyedRequest(request: FastifyRequest, fingerprint = ''): KeyedRequest | null {
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
export async function holdKey(tx: Tx, keyed: KeyedRequest): Promise<void> {
  const name = JSON.stringify(['idempotency', keyed.scope.accountId, keyed.principal, keyed.key])
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as held`.execute(tx)
  if (rows[0]?.held === true) return
  throw new AppError('IDEMPOTENCY_IN_PROGRESS', {}, { headers: { 'retry-after': '1' } })
}

export async function findAnswer(tx: ReadTx, keyed: KeyedRequest): Promise<StoredAnswer | null> {
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

export async function storeAnswer(tx: Tx, keyed: KeyedRequest, answer: StoredAnswer): Promise<void> {
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
