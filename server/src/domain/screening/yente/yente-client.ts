import { Type, type Static } from 'typebox'
import {
  createOutbound,
  type Outbound,
  type OutboundAnswer,
  type OutboundOptions,
} from '../../references/index.ts'
import type { YenteQuery } from './yente-query.ts'

const text = Type.Optional(Type.Union([Type.String(), Type.Null()]))
const count = Type.Optional(Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]))

const Dataset = Type.Object({
  name: Type.String(),
  /** What is published, which may not be indexed yet. */
  version: text,
  /** What is indexed; null also for a dataset that is indexed as part of another. */
  index_version: text,
  updated_at: text,
  last_export: text,
  entity_count: count,
  children: Type.Optional(Type.Array(Type.String())),
})
export type YenteDataset = Static<typeof Dataset>
const Catalogue = Type.Object({ datasets: Type.Array(Dataset) })

const Result = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 500 }),
  schema: Type.String({ minLength: 1 }),
  caption: Type.Optional(Type.String()),
  properties: Type.Record(Type.String(), Type.Array(Type.Unknown())),
  referents: Type.Optional(Type.Array(Type.String())),
  score: Type.Number({ minimum: 0, maximum: 1 }),
})
const Matched = Type.Object({
  responses: Type.Record(
    Type.String(),
    Type.Object({
      status: Type.Optional(Type.Integer()),
      results: Type.Array(Result),
      total: Type.Object({ value: Type.Integer({ minimum: 0 }) }),
    }),
  ),
})

export interface YenteMatches {
  readonly results: readonly Static<typeof Result>[]
  /** How many there are, those beyond the limit too. */
  readonly total: number
}

export interface YenteQuestion {
  readonly dataset: string
  readonly queries: readonly YenteQuery[]
  /** Results that score no more are left out by the service. */
  readonly threshold: number
  /** Most results of each query. */
  readonly limit: number
}

export interface Yente {
  /** Its catalogue. */
  datasets(signal?: AbortSignal): Promise<readonly YenteDataset[]>
  /** An answer for each query, in their order, or a fault: half an answer is none. */
  match(question: YenteQuestion): Promise<YenteMatches[]>
}

/** Silence, refusal or half an answer: nothing is known, least of all that nobody was found. */
export class YenteFault extends Error {
  override name = 'YenteFault'
}

export interface YenteOptions {
  readonly url: string
  readonly apiKey: string | null
  readonly algorithm: string
  readonly timeoutMs: number
  readonly requestsPerSecond: number
}

// A catalogue has some megabytes, and so have the entities that fifty common names meet.
const maxBytes = 64 * 1024 * 1024

export function createYente(options: YenteOptions, outbound: Partial<OutboundOptions> = {}): Yente {
  const { url, apiKey, algorithm, timeoutMs, requestsPerSecond } = options
  const service = createOutbound({
    timeoutMs,
    maxBytes,
    perSecond: requestsPerSecond,
    ...outbound,
    name: 'yente',
    dependency: 'screening',
    baseUrl: url,
    headers: apiKey === null ? {} : { authorization: `ApiKey ${apiKey}` },
  })
  return {
    datasets: async (signal) => {
      const asked = { path: 'catalog', schema: Catalogue, notFound: [], ...(signal && { signal }) }
      return valueOf(await service.ask(asked)).datasets
    },
    match: (question) => askMatch(service, algorithm, question),
  }
}

async function askMatch(
  service: Outbound,
  algorithm: string,
  { dataset, queries, threshold, limit }: YenteQuestion,
): Promise<YenteMatches[]> {
  const answer = await service.ask({
    method: 'POST',
    path: `match/${encodeURIComponent(dataset)}`,
    query: { algorithm, limit: String(limit), threshold: String(threshold), cutoff: String(threshold) },
    body: { queries: Object.fromEntries(queries.map((query, place) => [`q${place}`, query])) },
    schema: Matched,
    notFound: [],
  })
  const { responses } = valueOf(answer)
  return queries.map((_query, place) => {
    const found = responses[`q${place}`]
    if (found === undefined || (found.status ?? 200) !== 200) {
      throw new YenteFault('yente: the answer leaves out some of what was asked')
    }
    return { results: found.results, total: found.total.value }
  })
}

function valueOf<T>(answer: OutboundAnswer<T>): T {
  if (answer.kind === 'OK') return answer.value
  throw new YenteFault(answer.kind === 'UNAVAILABLE' ? answer.reason : 'yente: no such thing')
}
