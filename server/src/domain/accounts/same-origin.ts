import type { FastifyRequest } from 'fastify'
import { AppError } from '../../platform/kernel/index.ts'

export const originHeader = 'x-vigie-client'

/**
 * The session cookie is sent by the browser on its own, so a request that rests on it must show that our
 * page made it: a header no foreign page can add without our leave, and no foreign origin.
 */
export function requireOwnPage(request: FastifyRequest, publicUrl: string): void {
  requireOwnOrigin(request, publicUrl)
  if (request.headers[originHeader] === undefined) {
    throw new AppError('HEADER_INVALID', { header: originHeader })
  }
}

export function requireOwnOrigin(request: FastifyRequest, publicUrl: string): void {
  const { origin } = request.headers
  if (origin !== undefined && !isOwn(origin, request.headers.host, publicUrl)) {
    throw new AppError('HEADER_INVALID', { header: 'origin' })
  }
}

/** The same machine may be reached under several names; the page then has the name the request bears. */
function isOwn(origin: string, host: string | undefined, publicUrl: string): boolean {
  if (origin === new URL(publicUrl).origin) return true
  return host !== undefined && URL.canParse(origin) && new URL(origin).host === host
}
