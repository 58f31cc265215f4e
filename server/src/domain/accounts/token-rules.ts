import { Buffer } from 'node:buffer'
import { AppError } from '../../platform/kernel/index.ts'

export const accessTokenAlgorithm = 'EdDSA'
export const accessTokenType = 'at+jwt'
export const clientTokenSeconds = 60 * 60
export const personTokenSeconds = 15 * 60
export const leewaySeconds = 30
export const sessionIdleMs = 30 * 60 * 1000
export const sessionMs = 12 * 60 * 60 * 1000

const maxTokenBytes = 8 * 1024
const jwtShape = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/
// Ours are short; other issuers write theirs as they like.
const kidShape = /^[\w.=+/:-]{1,200}$/
// Headers by which a token would bring or point to its own key, or change how it is to be read.
const refusedHeaders = ['jku', 'jwk', 'x5u', 'crit', 'b64', 'zip', 'enc']

export interface TokenHead {
  algorithm: string
  type: string | null
  kid: string | null
  issuer: string
  payload: Record<string, unknown>
}

/** One answer for whatever is wrong with a token: a forger learns nothing from it. */
export function invalidToken(): AppError {
  return new AppError('AUTH_TOKEN_INVALID')
}

/** What a token says of itself before anything is verified: only good for choosing who verifies it. */
export function readTokenHead(token: string): TokenHead {
  if (Buffer.byteLength(token) > maxTokenBytes || !jwtShape.test(token)) throw invalidToken()
  const [headerPart = '', payloadPart = ''] = token.split('.')
  const header = decodePart(headerPart)
  const payload = decodePart(payloadPart)
  if (refusedHeaders.some((name) => Object.hasOwn(header, name))) throw invalidToken()
  const { alg, typ = null, kid = null } = header
  if (typeof alg !== 'string' || (typ !== null && typeof typ !== 'string')) throw invalidToken()
  if (kid !== null && (typeof kid !== 'string' || !kidShape.test(kid))) throw invalidToken()
  if (typeof payload['iss'] !== 'string') throw invalidToken()
  const type = typ === null ? null : typ.toLowerCase()
  return { algorithm: alg, type, kid, issuer: payload['iss'], payload }
}

function decodePart(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // Falls through to the one answer.
  }
  throw invalidToken()
}
