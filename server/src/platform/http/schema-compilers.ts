import { createRequire } from 'node:module'
import type { FastifyServerOptions } from 'fastify'

type Factories = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>
type Schemas = Record<string, unknown>
interface RouteSchema {
  schema: unknown
}
type Validate = ((data: unknown) => unknown) & { errors?: unknown }
type Serialize = (data: unknown) => string
type Builder<Made> = (external: Schemas, options?: unknown) => (route: RouteSchema) => Made

// Fastify's own compilers, of the version it would take itself.
const ofFastify = createRequire(createRequire(import.meta.url).resolve('fastify'))
const buildOwn = (name: string): unknown => (ofFastify(name) as () => unknown)()
const validator = compileOnce(buildOwn('@fastify/ajv-compiler') as Builder<Validate>)
const serializer = compileOnce(buildOwn('@fastify/fast-json-stringify-compiler') as Builder<Serialize>)

const textBySchema = new WeakMap<object, string>()

function textOf(schema: unknown): string {
  if (typeof schema !== 'object' || schema === null) return JSON.stringify(schema)
  const text = textBySchema.get(schema) ?? JSON.stringify(schema)
  textBySchema.set(schema, text)
  return text
}

/** Each schema is compiled when it is first needed, and once for all routes and servers of the process. */
function compileOnce<Made>(build: Builder<Made>): Builder<() => Made> {
  const all = new Map<string, Made>()
  return (external, options) => {
    const compile = build(external, options)
    const place = JSON.stringify([external, options])
    return (route) => {
      const key = place + textOf(route.schema)
      let own: Made | undefined
      return () => {
        if (own === undefined) {
          own = all.get(key) ?? compile(route)
          all.set(key, own)
        }
        return own
      }
    }
  }
}

/**
 * Compiling every schema for every route would be most of what a start costs: each route stands under two paths,
 * a GET answers HEAD as well, and many share their schemas. That each can be compiled is proven by the access
 * matrix, which asks every route.
 */
export const compilersFactory = {
  buildValidator: (external: Schemas, options?: unknown) => {
    const compile = validator(external, options)
    return (route: RouteSchema) => {
      const compiled = compile(route)
      const check: Validate = (data) => {
        const validate = compiled()
        const isValid = validate(data)
        // Where callers of Fastify's own validators look for what is wrong.
        check.errors = validate.errors
        return isValid
      }
      return check
    }
  },
  buildSerializer: (external: Schemas, options?: unknown) => {
    const compile = serializer(external, options)
    return (route: RouteSchema) => {
      const compiled = compile(route)
      return (data: unknown) => compiled()(data)
    }
  },
} as unknown as Factories
