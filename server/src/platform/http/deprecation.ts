import type { FastifyReply, FastifyRequest } from 'fastify'

/** What a route says of itself once another takes its place. */
export interface Deprecated {
  /** The days: told since, and answered no more from. */
  readonly since: string
  readonly sunset: string
  /** The operationId of what takes its place. */
  readonly instead: string
}

/** The same, worked out once at start. */
export interface Deprecation extends Deprecated {
  readonly headers: { readonly deprecation: string; readonly sunset: string }
}

const leastMonths = 12
const policyPage = '</docs>; rel="deprecation"; type="text/html"'

/** A date that breaks the promise of docs/versioning.md stops the start. */
export function planDeprecation(name: string, given: Deprecated | undefined): Deprecation | null {
  if (given === undefined) return null
  const [since, sunset] = [readDay(name, given.since), readDay(name, given.sunset)]
  const earliest = new Date(since)
  earliest.setUTCMonth(earliest.getUTCMonth() + leastMonths)
  if (sunset < earliest)
    throw new Error(`${name} ends on ${given.sunset}, less than ${leastMonths} months after ${given.since}.`)
  const seconds = since.getTime() / 1000
  return { ...given, headers: { deprecation: `@${seconds}`, sunset: sunset.toUTCString() } }
}

function readDay(name: string, text: string): Date {
  const day = new Date(`${text}T00:00:00Z`)
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text)
    throw new Error(`${name}: ${text} is no day; write YYYY-MM-DD.`)
  return day
}

/** RFC 9745 and RFC 8594. Told at the very end, for whoever answers sets the link to the next page anew. */
export function tellDeprecation({ headers }: Deprecation) {
  return async (_request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    // HEAD has the hooks of its GET beside its own.
    if (reply.hasHeader('deprecation')) return payload
    const links = [reply.getHeader('link') ?? []].flat()
    void reply.headers({ ...headers, link: [...links, policyPage].join(', ') })
    return payload
  }
}

export function deprecationWords({ since, sunset, instead }: Deprecated): string {
  return `Deprecated since ${since}, and answered until ${sunset} at least: use ${instead} instead.`
}

/** Of the answers of such an operation, in the description; written out, for most descriptions need none. */
export function deprecationHeaders({ headers }: Deprecation): Record<string, object> {
  const text = (description: string, example: string) => ({
    description,
    schema: { type: 'string', examples: [example] },
  })
  return {
    Deprecation: text('Since when the operation is deprecated (RFC 9745).', headers.deprecation),
    Sunset: text('When it may end, at the earliest (RFC 8594).', headers.sunset),
    Link: text('What to read, with rel="deprecation"; the next page, if any, with rel="next".', policyPage),
  }
}
