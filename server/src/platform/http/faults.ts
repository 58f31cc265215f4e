import type { FastifyRequest } from 'fastify'
import { AppError } from '../kernel/index.ts'
import { validationProblem } from './field-faults.ts'
import type { HttpLimits } from './options.ts'

interface Fault {
  code?: unknown
  statusCode?: unknown
  validation?: Parameters<typeof validationProblem>[0]
  validationContext?: string
}

const connectionFaults = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'])

/** PostgreSQL's five-character states, and the errors of the socket to it. */
function databaseFault(code: string, error: Error): AppError | null {
  const cause = { cause: error }
  if (/^08|^57P0/.test(code)) return new AppError('DATABASE_UNAVAILABLE', {}, cause)
  if (code === '53100') return new AppError('STORAGE_FULL', {}, cause)
  if (code === '53300' || code === '57014' || code === '53200') return new AppError('OVERLOADED', {}, cause)
  if (code === '40001' || code === '40P01' || code === '55P03')
    return new AppError('WRITE_CONFLICT', {}, cause)
  if (connectionFaults.has(code) && 'syscall' in error) return new AppError('DATABASE_UNAVAILABLE', {}, cause)
  return null
}

// pg reports these without a code.
const lostConnection = /^(Connection terminated|timeout exceeded when trying to connect|Client was closed)/

/** Whatever was thrown, as one of the catalogue's problems. */
export function toProblem(error: unknown, request: FastifyRequest, limits: HttpLimits): AppError {
  if (error instanceof AppError) return error
  if (!(error instanceof Error)) return new AppError('INTERNAL', {}, { cause: error })
  const fault = error as Error & Fault
  if (fault.validation !== undefined) {
    return validationProblem(fault.validation, fault.validationContext ?? 'body', request.language)
  }
  if (typeof fault.code === 'string') {
    const known = frameworkFault(fault.code, request, limits) ?? databaseFault(fault.code, error)
    if (known !== null) return known
  }
  if (lostConnection.test(error.message)) return new AppError('DATABASE_UNAVAILABLE', {}, { cause: error })
  if (fault.statusCode === 400) return new AppError('REQUEST_MALFORMED', {}, { cause: error })
  return new AppError('INTERNAL', {}, { cause: error })
}

function frameworkFault(code: string, request: FastifyRequest, limits: HttpLimits): AppError | null {
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return bodyTooLarge(request.plan?.bodyLimit ?? limits.bodyBytes)
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('CONTENT_TYPE_UNSUPPORTED', {
        expected: formatContentTypes(request.plan?.contentTypes),
      })
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_BAD_URL':
      return new AppError('REQUEST_MALFORMED')
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new AppError('URI_TOO_LONG')
    case 'FST_ERR_NOT_FOUND':
      return new AppError('ROUTE_NOT_FOUND')
    default:
      return null
  }
}

export function bodyTooLarge(limit: number): AppError {
  return new AppError('BODY_TOO_LARGE', { maxKiB: Math.floor(limit / 1024) })
}

export function formatContentTypes(contentTypes: readonly string[] | null | undefined): string {
  return (contentTypes ?? ['application/json']).join(', ')
}
