import { locateAttribute } from './locate-attribute.ts'
import type { Resource } from './read-resource.ts'
import type { ResourceKind } from './schemas.ts'

/** Which attributes a caller wants to see; null where they said nothing. */
export interface Projection {
  readonly attributes: readonly string[] | null
  readonly excludedAttributes: readonly string[] | null
}

interface Selected {
  /** By attribute, or by extension and attribute: all of it, or some parts. */
  readonly names: ReadonlyMap<string, ReadonlySet<string> | 'all'>
}

const keyOf = (extension: string | null, name: string) => (extension === null ? name : `${extension} ${name}`)

/** Names that no schema knows select nothing. */
function select(kind: ResourceKind, paths: readonly string[]): Selected {
  const names = new Map<string, Set<string> | 'all'>()
  for (const path of paths) {
    const isExtension = path.toLowerCase() === kind.extension?.id.toLowerCase()
    if (isExtension && kind.extension) {
      for (const { name } of kind.extension.attributes) names.set(keyOf(kind.extension.id, name), 'all')
      continue
    }
    const place = locateAttribute(kind, path)
    if (!place) continue
    const key = keyOf(place.extension, place.attribute.name)
    const known = names.get(key)
    if (place.part === null || known === 'all') names.set(key, 'all')
    else names.set(key, (known ?? new Set()).add(place.part.name))
  }
  return { names }
}

/** Whether an attribute that costs something to find will be shown. */
export function shows(kind: ResourceKind, projection: Projection, name: string): boolean {
  const { attributes, excludedAttributes } = projection
  if (attributes !== null) return select(kind, attributes).names.has(name)
  return excludedAttributes === null || select(kind, excludedAttributes).names.get(name) !== 'all'
}

/** Of a resource, what the caller wants to see; its id and schemas are always among it. */
export function projectResource(kind: ResourceKind, resource: Resource, projection: Projection): Resource {
  const { attributes, excludedAttributes } = projection
  if (attributes === null && excludedAttributes === null) return resource
  const isWanted = attributes !== null
  const { names } = select(kind, attributes ?? excludedAttributes ?? [])
  const shown: Resource = {}
  for (const [name, value] of Object.entries(resource)) {
    if (name === 'schemas' || name === 'id') shown[name] = value
    else if (name === kind.extension?.id) {
      const inner = chooseParts(value as Resource, (part) => names.get(keyOf(name, part)), isWanted)
      if (Object.keys(inner).length > 0) shown[name] = inner
    } else
      Object.assign(
        shown,
        chooseParts({ [name]: value }, (part) => names.get(part), isWanted),
      )
  }
  return shown
}

function chooseParts(
  given: Resource,
  selection: (name: string) => ReadonlySet<string> | 'all' | undefined,
  isWanted: boolean,
): Resource {
  const chosen: Resource = {}
  for (const [name, value] of Object.entries(given)) {
    const selected = selection(name)
    if (selected === undefined || selected === 'all') {
      if ((selected === 'all') === isWanted) chosen[name] = value
    } else chosen[name] = withParts(value, (part) => selected.has(part) === isWanted)
  }
  return chosen
}

function withParts(value: unknown, isShown: (name: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => withParts(one, isShown))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => isShown(name)))
}
