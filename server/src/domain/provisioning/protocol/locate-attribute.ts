import { parseValuePath, type Filter } from './filter.ts'
import { commonAttributes, type Attribute, type ResourceKind } from './schemas.ts'

/** An attribute of a resource, or one part of it. */
export interface AttributePlace {
  /** The extension it belongs to; null for the resource itself. */
  readonly extension: string | null
  readonly attribute: Attribute
  readonly part: Attribute | null
}

/** The same in a PATCH path, with what stands in its brackets. */
export interface PatchPlace extends AttributePlace {
  readonly filter: Filter | null
}

export function findAttribute(attributes: readonly Attribute[], name: string): Attribute | null {
  const wanted = name.toLowerCase()
  return attributes.find((attribute) => attribute.name.toLowerCase() === wanted) ?? null
}

/** What stands behind the name of a schema and a colon; null when the text does not begin so. */
function withoutSchema(path: string, schemaId: string): string | null {
  const prefix = `${schemaId.toLowerCase()}:`
  return path.toLowerCase().startsWith(prefix) ? path.slice(prefix.length) : null
}

/** Null for a name that no schema of the resource knows. Names are the same in capitals and small letters. */
export function locateAttribute(kind: ResourceKind, path: string): AttributePlace | null {
  const { schema, extension } = kind
  const inExtension = extension && withoutSchema(path, extension.id)
  if (extension && inExtension !== null) return locateIn(extension.attributes, inExtension, extension.id)
  return locateIn([...commonAttributes, ...schema.attributes], withoutSchema(path, schema.id) ?? path, null)
}

function locateIn(
  attributes: readonly Attribute[],
  path: string,
  extension: string | null,
): AttributePlace | null {
  const [name = '', partName, ...rest] = path.split('.')
  const attribute = rest.length > 0 ? null : findAttribute(attributes, name)
  if (attribute === null) return null
  if (partName === undefined) return { extension, attribute, part: null }
  const part = findAttribute(attribute.parts ?? [], partName)
  return part && { extension, attribute, part }
}

/** Where an operation of a PATCH goes; null when there is no such place. */
export function locatePatch(kind: ResourceKind, path: string): PatchPlace | null {
  const parsed = parseValuePath(path)
  const place = parsed && locateAttribute(kind, parsed.path)
  if (!parsed || !place) return null
  if (parsed.filter === null) return { ...place, filter: null }
  if (place.attribute.multiValued !== true || place.part !== null) return null
  if (parsed.sub === null) return { ...place, filter: parsed.filter }
  const part = findAttribute(place.attribute.parts ?? [], parsed.sub)
  return part && { ...place, part, filter: parsed.filter }
}
