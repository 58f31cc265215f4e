// The parts of the tus 1.0 protocol (https://tus.io) that are the same for any store: its headers.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HttpApp } from '../../platform/http/index.ts'
import { AppError } from '../../platform/kernel/index.ts'

export const partType = 'application/offset+octet-stream'

const version = '1.0.0'
const algorithms = ['sha1', 'sha256'] as const

interface Checksum {
  readonly algorithm: (typeof algorithms)[number]
  /** Base64. */
  readonly digest: string
}

/** Every answer of the routes registered here names the version, and every request has to. */
export function speakTus(app: HttpApp): void {
  app.addHook('onRequest', async (request) => {
    if (request.method === 'OPTIONS' || request.headers['tus-resumable'] === version) return
    throw new AppError('TUS_VERSION_UNSUPPORTED', { version }, { headers: { 'tus-version': version } })
  })
  app.addHook('onSend', async (request, reply, payload) => {
    reply.header('tus-resumable', version)
    return request.method === 'HEAD' ? null : payload
  })
}

export function describeServer(reply: FastifyReply, maxBytes: number): FastifyReply {
  return reply.code(204).headers({
    'tus-version': version,
    'tus-extension': 'creation,expiration,termination,checksum',
    'tus-max-size': String(maxBytes),
    'tus-checksum-algorithm': algorithms.join(','),
  })
}

export function readLength(request: FastifyRequest): number {
  return readNumber(request, 'upload-length')
}

export function readOffset(request: FastifyRequest): number {
  return readNumber(request, 'upload-offset')
}

function readNumber({ headers }: FastifyRequest, name: string): number {
  const text = headers[name]
  if (typeof text === 'string' && /^\d{1,15}$/.test(text)) return Number(text)
  throw new AppError('HEADER_INVALID', { header: name })
}

const longestMetadata = 4_000

/** Pairs of a name and a value in base64, divided by commas; the value may be left out. */
export function readMetadata({ headers }: FastifyRequest): Map<string, string> {
  const fault = () => new AppError('HEADER_INVALID', { header: 'upload-metadata' })
  const text = headers['upload-metadata']
  if (typeof text !== 'string' || text.length > longestMetadata) throw fault()
  const found = new Map<string, string>()
  for (const pair of text.split(',')) {
    const [, name, value = ''] = /^ *([^ ,]+)(?: ([A-Za-z0-9+/]*={0,2}))? *$/.exec(pair) ?? []
    if (name === undefined || found.has(name)) throw fault()
    found.set(name, decode(value, fault))
  }
  return found
}

function decode(value: string, fault: () => AppError): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'base64'))
  } catch {
    throw fault()
  }
}

export function readChecksum({ headers }: FastifyRequest): Checksum | null {
  const text = headers['upload-checksum']
  if (text === undefined) return null
  const [, name, digest] = /^(\w{1,20}) ([A-Za-z0-9+/]{1,100}={0,2})$/.exec(String(text)) ?? []
  const algorithm = algorithms.find((one) => one === name)
  if (algorithm === undefined || digest === undefined) {
    throw new AppError('HEADER_INVALID', { header: 'upload-checksum' })
  }
  return { algorithm, digest }
}
