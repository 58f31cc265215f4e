import { STATUS_CODES } from 'node:http'
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { describeAt } from './description-route.ts'
import { catalogue } from '../kernel/index.ts'
import type { LoadGauge } from './load-shedding.ts'
import { nameComponents } from './openapi-components.ts'
import type { HttpOptions } from './options.ts'
import { namedObject } from './schemas.ts'
import type { RoutePlan } from './types.ts'

/** The body of every refusal, for routes that list it among their answers. */
export const Problem = namedObject(
  'Problem',
  {
    type: Type.String({ description: 'Path of the page that explains this problem.' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: 'What happened and what to do, in English or French.' }),
    instance: Type.String({ description: 'Names this one request; give it to the operator.' }),
    code: Type.String({ description: 'Stable; the one member to program against.', title: 'ProblemCode' }),
    retryable: Type.Boolean({ description: 'The same request, unchanged, may succeed later.' }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          pointer: Type.Optional(Type.String()),
          parameter: Type.Optional(Type.String()),
          code: Type.String(),
          message: Type.String(),
        }),
      ),
    ),
  },
  { additionalProperties: true },
)

type Schema = Record<string, unknown>
interface Operation extends Schema {
  responses?: Record<string, { description?: string }>
  security?: unknown[]
  requestBody?: unknown
}
interface Document {
  paths?: Record<string, Record<string, Operation>>
}

const writeHeaders = {
  type: 'object',
  properties: {
    'Idempotency-Key': {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      description: 'The same key and request within 48 hours gets the first answer again.',
    },
  },
}
const stepUpWords = {
  always:
    'People give a fresh second factor or password first (403 STEP_UP_REQUIRED); API clients are not asked.',
  'bank-details':
    'Where bank details are concerned, people give a fresh second factor or password first (403 STEP_UP_REQUIRED); API clients are not asked.',
}
const problemAnswer: { description?: string } & Schema = { $ref: '#/components/responses/Problem' }

export function describeApi(app: FastifyInstance, options: HttpOptions, gauge: LoadGauge): void {
  void app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Vigie',
        version: options.version,
        description: 'Evaluate third parties: portfolio, dossiers, evidence and a verifiable journal.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: options.publicUrl }],
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
        responses: {
          Problem: {
            description: 'Refused; the code says why.',
            content: { 'application/problem+json': { schema: Problem } },
          },
        },
      },
    },
    transform: ({ schema, url, route }) => {
      const { plan } = (route.config ?? {}) as { plan?: RoutePlan }
      const publicParts = publishRouteSchema((schema ?? {}) as Schema, plan)
      if (plan?.account === 'path' && route.method === 'POST') publicParts['headers'] = writeHeaders
      return { schema: publicParts, url }
    },
    transformObject: (given) => {
      const document = 'openapiObject' in given ? given.openapiObject : given.swaggerObject
      addProblems(document as Document)
      nameComponents(document as Document, { ...options.vocabulary, ProblemCode: Object.keys(catalogue) })
      options.completeDescription?.(document)
      return document
    },
  })
  describeAt(app, '/openapi.json', gauge)
}

function publishRouteSchema(schema: Schema, plan: RoutePlan | undefined): Schema {
  const publicParts: Schema = { ...schema }
  if (plan?.account === 'path')
    publicParts['params'] = withAccount(publicParts['params'] as Schema | undefined)
  if (plan !== undefined && plan.right !== 'public') publicParts['security'] = [{ bearer: [] }]
  if (plan?.stepUp) {
    publicParts['x-step-up'] = plan.stepUp
    publicParts['description'] = [
      schema['description'],
      stepUpWords[plan.stepUp === true ? 'always' : 'bank-details'],
    ]
      .filter(Boolean)
      .join(' ')
  }
  return publicParts
}

function withAccount(params: Schema = {}): Schema {
  const accountId = { type: 'integer', description: 'An account listed in the token.' }
  return {
    ...params,
    type: 'object',
    properties: { accountId, ...(params['properties'] as Schema | undefined) },
    required: ['accountId', ...((params['required'] as string[] | undefined) ?? [])],
  }
}

/** What any operation may answer is said once here, not on every route; what a route says itself stands. */
function addProblems(document: Document): void {
  for (const operations of Object.values(document.paths ?? {})) {
    for (const [method, operation] of Object.entries(operations)) {
      const responses = { ...operation.responses }
      for (const [status, answer] of Object.entries(responses)) {
        if (answer.description === 'Default Response')
          responses[status] = { ...answer, description: STATUS_CODES[status] ?? '' }
      }
      for (const status of refusalsOf(method, operation)) responses[status] ??= problemAnswer
      operation.responses = responses
    }
  }
}

function refusalsOf(method: string, operation: Operation): string[] {
  const closed = operation.security === undefined ? [] : ['401', '403']
  const changing = method === 'get' ? [] : ['409', '422']
  const reading = operation.requestBody === undefined ? [] : ['413', '415']
  return ['400', ...closed, '404', ...changing, ...reading, '429', '500', '503']
}
