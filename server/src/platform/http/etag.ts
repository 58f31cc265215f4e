import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../kernel/index.ts'

/** From the row's version: nothing is hashed, and equal versions are equal records. */
export function etag(version: number | string): string {
  return `"${version}"`
}

/** The version of what was written, as a header of the answer. */
export function etagHeader({ version }: { readonly version: number }): { etag: string } {
  return { etag: etag(version) }
}

/**
 * A weak tag counts as the strong one of its version: a packed answer bears it, be it packed here or by a proxy, and
 * what a change is made against is the version, not its bytes.
 */
function tagsOf(header: string): string[] {
  return header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
}

/** Call it once the row is locked; without If-Match the last writer wins, as the client asked. */
export function requireMatch(request: FastifyRequest, current: number | string): void {
  const header = request.headers['if-match']
  if (header === undefined || header.trim() === '*') return
  if (!tagsOf(header).includes(etag(current))) throw new AppError('PRECONDITION_FAILED')
}

/** For a use case, which learns the version only when it holds the row. */
export function versionCheck(request: FastifyRequest): (version: number) => void {
  return (version) => requireMatch(request, version)
}

/** Sets the ETag; true when the client already holds this version and 304 has been set. */
export function isUnchanged(request: FastifyRequest, reply: FastifyReply, version: number | string): boolean {
  const tag = etag(version)
  reply.header('etag', tag).header('cache-control', 'private, no-cache')
  const header = request.headers['if-none-match']
  if (header === undefined) return false
  if (header.trim() !== '*' && !tagsOf(header).includes(tag)) return false
  reply.code(304)
  return true
}
