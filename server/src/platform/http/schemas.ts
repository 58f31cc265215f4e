import { Type, type TObject, type TObjectOptions, type TProperties, type TSchema } from 'typebox'
import type { ProblemCode } from '../kernel/index.ts'
import type { Coercion } from './types.ts'

/** Kinds of fault a field may answer with a code of its own; `invalid` stands for those not named. */
export type FieldFaultKind = 'missing' | 'type' | 'tooLong' | 'tooShort' | 'tooMany' | 'tooFew' | 'invalid'

export interface FieldProblems extends Partial<Record<FieldFaultKind, ProblemCode>> {
  /** Values for the placeholders of the sentence, beside the limit that was broken. */
  params?: Readonly<Record<string, string | number>>
}

/**
 * Lets a schema property name its own problem codes:
 * `Type.String({ maxLength: 4000, ...problem({ tooLong: 'COMMENT_TOO_LONG', type: 'COMMENT_TYPE' }) })`.
 */
export function problem(codes: FieldProblems): { problem: FieldProblems } {
  return { problem: codes }
}

/** An object with a title, which is the name of its type in the published description. */
export function namedObject<Properties extends TProperties>(
  title: string,
  properties: Properties,
  options: TObjectOptions = {},
): TObject<Properties> {
  return Type.Object(properties, { title, ...options })
}

export type SchemaNode = Record<string, unknown>

function isNode(value: unknown): value is SchemaNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const subschemas = new Set(['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains'])
const namedSubschemas = new Set(['properties', 'patternProperties', '$defs', 'definitions'])
const listedSubschemas = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])

/** A copy with `change` applied to every schema in it, the inner ones first; data (enum, default…) untouched. */
export function rewriteSchema(schema: unknown, change: (node: SchemaNode) => SchemaNode): unknown {
  if (!isNode(schema)) return schema
  const copy: SchemaNode = {}
  for (const [key, part] of Object.entries(schema)) {
    if (subschemas.has(key)) copy[key] = rewriteSchema(part, change)
    else if (listedSubschemas.has(key) && Array.isArray(part))
      copy[key] = part.map((one) => rewriteSchema(one, change))
    else if (namedSubschemas.has(key) && isNode(part)) {
      copy[key] = Object.fromEntries(
        Object.entries(part).map(([name, one]) => [name, rewriteSchema(one, change)]),
      )
    } else copy[key] = part
  }
  return change(copy)
}

// A route asks once for each path and verb it stands under.
const closedSchemas = new WeakMap<TSchema, TSchema>()

/** A copy in which every object that lists its properties refuses all others. */
export function closeSchema<S extends TSchema>(schema: S): S {
  const known = closedSchemas.get(schema)
  if (known !== undefined) return known as S
  const closed = rewriteSchema(schema, (node) =>
    node['type'] === 'object' && 'properties' in node ? { additionalProperties: false, ...node } : node,
  ) as S
  closedSchemas.set(schema, closed)
  return closed
}

export function coercionsOf(schema: TSchema | undefined): ReadonlyMap<string, Coercion> {
  const properties = (schema as SchemaNode | undefined)?.['properties'] ?? {}
  return new Map(Object.entries(properties).map(([name, property]) => [name, coercionOf(property)]))
}

function coercionOf(property: TSchema): Coercion {
  const { type } = property as { type?: string }
  if (type === 'integer' || type === 'number' || type === 'boolean') return type
  return type === 'array' ? 'list' : 'text'
}
