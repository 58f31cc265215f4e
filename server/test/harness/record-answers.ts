import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { threadId } from 'node:worker_threads'
import type { HttpApp } from '../../src/platform/http/index.ts'
import type { RoutePlan } from '../../src/platform/http/types.ts'
import type { GivenAnswer } from '../contract/description.ts'

const folder = process.env['VIGIE_ANSWERS']
const known = new Set<string>()
// Past this a list repeats itself.
const longestBody = 200_000

/**
 * Writes down what the service answers, when the whole suite runs: `scripts/check-answers.ts` compares it with the
 * description. Answers that differ in nothing but digits are written once.
 */
export function recordAnswers(app: HttpApp): void {
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `${process.pid}-${threadId}.jsonl`)
  app.addHook('onSend', async (request, reply, payload) => {
    const { plan } = request.routeOptions.config as { plan?: RoutePlan }
    // No body goes out with these, whatever there was to send.
    const body = [204, 304].includes(reply.statusCode) ? '' : textOf(payload)
    if (plan === undefined || body === null || reply.hasHeader('content-encoding')) return payload
    const answer: GivenAnswer = {
      operationId: plan.key,
      method: request.method,
      status: reply.statusCode,
      type: String(reply.getHeader('content-type') ?? ''),
      body,
    }
    const text = JSON.stringify(answer).replace(/\d/g, '0')
    const key = createHash('sha1').update(`${answer.status} ${text}`).digest('base64')
    if (known.has(key)) return payload
    known.add(key)
    appendFileSync(file, `${JSON.stringify(answer)}\n`)
    return payload
  })
}

/** Of a stream it is enough that there is one; a list that is too long is left out. */
function textOf(payload: unknown): string | null {
  if (payload === null || payload === undefined) return ''
  if (typeof payload === 'string') return payload.length > longestBody ? null : payload
  if (!Buffer.isBuffer(payload)) return 'streamed'
  return payload.length > longestBody ? null : payload.toString()
}
