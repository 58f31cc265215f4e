import { locatePatch, type PatchPlace } from './locate-attribute.ts'
import { equalitiesOf, matchesFilter, type ComplexValue } from './match-filter.ts'
import {
  keepKnown,
  readSingle,
  readValue,
  requireObject,
  requireSchema,
  type Resource,
} from './read-resource.ts'
import type { ResourceKind } from './schemas.ts'
import { invalidPath, invalidSyntax, invalidValue, quote, ScimError } from './scim-error.ts'

/** One step of a PATCH: what is done to which attribute. */
export interface PatchStep extends PatchPlace {
  readonly op: 'add' | 'replace' | 'remove'
  readonly value: unknown
}

const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const maxOperations = 1_000

/** The steps of a PATCH body, in order. An operation without a path becomes one step for each attribute it names. */
export function readPatch(kind: ResourceKind, body: unknown): PatchStep[] {
  const given = requireObject(body)
  requireSchema(given, patchSchema)
  const operations = partNamed(given, 'operations')
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > maxOperations)
    throw invalidSyntax(`Operations is a list of 1 to ${maxOperations} operations.`)
  return operations.flatMap((operation) => stepsOf(kind, requireObject(operation)))
}

function partNamed(given: ComplexValue, name: string): unknown {
  const key = Object.keys(given).find((known) => known.toLowerCase() === name)
  return key === undefined ? undefined : given[key]
}

function stepsOf(kind: ResourceKind, operation: ComplexValue): PatchStep[] {
  // Entra ID begins them with a capital.
  const named = partNamed(operation, 'op')
  const op = typeof named === 'string' ? named.toLowerCase() : null
  if (op !== 'add' && op !== 'replace' && op !== 'remove')
    throw invalidSyntax('An operation is add, replace or remove.')
  const path = partNamed(operation, 'path')
  const value = partNamed(operation, 'value')
  if (op !== 'remove' && value === undefined) throw invalidValue(`The operation ${op} needs a value.`)
  if (path !== undefined && path !== null && path !== '') {
    if (typeof path !== 'string') throw invalidPath('A path is text.')
    return stepsAt(kind, { op, path, value })
  }
  if (op === 'remove') throw new ScimError(400, 'noTarget', 'The operation remove needs a path.')
  // As in a whole resource, what only we may say is passed over: Okta names the id of a group here.
  return Object.entries(requireObject(value)).flatMap(([name, part]) =>
    name.toLowerCase() === 'schemas' || locatePatch(kind, name)?.attribute.readOnly
      ? []
      : stepsAt(kind, { op, path: name, value: part }),
  )
}

interface Operation {
  readonly op: PatchStep['op']
  readonly path: string
  readonly value: unknown
}

function stepsAt(kind: ResourceKind, { op, path, value }: Operation): PatchStep[] {
  const { extension } = kind
  if (extension && path.toLowerCase() === extension.id.toLowerCase()) {
    const parts = op === 'remove' ? extension.attributes.map(({ name }) => [name, null]) : null
    return (parts ?? Object.entries(requireObject(value))).flatMap(([name, part]) =>
      stepsAt(kind, { op, path: `${extension.id}:${String(name)}`, value: part ?? undefined }),
    )
  }
  const place = locatePatch(kind, path)
  if (place === null) throw invalidPath(`There is no attribute ${quote(path)}.`)
  if (place.attribute.readOnly || place.part?.readOnly)
    throw new ScimError(400, 'mutability', `${quote(path)} can only be read.`)
  return place.attribute.dropped ? [] : [{ ...place, op, value }]
}

/** The resource after all steps, one after the other; the one that was given stays as it is. */
export function applyPatch(kind: ResourceKind, before: Resource, steps: readonly PatchStep[]): Resource {
  const resource = structuredClone(before)
  for (const step of steps) applyStep(resource, step)
  const missing = kind.schema.attributes.find(({ name, required }) => required && !resource[name])
  if (missing) throw new ScimError(400, 'mutability', `${missing.name} cannot be removed.`)
  return keepKnown(kind, resource)
}

function applyStep(resource: Resource, step: PatchStep): void {
  const { extension, attribute } = step
  const holder = extension === null ? resource : objectAt(resource, extension)
  if (attribute.multiValued) {
    const values = asList(holder[attribute.name])
    assign(holder, attribute.name, onePrimary(changeValues(values, step), values))
  } else changeSingle(holder, step)
}

function objectAt(holder: Resource, name: string): Resource {
  const known = holder[name]
  if (typeof known === 'object' && known !== null) return known as Resource
  const made: Resource = {}
  holder[name] = made
  return made
}

const asList = (value: unknown): Resource[] => (Array.isArray(value) ? (value as Resource[]) : [])

/** Null and an empty list leave an attribute unassigned. */
function assign(holder: Resource, name: string, value: unknown): void {
  if (value === null || (Array.isArray(value) && value.length === 0)) delete holder[name]
  else holder[name] = value
}

function changeSingle(holder: Resource, { op, attribute, part, value }: PatchStep): void {
  const { name } = attribute
  if (op === 'remove') {
    if (part === null) delete holder[name]
    else delete objectAt(holder, name)[part.name]
    return
  }
  if (part !== null) return assign(objectAt(holder, name), part.name, readValue(part, value))
  const read = readValue(attribute, value)
  // Parts that are not named stay as they are.
  if (attribute.type !== 'complex' || read === null) return assign(holder, name, read)
  Object.assign(objectAt(holder, name), read)
}

function changeValues(values: Resource[], step: PatchStep): Resource[] {
  const { op, attribute, part, filter, value } = step
  if (op === 'remove') return removeValues(values, step)
  if (filter === null && part === null) {
    const given = (readValue(attribute, value) ?? []) as Resource[]
    return op === 'replace' ? given : [...values, ...given.filter((one) => !values.some(sameAs(one)))]
  }
  const isChosen = (one: Resource) => filter === null || matchesFilter(filter, one)
  const change =
    part === null ? (readSingle(attribute, value) as Resource) : { [part.name]: readValue(part, value) }
  if (values.some(isChosen)) return values.map((one) => (isChosen(one) ? merge(one, change) : one))
  if (op === 'replace')
    throw new ScimError(400, 'noTarget', `No value of ${attribute.name} fits what the path asks for.`)
  return [...values, readSingle(attribute, { ...(filter && equalitiesOf(filter)), ...change }) as Resource]
}

function merge(value: Resource, change: Resource): Resource {
  const merged: Resource = { ...value }
  for (const [name, part] of Object.entries(change)) assign(merged, name, part)
  return merged
}

/** Without brackets all of them go; or, as Entra ID asks for it, those that the operation lists. */
function removeValues(values: Resource[], { attribute, part, filter, value }: PatchStep): Resource[] {
  const listed = filter === null && part === null ? (readValue(attribute, value) as Resource[] | null) : null
  const isChosen = (one: Resource) =>
    filter !== null
      ? matchesFilter(filter, one)
      : listed === null || listed.some(({ value: wanted }) => wanted === one['value'])
  if (part === null) return values.filter((one) => !isChosen(one))
  return values.map((one) => (isChosen(one) ? merge(one, { [part.name]: null }) : one))
}

const sameAs = (one: Resource) => {
  const text = canonical(one)
  return (other: Resource) => canonical(other) === text
}

const canonical = (value: Resource): string => JSON.stringify(Object.entries(value).toSorted(byName))
const byName = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1)

/** A new primary value takes the place of the former one. */
function onePrimary(values: Resource[], before: readonly Resource[]): Resource[] {
  const primaries = values.filter(({ primary }) => primary === true)
  if (primaries.length < 2) return values
  const former = new Set(before.filter(({ primary }) => primary === true).map((one) => canonical(one)))
  const chosen = primaries.filter((one) => !former.has(canonical(one)))
  if (chosen.length > 1) throw invalidValue('Only one value of an attribute can be primary.')
  return values.map((one) =>
    one['primary'] === true && !chosen.includes(one) ? { ...one, primary: false } : one,
  )
}
