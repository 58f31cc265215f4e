import type { FastifyReply, FastifyRequest } from 'fastify'
import { problemBody, type AppError, type ProblemCode } from '../kernel/index.ts'
import { fieldSentence } from './field-faults.ts'
import { toProblem } from './faults.ts'
import { defaultLimits, type HttpLimits } from './options.ts'

export const problemType = 'application/problem+json; charset=utf-8'

/** What a fault means, noted and logged: for those who tell it in another form than ours. */
export function noteFault(
  error: unknown,
  request: FastifyRequest,
  limits: HttpLimits = defaultLimits,
): { readonly problem: AppError; readonly headers: Record<string, string> } {
  const problem = toProblem(error, request, limits)
  request.problemCode = problem.code
  logFault(problem, request)
  const headers = { ...customary(problem.code, problem.status), ...problem.headers }
  return {
    problem,
    headers: leavesBodyUnread(request, limits) ? { ...headers, connection: 'close' } : headers,
  }
}

/** The one place where a fault becomes an answer. */
export function answerProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  limits: HttpLimits,
): void {
  const { problem, headers } = noteFault(error, request, limits)
  // Half of another answer is out already: whoever reads it learns from the cut that it is not whole.
  if (reply.raw.headersSent) {
    reply.hijack().raw.destroy()
    return
  }
  const { language } = request
  for (const fault of problem.errors ?? []) fault.message ||= fieldSentence(fault.code, language)
  const body = problemBody(problem, language, request.id)
  void reply
    .code(problem.status)
    .headers(headers)
    .header('content-type', problemType)
    .header('content-language', language)
    .header('vary', reply.hasHeader('vary') ? 'Origin, Accept-Language' : 'Accept-Language')
    .header('cache-control', 'no-store')
  void reply.send(JSON.stringify(body))
}

function customary(code: ProblemCode, status: number): Record<string, string> {
  if (code === 'AUTH_TOKEN_MISSING') return { 'www-authenticate': 'Bearer' }
  if (status === 401) return { 'www-authenticate': 'Bearer error="invalid_token"' }
  if (code === 'WRITE_CONFLICT') return { 'retry-after': '1' }
  // Spread over a few seconds, or all refused clients come back in the same instant.
  if (status === 503) return { 'retry-after': String(1 + Math.floor(Math.random() * 5)) }
  return {}
}

/** Reading the rest of a large or endless body only to throw it away would be a gift to whoever sends it. */
function leavesBodyUnread(request: FastifyRequest, limits: HttpLimits): boolean {
  const { raw } = request
  if (raw.complete) return false
  const length = Number(raw.headers['content-length'])
  return raw.headers['transfer-encoding'] !== undefined || length > limits.bodyBytes
}

function logFault(problem: AppError, request: FastifyRequest): void {
  const about = { code: problem.code, err: problem.cause ?? problem }
  if (problem.status === 500) request.log.error(about, 'request failed')
  else if (problem.status > 500 && problem.cause !== undefined) request.log.warn(about, 'request refused')
}
