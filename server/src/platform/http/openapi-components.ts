import { isDeepStrictEqual } from 'node:util'
import { rewriteSchema, type SchemaNode } from './schemas.ts'

/** Lists of words by the public name of their type: an enumeration of just these words is published under it. */
export type Vocabulary = Readonly<Record<string, readonly string[]>>

interface Described {
  paths?: Record<string, Record<string, { operationId?: string } & Record<string, unknown>>>
  components?: { schemas?: Record<string, unknown>; responses?: Record<string, unknown> } & Record<
    string,
    unknown
  >
}

/** What belongs to the place a type is used at, not to the type. */
const annotations = ['description', 'default', 'examples', 'deprecated'] as const

/**
 * Takes every object out of the operations and gives it a name, so that who generates code from the document gets types
 * they can say: the title of its schema, else one made from where it stands. Equal shapes are one type. Two
 * shapes under one given name are a mistake of ours and stop the description.
 */
export function nameComponents(document: Described, vocabulary: Vocabulary): void {
  const names = new ComponentNames(vocabulary)
  const roots = schemaPlaces(document)
  for (const { holder } of roots) holder['schema'] = rewriteSchema(holder['schema'], withoutProblem)
  for (const { holder } of roots) names.claim(holder['schema'])
  names.settleClaims()
  for (const { holder, place } of roots) holder['schema'] = names.refer(holder['schema'], place)
  document.components = { ...document.components, schemas: names.publish() }
}

interface SchemaPlace {
  readonly holder: SchemaNode
  readonly place: string
}

/** Where schemas stand in the document, always in the same order: the names must not depend on who registers first. */
function schemaPlaces(document: Described): SchemaPlace[] {
  const places: SchemaPlace[] = []
  const addContent = (holder: unknown, place: string) => {
    const content = isNode(holder) && isNode(holder['content']) ? holder['content'] : {}
    for (const media of Object.values(content))
      if (isNode(media) && 'schema' in media) places.push({ holder: media, place })
  }
  for (const [name, answer] of Object.entries(document.components?.responses ?? {})) addContent(answer, name)
  const paths = Object.entries(document.paths ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))
  for (const operation of paths.flatMap(([, methods]) => Object.values(methods))) {
    const own = toTypeName(operation.operationId ?? '')
    const parameters = (operation['parameters'] ?? []) as SchemaNode[]
    for (const holder of parameters)
      if ('schema' in holder) places.push({ holder, place: own + toTypeName(String(holder['name'])) })
    addContent(operation['requestBody'], `${own}Body`)
    const answers = Object.entries((operation['responses'] ?? {}) as SchemaNode)
    const [first] = answers.filter(([status]) => status.startsWith('2'))
    for (const [status, answer] of answers)
      addContent(answer, `${own}Answer${status === first?.[0] ? '' : status}`)
  }
  return places
}

class ComponentNames {
  readonly #vocabulary: Vocabulary
  readonly #nameByShape = new Map<string, string>()
  readonly #published = new Map<string, unknown>()
  readonly #claims = new Map<string, Map<string, SchemaNode>>()
  readonly #nameByWords: ReadonlyMap<string, string>

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary
    this.#nameByWords = new Map(
      Object.entries(vocabulary).map(([name, words]) => [JSON.stringify(words), name]),
    )
  }

  /** Notes the given names in a schema, before any other name is made. */
  claim(schema: unknown): void {
    rewriteSchema(schema, (node) => {
      const name = node['title']
      if (typeof name === 'string' && !(name in this.#vocabulary)) {
        if (!/^[A-Z][A-Za-z0-9]+$/.test(name)) throw new Error(`“${name}” cannot be the name of a type.`)
        const shapes = this.#claims.get(name) ?? new Map<string, SchemaNode>()
        this.#claims.set(name, shapes.set(shapeOf(node), node))
      }
      return node
    })
  }

  /** A body refuses unknown members where an answer says nothing of them: such a pair is one name and its Input. */
  settleClaims(): void {
    const claims = [...this.#claims].toSorted(([a], [b]) => (a < b ? -1 : 1))
    const given = claims.flatMap(([name, shapes]) => {
      const [one, other, ...more] = [...shapes].toSorted(([a], [b]) => a.length - b.length)
      if (one === undefined) return []
      if (other === undefined) return [{ name, shape: one[0], node: one[1] }]
      if (more.length > 0 || !isDeepStrictEqual(openCopy(one[1]), openCopy(other[1])))
        throw new Error(`Two different shapes are named ${name}: name one of them otherwise.`)
      return [
        { name, shape: one[0], node: one[1] },
        { name: `${name}Input`, shape: other[0], node: other[1] },
      ]
    })
    for (const { name, shape } of given) this.#nameByShape.set(shape, name)
    for (const { name, node } of given) this.#published.set(name, this.#describe(node, name))
  }

  /** The schema with references in place of what has, or gets, a name. */
  refer(schema: unknown, place: string): unknown {
    if (!isNode(schema) || '$ref' in schema) return schema
    const name = this.#nameOf(schema, place)
    if (name === null) return this.#describe(schema, place)
    if (!this.#published.has(name)) {
      // Its place is taken before its parts are named.
      this.#published.set(name, null)
      this.#published.set(name, this.#describe(withoutDefault(schema), name))
    }
    const published = this.#published.get(name) as SchemaNode | null
    const own = annotations.flatMap((key) =>
      key in schema && !isDeepStrictEqual(schema[key], published?.[key]) ? [[key, schema[key]]] : [],
    )
    return { $ref: `#/components/schemas/${name}`, ...(Object.fromEntries(own) as SchemaNode) }
  }

  publish(): Record<string, unknown> {
    return Object.fromEntries([...this.#published].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }

  #nameOf(node: SchemaNode, place: string): string | null {
    const given = node['title']
    if (typeof given === 'string' && given in this.#vocabulary) return given
    const known = this.#nameByShape.get(shapeOf(node)) ?? this.#nameByWords.get(JSON.stringify(node['enum']))
    if (known !== undefined) return known
    if (!isShape(node)) return null
    const name = this.#freeName([this.#listName(node, place), place])
    this.#nameByShape.set(shapeOf(node), name)
    return name
  }

  /** A list is called after its rows. */
  #listName(node: SchemaNode, place: string): string {
    const properties = node['properties'] as Record<string, SchemaNode>
    const rows = properties['content']?.['items']
    if (!isNode(rows) || !isShape(rows)) return place
    const row = this.#nameOf(rows, rowPlace(place))
    if (row === null || row === rowPlace(place)) return place
    return `${row.replace(/Row$/, '')}${'page' in properties ? 'Page' : 'List'}`
  }

  #freeName(wanted: readonly string[]): string {
    const taken = new Set([...this.#nameByShape.values(), ...Object.keys(this.#vocabulary)])
    const free = wanted.find((name) => !taken.has(name))
    if (free !== undefined) return free
    const last = wanted.at(-1) ?? ''
    let number = 2
    while (taken.has(`${last}${number}`)) number += 1
    return `${last}${number}`
  }

  /** The schema as it is published under its name, or where it stands. */
  #describe(schema: SchemaNode, place: string): SchemaNode {
    const { title: _name, ...node } = schema
    const words = this.#vocabulary[place]
    if (words !== undefined && node['type'] === 'string') return { type: 'string', enum: words }
    const described: SchemaNode = { ...node }
    if (isNode(node['properties'])) {
      const members = Object.entries(node['properties'])
      described['properties'] = Object.fromEntries(
        members.map(([key, part]) => [key, this.refer(part, place + toTypeName(key))]),
      )
    }
    for (const key of ['additionalProperties', 'not', 'contains'])
      if (isNode(node[key])) described[key] = this.refer(node[key], `${place}Value`)
    if (isNode(node['items'])) described['items'] = this.refer(node['items'], rowPlace(place))
    for (const key of ['anyOf', 'oneOf', 'allOf', 'prefixItems'])
      if (Array.isArray(node[key])) described[key] = this.#referEach(node[key], place)
    return described
  }

  #referEach(variants: readonly unknown[], place: string): unknown[] {
    const shapes = variants.filter((one) => isNode(one) && isShape(one))
    return variants.map((one, at) =>
      this.refer(one, shapes.length > 1 ? place + variantName(one, at) : place),
    )
  }
}

function isNode(value: unknown): value is SchemaNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An object that lists its members. */
function isShape(node: SchemaNode): boolean {
  return isNode(node['properties']) && Object.keys(node['properties']).length > 0
}

const shapeTexts = new WeakMap<object, string>()

/** What two equal shapes have in common, and no other. */
function shapeOf(node: SchemaNode): string {
  const known = shapeTexts.get(node)
  if (known !== undefined) return known
  const bare = rewriteSchema(node, ({ title: _name, ...rest }) => rest) as SchemaNode
  for (const key of annotations) delete bare[key]
  const text = JSON.stringify(bare)
  shapeTexts.set(node, text)
  return text
}

function openCopy(node: SchemaNode): unknown {
  return rewriteSchema(node, ({ additionalProperties, ...rest }) =>
    additionalProperties === false || additionalProperties === undefined
      ? rest
      : { ...rest, additionalProperties },
  )
}

/** Which problem a member answers with is our own business. */
function withoutProblem({ problem: _ours, ...rest }: SchemaNode): SchemaNode {
  return rest
}

function withoutDefault({ default: _ofPlace, ...rest }: SchemaNode): SchemaNode {
  return rest
}

/** `content` of ListContactsAnswer holds ListContactsRow, `checks` of Response holds ResponseCheck. */
function rowPlace(place: string): string {
  if (place.endsWith('AnswerContent')) return place.replace(/AnswerContent$/, 'Row')
  if (place.endsWith('Answer')) return place.replace(/Answer$/, 'Row')
  if (place.endsWith('ies')) return place.replace(/ies$/, 'y')
  return /(ss|us|ews)$/.test(place) || !place.endsWith('s') ? `${place}Row` : place.slice(0, -1)
}

/** By the one word that tells a variant from the others, else by its number. */
function variantName(variant: unknown, at: number): string {
  const properties =
    isNode(variant) && isNode(variant['properties']) ? Object.values(variant['properties']) : []
  for (const property of properties) {
    const word: unknown = isNode(property) ? (property['const'] ?? soleWord(property['enum'])) : undefined
    if (typeof word === 'string') return toTypeName(word)
  }
  return `Option${at + 1}`
}

function soleWord(words: unknown): unknown {
  return Array.isArray(words) && words.length === 1 ? words[0] : undefined
}

function toTypeName(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  return words
    .map((word) => (/^[A-Z0-9]+$/.test(word) && word.length > 1 ? word.toLowerCase() : word))
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('')
}
