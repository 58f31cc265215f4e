import type { FastifyReply, FastifyRequest } from 'fastify'

const shownSecrets = new WeakMap<FastifyRequest, Record<string, string>>()

/**
 * Answers to requests with an Idempotency-Key are kept for two days. A secret must not be kept, so it joins
 * the answer only on its way out: a replay shows everything but the secret.
 */
export function showOnce(request: FastifyRequest, secrets: Record<string, string>): void {
  shownSecrets.set(request, secrets)
}

export async function createSecretOnce(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  const secrets = shownSecrets.get(request)
  // After a fault there is nothing to show: what the secret was made for was rolled back.
  if (!secrets || typeof payload !== 'string' || reply.statusCode >= 300) return payload
  return JSON.stringify({ ...(JSON.parse(payload) as object), ...secrets })
}
