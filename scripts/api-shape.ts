// What a JSON schema of the description lets through, as a flat list of members, so that two descriptions can be
// compared whatever they call their shapes.

export type Part = Readonly<Record<string, unknown>>

export interface Member {
  readonly types: Set<string>
  /** Null where any value of the type may come. */
  values: Set<string> | null
  required: boolean
  /** Holds itself; what is inside is not told again. */
  isCut?: true
}

/** By path: `content[].owner.name`; the empty path is the whole. */
export type Shape = ReadonlyMap<string, Member>

interface Place {
  readonly path: string
  readonly required: boolean
  /** Inside a choice of several objects no member is needed in every case. */
  readonly isChoice: boolean
  /** References on the way here; a shape that holds itself is followed once. */
  readonly via: readonly string[]
}

export function shapeOf(document: Part, schema: Part): Shape {
  const members = new Map<string, Member>()
  visit(document, members, schema, { path: '', required: true, isChoice: false, via: [] })
  return members
}

/** Follows `$ref`, as often as it takes. */
export function resolve(document: Part, part: Part): Part {
  const { $ref } = part
  if (typeof $ref !== 'string') return part
  const steps = $ref
    .slice(2)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  return resolve(
    document,
    steps.reduce((at, step) => at[step] as Part, document),
  )
}

function visit(document: Part, members: Map<string, Member>, given: Part, place: Place): void {
  const { $ref } = given
  if (typeof $ref === 'string') {
    if (place.via.includes($ref)) {
      members.set(place.path, {
        types: new Set(['object']),
        values: null,
        required: place.required,
        isCut: true,
      })
      return
    }
    visit(document, members, resolve(document, given), { ...place, via: [...place.via, $ref] })
    return
  }
  const variants = [given['anyOf'], given['oneOf'], given['allOf']].flatMap((some) => (some ?? []) as Part[])
  const choices = given['allOf'] === undefined ? variants.filter((one) => one['type'] !== 'null') : []
  const isChoice = place.isChoice || choices.length > 1
  for (const variant of variants) visit(document, members, variant, { ...place, isChoice })
  if (variants.length === 0) addMember(members, given, place)
  visitInner(document, members, given, place)
}

function visitInner(document: Part, members: Map<string, Member>, given: Part, place: Place): void {
  const { path, isChoice } = place
  const required = (given['required'] ?? []) as readonly string[]
  for (const [name, inner] of Object.entries((given['properties'] ?? {}) as Record<string, Part>))
    visit(document, members, inner, {
      ...place,
      path: path === '' ? name : `${path}.${name}`,
      required: !isChoice && required.includes(name),
    })
  const inside = { ...place, required: false }
  if (isPart(given['items'])) visit(document, members, given['items'], { ...inside, path: `${path}[]` })
  const { additionalProperties: others } = given
  if (isPart(others) && Object.keys(others).length > 0)
    visit(document, members, others, { ...inside, path: `${path}{}` })
}

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function addMember(members: Map<string, Member>, schema: Part, { path, required }: Place): void {
  const known = members.get(path)
  const values = valuesOf(schema)
  if (known === undefined) {
    members.set(path, { types: new Set(typesOf(schema)), values: values && new Set(values), required })
    return
  }
  for (const type of typesOf(schema)) known.types.add(type)
  known.required = known.required && required
  // Null beside a list of values takes nothing away from it.
  if (schema['type'] === 'null') return
  if (values === null || (known.values === null && !isOnlyNull(known))) known.values = null
  else known.values = new Set([...(known.values ?? []), ...values])
}

const isOnlyNull = ({ types }: Member) => [...types].every((type) => type === 'null')

function valuesOf(schema: Part): string[] | null {
  if ('const' in schema) return [String(schema['const'])]
  return Array.isArray(schema['enum']) ? schema['enum'].filter((one) => one !== null).map(String) : null
}

function typesOf(schema: Part): string[] {
  const { type } = schema
  if (typeof type === 'string') return [type]
  if (Array.isArray(type)) return type.map(String)
  const given = 'const' in schema ? [schema['const']] : schema['enum']
  if (Array.isArray(given)) return [...new Set(given.map((one) => (one === null ? 'null' : typeof one)))]
  return ['properties' in schema ? 'object' : 'anything']
}
