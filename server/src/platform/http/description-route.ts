import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { addVary, chooseCoding, compress, markCoding, type Coding } from './compression.ts'
import { isUnchanged } from './etag.ts'
import type { LoadGauge } from './load-shedding.ts'

interface Description {
  readonly text: string
  readonly tag: string
  readonly packed: Map<Coding, Promise<Buffer>>
}

// Packed once in the life of a process, hence better than an answer made for one request.
const effort = 9

/** The description never changes while the process lives: written, hashed and packed when first asked for. */
export function describeAt(app: FastifyInstance, path: string, gauge: LoadGauge): void {
  let description: Description | undefined
  app.get(path, { config: { right: 'public' }, schema: { hide: true } }, async (request, reply) => {
    if (description === undefined) {
      const text = JSON.stringify(app.swagger())
      const tag = createHash('sha256').update(text).digest('base64url').slice(0, 22)
      description = { text, tag, packed: new Map() }
      // Once in the life of a process this takes a moment; it must not pass for load and turn others away.
      for (const soonMs of [1, 15]) setTimeout(() => gauge.reset(), soonMs).unref()
    }
    const { text, tag, packed } = description
    const isKnown = isUnchanged(request, reply, tag)
    reply.header('cache-control', 'public, no-cache')
    addVary(reply, 'Accept-Encoding')
    if (isKnown) return reply.send()
    reply.header('content-type', 'application/json; charset=utf-8')
    const coding = chooseCoding(request.headers['accept-encoding'])
    if (coding === null) return reply.send(text)
    const bytes = packed.get(coding) ?? compress(text, coding, effort)
    packed.set(coding, bytes)
    markCoding(reply, coding)
    return reply.send(await bytes)
  })
}
