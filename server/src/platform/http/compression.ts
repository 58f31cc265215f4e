import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

export type Coding = 'br' | 'gzip'

// Below this, what is saved is less than what the headers take.
const worthwhileBytes = 1_024
// Measured on lists: each next step costs twice the time for a tenth of the bytes.
const usualEffort: Record<Coding, number> = { br: 4, gzip: 3 }
const text = /^(application\/([\w.+-]+\+)?json|text\/calendar)\b/i
const pack = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/**
 * Packs JSON for clients that can read it so. Streams pass as they are: files are packed already, parts of them are
 * counted in their own bytes, and an event must not wait for the next.
 */
export function compressAnswers(app: FastifyInstance): void {
  // With a callback: a promise for each answer would cost the small ones, which pass untouched.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isCompressible(reply, payload)) return done(null, payload)
    addVary(reply, 'Accept-Encoding')
    const coding = isSafe(request) ? chooseCoding(request.headers['accept-encoding']) : null
    if (coding === null) return done(null, payload)
    markCoding(reply, coding)
    compress(payload, coding).then((bytes) => done(null, bytes), done)
  })
}

/** The bytes of an answer in one coding; more effort is for what is kept and sent many times. */
export function compress(
  payload: string | Buffer,
  coding: Coding,
  effort = usualEffort[coding],
): Promise<Buffer> {
  if (coding === 'gzip') return pack.gzip(payload, { level: effort })
  const size = Buffer.byteLength(payload)
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants
  return pack.br(payload, { params: { [BROTLI_PARAM_QUALITY]: effort, [BROTLI_PARAM_SIZE_HINT]: size } })
}

/**
 * Equal bytes are what a strong tag promises, and packed ones are others: the tag becomes a weak one of the same
 * version, which If-None-Match and If-Match take as well.
 */
export function markCoding(reply: FastifyReply, coding: Coding): void {
  const tag = reply.getHeader('etag')
  if (typeof tag === 'string' && !tag.startsWith('W/')) reply.header('etag', `W/${tag}`)
  reply.header('content-encoding', coding).removeHeader('content-length')
}

export function addVary(reply: FastifyReply, name: string): void {
  const varies = String(reply.getHeader('vary') ?? '')
  const names = varies.split(',').map((one) => one.trim().toLowerCase())
  if (names.includes(name.toLowerCase()) || varies === '*') return
  reply.header('vary', varies === '' ? name : `${varies}, ${name}`)
}

/** The coding a client likes best of the two we write; brotli among equals, null when it named neither. */
export function chooseCoding(header: string | string[] | undefined): Coding | null {
  if (typeof header !== 'string' || header.length > 500) return null
  const weights = new Map<string, number>()
  for (const item of header.split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase())
    const written = parameters.find((part) => part.startsWith('q='))
    const weight = written === undefined ? 1 : Number(written.slice(2))
    weights.set(name, weight > 0 && weight <= 1 ? weight : 0)
  }
  const weightOf = (coding: Coding) => weights.get(coding) ?? weights.get('*') ?? 0
  const best = weightOf('br') >= weightOf('gzip') ? 'br' : 'gzip'
  return weightOf(best) > 0 ? best : null
}

function isCompressible(reply: FastifyReply, payload: unknown): payload is string | Buffer {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return false
  const { statusCode } = reply
  if (payload.length < worthwhileBytes || statusCode === 206 || reply.hasHeader('content-encoding'))
    return false
  return text.test(String(reply.getHeader('content-type') ?? ''))
}

/**
 * The length of a packed answer tells something of it to who can listen, guess and have the browser of somebody else
 * ask again. A page of strangers cannot add a token to what it asks; a cookie goes along by itself.
 */
function isSafe({ headers }: FastifyRequest): boolean {
  return headers.authorization !== undefined || headers.cookie === undefined
}
