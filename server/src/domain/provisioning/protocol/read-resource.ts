import { unfitInLine } from '../../../platform/kernel/index.ts'
import { findAttribute } from './locate-attribute.ts'
import type { ComplexValue } from './match-filter.ts'
import { commonAttributes, type Attribute, type ResourceKind } from './schemas.ts'
import { invalidSyntax, invalidValue, quote } from './scim-error.ts'

/** What is kept of a resource, under the names of its schema. */
export type Resource = Record<string, unknown>

const maxText = 500
const maxValues = 100

/** The body of a POST or PUT. What only we may say, and what no schema knows, is passed over. */
export function readResource(kind: ResourceKind, body: unknown): Resource {
  const given = requireObject(body)
  requireSchema(given, kind.schema.id)
  const resource = keepKnown(kind, given)
  const missing = kind.schema.attributes.find(({ name, required }) => required && !resource[name])
  if (missing) throw invalidValue(`${missing.name} is required.`)
  return resource
}

/** Attributes of the schemas alone, each in its form. */
export function keepKnown(kind: ResourceKind, given: ComplexValue): Resource {
  const { extension } = kind
  const own = readParts([...commonAttributes, ...kind.schema.attributes], given)
  const key =
    extension && Object.keys(given).find((name) => name.toLowerCase() === extension.id.toLowerCase())
  if (!extension || key === undefined || key === null || isUnassigned(given[key])) return own
  const more = readParts(extension.attributes, requireObject(given[key]))
  return Object.keys(more).length === 0 ? own : { ...own, [extension.id]: more }
}

export function requireObject(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  throw invalidSyntax('The body, and every complex value in it, is a JSON object.')
}

export function requireSchema(given: ComplexValue, id: string): void {
  const schemas = given['schemas']
  const named =
    Array.isArray(schemas) &&
    schemas.some((one) => typeof one === 'string' && one.toLowerCase() === id.toLowerCase())
  if (!named) throw invalidSyntax(`The body must name ${id} among its schemas.`)
}

function readParts(attributes: readonly Attribute[], given: ComplexValue): Resource {
  const kept: Resource = {}
  for (const [name, value] of Object.entries(given)) {
    const attribute = findAttribute(attributes, name)
    if (attribute === null || attribute.readOnly || attribute.dropped) continue
    const read = readValue(attribute, value)
    if (read !== null) kept[attribute.name] = read
  }
  return kept
}

const isUnassigned = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Null when the attribute is left unassigned by it. */
export function readValue(attribute: Attribute, value: unknown): unknown {
  if (isUnassigned(value)) return null
  if (!attribute.multiValued) return readSingle(attribute, value)
  const values = (Array.isArray(value) ? value : [value]).map((one) => readSingle(attribute, one))
  if (attribute.name !== 'members' && values.length > maxValues)
    throw invalidValue(`${attribute.name} may have ${maxValues} values.`)
  const primaries = values.filter((one) => (one as ComplexValue)['primary'] === true)
  if (primaries.length > 1) throw invalidValue(`Only one value of ${attribute.name} can be primary.`)
  return values
}

export function readSingle(attribute: Attribute, value: unknown): unknown {
  switch (attribute.type) {
    case 'boolean':
      return readBoolean(attribute, value)
    case 'complex':
      return readComplex(attribute, value)
    default:
      return readText(attribute, value)
  }
}

/** Entra ID writes truth values as text, in capitals. */
function readBoolean({ name }: Attribute, value: unknown): boolean {
  const read = typeof value === 'string' ? value.toLowerCase() : value
  if (read === true || read === 'true') return true
  if (read === false || read === 'false') return false
  throw invalidValue(`${name} is true or false.`)
}

/** Some directories write the value alone where an object with a value belongs. */
function readComplex(attribute: Attribute, value: unknown): Resource {
  const parts = attribute.parts ?? []
  if (typeof value === 'string' && findAttribute(parts, 'value')) return readParts(parts, { value })
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidValue(`${attribute.name} has parts: send an object.`)
  return readParts(parts, value as ComplexValue)
}

function readText({ name, maxLength = maxText }: Attribute, value: unknown): string {
  if (typeof value !== 'string') throw invalidValue(`${name} is text.`)
  if (value.length > maxLength) throw invalidValue(`${name} may have ${maxLength} characters.`)
  if (unfitInLine.test(value))
    throw invalidValue(`${name} has a character that does not fit: ${quote(value)}.`)
  return value
}
