import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { describeAt } from './description-route.ts'
import { catalogue } from '../kernel/index.ts'
import { deprecationWords } from './deprecation.ts'
import type { LoadGauge } from './load-shedding.ts'
import { nameComponents } from './openapi-components.ts'
import { completeOperation, noFacts, type ApiFacts, type Operation } from './openapi-operations.ts'
import { headerComponents, parameters, problemAnswers, securitySchemes } from './openapi-parts.ts'
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
interface Document {
  paths?: Record<string, Record<string, Operation>>
  components?: Schema
}

const stepUpWords = {
  always:
    'People give a fresh second factor or password first (403 STEP_UP_REQUIRED); API clients are not asked.',
  'bank-details':
    'Where bank details are concerned, people give a fresh second factor or password first (403 STEP_UP_REQUIRED); API clients are not asked.',
}
export function describeApi(app: FastifyInstance, options: HttpOptions, gauge: LoadGauge): void {
  const facts = options.facts ?? noFacts
  const plans = new Map<string, RoutePlan>()
  void app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Vigie',
        version: options.version,
        description: 'Evaluate third parties: portfolio, dossiers, evidence and a verifiable journal.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
        contact: { name: 'The operator of this installation' },
      },
      servers: [{ url: options.publicUrl }],
      tags: Object.entries(facts.tags).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes,
        parameters,
        headers: headerComponents(),
        responses: problemAnswers(Problem),
      } as unknown as Record<string, never>,
    },
    transform: ({ schema, url, route }) => {
      const { plan } = (route.config ?? {}) as { plan?: RoutePlan }
      const publicParts = publishRouteSchema((schema ?? {}) as Schema, plan)
      if (plan !== undefined && plan.account !== 'shorthand') plans.set(plan.key, plan)
      return { schema: publicParts, url }
    },
    transformObject: (given) => {
      const document = 'openapiObject' in given ? given.openapiObject : given.swaggerObject
      completeOperations(document as Document, plans, facts)
      nameComponents(document as Document, { ...facts.vocabulary, ProblemCode: Object.keys(catalogue) })
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
  const words = [schema['description']]
  if (plan?.stepUp) {
    publicParts['x-step-up'] = plan.stepUp
    words.push(stepUpWords[plan.stepUp === true ? 'always' : 'bank-details'])
  }
  if (plan?.deprecation) {
    publicParts['deprecated'] = true
    words.push(deprecationWords(plan.deprecation))
  }
  if (words.length > 1) publicParts['description'] = words.filter(Boolean).join(' ')
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

function completeOperations(
  document: Document,
  plans: ReadonlyMap<string, RoutePlan>,
  facts: ApiFacts,
): void {
  for (const operations of Object.values(document.paths ?? {}))
    for (const [method, operation] of Object.entries(operations))
      completeOperation(method, operation, plans.get(operation.operationId ?? ''), facts)
}
