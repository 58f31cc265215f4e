// A value that a JSON schema of the description would accept, for people to start from.
import { resolve, type Part } from './api-shape.ts'

const byFormat: Readonly<Record<string, string>> = {
  date: '2026-03-31',
  'date-time': '2026-03-31T08:15:30',
  email: 'ada@example.com',
  uri: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
}

/** For patterns: the first that fits. */
const usualTexts = ['text', 'FR', 'CODE', '2026-03-31', '123456', 'application/pdf', 'https://example.com/']

/** Required members only; all of them where none is required, for there would be nothing to see. */
export function sampleOf(document: Part, given: Part, via: readonly unknown[] = []): unknown {
  const schema = resolve(document, given)
  if (via.includes(schema)) return null
  const path = [...via, schema]
  const { example, examples, default: usual, enum: values, anyOf, oneOf, allOf } = schema
  const known = [example, ...asList(examples), usual, schema['const'], ...asList(values)]
  const ready = known.find((one) => one !== undefined)
  if (ready !== undefined) return ready
  const [variant] = [...asList(anyOf), ...asList(oneOf)]
  if (variant !== undefined) return sampleOf(document, variant as Part, path)
  if (allOf !== undefined)
    return Object.assign({}, ...asList(allOf).map((one) => sampleOf(document, one as Part, path)))
  const { type, properties, items } = schema
  const kind = Array.isArray(type) ? type[0] : type
  if (kind === 'object' || properties !== undefined) return sampleObject(document, schema, path)
  if (kind === 'array')
    return items === undefined || schema['maxItems'] === 0 ? [] : [sampleOf(document, items as Part, path)]
  if (kind === 'integer' || kind === 'number') return schema['minimum'] ?? 1
  if (kind === 'boolean') return true
  return kind === 'string' ? sampleText(schema) : null
}

function sampleObject(document: Part, schema: Part, via: readonly unknown[]): Part {
  const all = Object.entries((schema['properties'] ?? {}) as Record<string, Part>)
  const required = (schema['required'] ?? []) as readonly string[]
  const isNeeded = ([name]: readonly [string, Part]) => required.includes(name)
  const others = all.filter((one) => !isNeeded(one))
  const wanted = required.length === 0 ? Infinity : Number(schema['minProperties'] ?? 0)
  const count = Math.min(Math.max(required.length, wanted), Number(schema['maxProperties'] ?? Infinity))
  const shown = [...all.filter(isNeeded), ...others].slice(0, count)
  return Object.fromEntries(shown.map(([name, inner]) => [name, sampleOf(document, inner, via)]))
}

function sampleText({ format, pattern, minLength, maxLength }: Part): string {
  const fits = typeof pattern === 'string' ? new RegExp(pattern, 'u') : /./
  const usual = usualTexts.find((one) => fits.test(one) && one.length >= Number(minLength ?? 0))
  const text = (typeof format === 'string' ? byFormat[format] : undefined) ?? usual ?? 'text'
  return text.padEnd(Number(minLength ?? 0), 'x').slice(0, Number(maxLength ?? Infinity))
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
