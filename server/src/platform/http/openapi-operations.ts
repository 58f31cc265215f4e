import { STATUS_CODES } from 'node:http'
import { deprecationHeaders } from './deprecation.ts'
import type { Vocabulary } from './openapi-components.ts'
import { headers, type parameters } from './openapi-parts.ts'
import type { RoutePlan } from './types.ts'

type OperationIds = readonly string[]

/** What operations answer beyond their schemas; the layers above know it. */
export interface ApiFacts {
  readonly vocabulary: Vocabulary
  /** Heed If-Match and answer 412. */
  readonly ifMatch: OperationIds
  /** Their answers carry an ETag. */
  readonly etag: OperationIds
  /** Heed If-None-Match and answer 304. */
  readonly notModified: OperationIds
  /** Heed Range and answer 206 or 416. */
  readonly ranges: OperationIds
  readonly location: OperationIds
  /** Answer HTML. */
  readonly pages: OperationIds
  /** Also answer server-sent events. */
  readonly streams: OperationIds
  /** Statuses of problems, beyond those that any operation of the kind may answer. */
  readonly refusals: Readonly<Record<number, OperationIds>>
  /** Which of them want something else than a bearer token. */
  readonly schemes: Readonly<Record<string, OperationIds>>
  readonly tags: Readonly<Record<string, string>>
  /** A whole body and a whole answer, by operation. */
  readonly examples: Readonly<Record<string, { readonly body?: object; readonly answer?: object }>>
}

export const noFacts: ApiFacts = {
  vocabulary: {},
  ifMatch: [],
  etag: [],
  notModified: [],
  ranges: [],
  location: [],
  pages: [],
  streams: [],
  refusals: {},
  schemes: {},
  tags: {},
  examples: {},
}

type Part = Record<string, unknown>
export interface Answer extends Part {
  description?: string
  content?: Record<string, Part>
  headers?: Part
}
export interface Operation extends Part {
  operationId?: string
  parameters?: Part[]
  responses?: Record<string, Answer>
  security?: unknown[]
  requestBody?: unknown
}
interface Described {
  readonly method: string
  readonly operation: Operation
  readonly plan: RoutePlan | undefined
  readonly id: string
}

/** What any operation of a kind takes and answers is said once here, not on every route. */
export function completeOperation(
  method: string,
  operation: Operation,
  plan: RoutePlan | undefined,
  facts: ApiFacts,
): void {
  const described = { method, operation, plan, id: operation.operationId ?? '' }
  operation.security = securityOf(described, facts)
  operation.parameters = parametersOf(described, facts)
  operation.responses = answersOf(described, facts)
  const shown = facts.examples[described.id]
  showExample(operation.requestBody as Answer | undefined, shown?.body)
  showExample(operation.responses['200'] ?? operation.responses['201'], shown?.answer)
}

function showExample(of: Answer | undefined, example: object | undefined): void {
  const [media] = Object.values(of?.content ?? {})
  if (media !== undefined && example !== undefined) media['example'] = example
}

function securityOf({ plan, id }: Described, facts: ApiFacts): Part[] {
  if (plan !== undefined && plan.right !== 'public') return [{ bearer: [] }, { oauth2: [] }]
  const scheme = Object.entries(facts.schemes).find(([, ids]) => ids.includes(id))
  return scheme === undefined ? [] : [{ [scheme[0]]: [] }]
}

function parametersOf({ method, operation, plan, id }: Described, facts: ApiFacts): Part[] {
  const own = (operation.parameters ?? []).map((one) => (one['in'] === 'path' ? withIdPattern(one) : one))
  const shared: (keyof typeof parameters)[] = ['AcceptLanguage', 'RequestId']
  if (plan?.account === 'path' && method === 'post') shared.push('IdempotencyKey')
  if (facts.ifMatch.includes(id)) shared.push('IfMatch')
  if (facts.notModified.includes(id)) shared.push('IfNoneMatch')
  if (facts.ranges.includes(id)) shared.push('Range')
  if (facts.streams.includes(id)) shared.push('LastEventId')
  return [...own, ...shared.map((name) => ({ $ref: `#/components/parameters/${name}` }))]
}

/** Ids are digits and nothing else, which tells them from the words that stand in their place in other paths. */
function withIdPattern(parameter: Part): Part {
  const schema = parameter['schema'] as Part | undefined
  return schema?.['type'] === 'integer'
    ? { ...parameter, schema: { ...schema, pattern: '^[0-9]+$' } }
    : parameter
}

function answersOf(described: Described, facts: ApiFacts): Record<string, Answer> {
  const { operation, id } = described
  const answers: Record<string, Answer> = {}
  for (const [status, answer] of Object.entries(operation.responses ?? {}))
    answers[status] = /^[23]/.test(status)
      ? completeAnswer(status, answer, described, facts)
      : worded(status, answer)
  if (facts.notModified.includes(id))
    answers['304'] = { description: 'Not Modified', headers: refer(['ETag', 'XRequestId']) }
  if (facts.ranges.includes(id) && answers['200']?.content !== undefined) {
    const extra = refer(['ContentRange', 'ETag', 'XRequestId'])
    answers['206'] = { description: 'Partial Content', content: answers['200'].content, headers: extra }
  }
  for (const status of refusalsOf(described, facts))
    answers[status] ??= { $ref: `#/components/responses/${refusalName(status)}` }
  return answers
}

function completeAnswer(status: string, given: Answer, described: Described, facts: ApiFacts): Answer {
  const answer = worded(status, given)
  const { id } = described
  const content = answer.content?.['application/json']
  if (facts.pages.includes(id) && content !== undefined) answer.content = { 'text/html': content }
  if (facts.streams.includes(id))
    answer.content = { ...answer.content, 'text/event-stream': { schema: { type: 'string' } } }
  const { plan } = described
  return {
    ...answer,
    headers: {
      ...answer.headers,
      ...refer(headersOf(status, described, facts)),
      ...(plan?.deprecation ? deprecationHeaders(plan.deprecation) : {}),
    },
  }
}

function headersOf(
  status: string,
  { method, operation, plan, id }: Described,
  facts: ApiFacts,
): (keyof typeof headers)[] {
  const found: (keyof typeof headers)[] = []
  const takes = (name: string) => (operation.parameters ?? []).some((one) => one['name'] === name)
  if (facts.etag.includes(id)) found.push('ETag')
  if (facts.location.includes(id) && ['201', '202', '303'].includes(status)) found.push('Location')
  if (method === 'get' && takes('cursor')) found.push('Link')
  if (takes('eventOccurrenceStartDate')) found.push('EventsCompleteUntil')
  if (plan?.account === 'path' && method === 'post') found.push('IdempotencyReplayed')
  return found
}

function refer(names: readonly (keyof typeof headers)[]): Part {
  return Object.fromEntries(
    names.map((name) => [headers[name].name, { $ref: `#/components/headers/${name}` }]),
  )
}

function worded(status: string, answer: Answer): Answer {
  const description = answer.description === 'Default Response' ? STATUS_CODES[status] : answer.description
  return {
    ...answer,
    description: description ?? '',
    headers: {
      ...answer.headers,
      ...refer([
        'XRequestId',
        'RateLimit',
        'RateLimitPolicy',
        ...(status === '409' ? (['RetryAfter'] as const) : []),
      ]),
    },
  }
}

function refusalsOf({ method, operation, id }: Described, facts: ApiFacts): string[] {
  const closed = operation.security?.length === 0 ? [] : ['401', '403']
  const changing = method === 'get' ? [] : ['409', '422']
  // Also where no body is wanted: one that comes all the same is refused by its size or kind.
  const reading = method === 'get' ? [] : ['413', '415']
  const versions = facts.ifMatch.includes(id) ? ['412'] : []
  const ranges = facts.ranges.includes(id) ? ['416'] : []
  const own = Object.entries(facts.refusals).flatMap(([status, ids]) => (ids.includes(id) ? [status] : []))
  return [
    '400',
    ...closed,
    '404',
    ...changing,
    ...versions,
    ...reading,
    ...ranges,
    '414',
    '429',
    '500',
    '503',
    ...own,
  ]
}

function refusalName(status: string): string {
  if (status === '401') return 'Unauthorized'
  if (status === '409') return 'Conflict'
  if (status === '429') return 'TooManyRequests'
  return status === '503' ? 'Unavailable' : 'Problem'
}
