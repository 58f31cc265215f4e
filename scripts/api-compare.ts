// Compares two descriptions of the API operation by operation, and tells which changes can break a caller.
import { resolve, shapeOf, type Member, type Part, type Shape } from './api-shape.ts'

export interface Difference {
  readonly what: string
  readonly breaking: boolean
}

export interface OperationChange {
  readonly operationId: string
  /** Verb and path. */
  readonly place: string
  readonly kind: 'added' | 'removed' | 'changed'
  readonly differences: readonly Difference[]
}

interface Operation {
  readonly id: string
  readonly place: string
  readonly document: Part
  readonly description: Part
}

/** Whoever sends must not be refused what was taken; whoever reads must find what was there. */
type Direction = 'sent' | 'answered'

const verbs = new Set(['get', 'put', 'post', 'patch', 'delete', 'head', 'options'])

export function compareDescriptions(before: Part, after: Part): OperationChange[] {
  const [old, current] = [operationsOf(before), operationsOf(after)]
  const changes: OperationChange[] = []
  for (const [key, { id, place }] of old)
    if (!current.has(key))
      changes.push({
        operationId: id,
        place,
        kind: 'removed',
        differences: [{ what: 'the operation', breaking: true }],
      })
  for (const [key, operation] of current) {
    const { id, place } = operation
    const former = old.get(key)
    const differences = former === undefined ? [] : compareOperations(former, operation)
    if (former === undefined) changes.push({ operationId: id, place, kind: 'added', differences })
    else if (differences.length > 0) changes.push({ operationId: id, place, kind: 'changed', differences })
  }
  const pathOf = ({ place }: OperationChange) => place.split(' ').toReversed().join(' ')
  return changes.toSorted((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1))
}

/** By verb and path, whatever the ids within it are called. */
function operationsOf(document: Part): Map<string, Operation> {
  const found = new Map<string, Operation>()
  for (const [path, operations] of Object.entries((document['paths'] ?? {}) as Record<string, Part>))
    for (const [verb, description] of Object.entries(operations as Record<string, Part>)) {
      if (!verbs.has(verb)) continue
      const place = `${verb.toUpperCase()} ${path.replace('/api/v1/account/{accountId}', '…')}`
      const key = `${verb} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`
      found.set(key, { id: nameOf(description, place), place, document, description })
    }
  return found
}

const nameOf = ({ operationId }: Part, place: string) =>
  typeof operationId === 'string' ? operationId : place

function compareOperations(before: Operation, after: Operation): Difference[] {
  const renamed =
    before.id === after.id ? [] : [{ what: `operationId was \`${before.id}\``, breaking: false }]
  return [
    ...renamed,
    ...compareParameters(before, after),
    ...compareBodies(before, after),
    ...compareAnswers(before, after),
  ]
}

/** Of the query; headers hold for many operations at once and are never demanded. */
function parametersOf({ document, description }: Operation): Map<string, Part> {
  const all = ((description['parameters'] ?? []) as Part[]).map((one) => resolve(document, one))
  return new Map(all.filter((one) => one['in'] === 'query').map((one) => [String(one['name']), one]))
}

function compareParameters(before: Operation, after: Operation): Difference[] {
  const [old, current] = [parametersOf(before), parametersOf(after)]
  const found: Difference[] = []
  for (const name of old.keys())
    if (!current.has(name)) found.push({ what: `parameter \`${name}\` removed`, breaking: true })
  for (const [name, parameter] of current) {
    const former = old.get(name)
    const required = parameter['required'] === true
    if (former === undefined) {
      const what = `${required ? 'required ' : ''}parameter \`${name}\` added`
      found.push({ what, breaking: required })
      continue
    }
    if (required && former['required'] !== true)
      found.push({ what: `parameter \`${name}\` is required`, breaking: true })
    const shapes = [schemaShape(before, former), schemaShape(after, parameter)] as const
    found.push(
      ...compareShapes(...shapes, {
        direction: 'sent',
        whole: `parameter \`${name}\``,
        prefix: 'parameter ',
      }),
    )
  }
  return found
}

const schemaShape = ({ document }: Operation, holder: Part): Shape =>
  holder['schema'] === undefined ? new Map() : shapeOf(document, holder['schema'] as Part)

type Media = ReadonlyMap<string, Part>

function mediaOf({ document }: Operation, holder: Part | undefined): Media {
  const content = holder === undefined ? {} : (resolve(document, holder)['content'] ?? {})
  return new Map(Object.entries(content as Record<string, Part>))
}

function compareBodies(before: Operation, after: Operation): Difference[] {
  const bodyOf = ({ description }: Operation) => description['requestBody'] as Part | undefined
  const [old, current] = [bodyOf(before), bodyOf(after)]
  const isRequired = current !== undefined && resolve(after.document, current)['required'] === true
  const wasRequired = old !== undefined && resolve(before.document, old)['required'] === true
  const needed = isRequired && !wasRequired ? [{ what: 'a body is required', breaking: true }] : []
  const media = { before: mediaOf(before, old), after: mediaOf(after, current) }
  return [
    ...needed,
    ...compareMedia(before, after, media, { direction: 'sent', whole: 'the body', prefix: 'body ' }),
  ]
}

function compareAnswers(before: Operation, after: Operation): Difference[] {
  const answersOf = ({ description }: Operation) =>
    Object.entries((description['responses'] ?? {}) as Record<string, Part>).filter(([status]) =>
      /^[23]/.test(status),
    )
  const [old, current] = [new Map(answersOf(before)), new Map(answersOf(after))]
  const found: Difference[] = []
  for (const status of old.keys())
    if (!current.has(status))
      found.push({ what: `status ${status} removed`, breaking: status.startsWith('2') })
  for (const [status, answer] of current) {
    const former = old.get(status)
    if (former === undefined) {
      found.push({ what: `status ${status} added`, breaking: false })
      continue
    }
    const media = { before: mediaOf(before, former), after: mediaOf(after, answer) }
    const manner = { direction: 'answered', whole: `answer ${status}`, prefix: '' } as const
    found.push(...compareMedia(before, after, media, manner))
  }
  return found
}

interface Manner {
  readonly direction: Direction
  /** What the empty path stands for. */
  readonly whole: string
  /** Before the names of members; those of answers stand alone. */
  readonly prefix: string
}

function compareMedia(
  before: Operation,
  after: Operation,
  media: { readonly before: Media; readonly after: Media },
  manner: Manner,
): Difference[] {
  const found: Difference[] = []
  for (const type of media.before.keys())
    if (!media.after.has(type)) found.push({ what: `${manner.whole}: \`${type}\` removed`, breaking: true })
  for (const [type, content] of media.after) {
    const former = media.before.get(type)
    if (former === undefined) found.push({ what: `${manner.whole}: \`${type}\` added`, breaking: false })
    else found.push(...compareShapes(schemaShape(before, former), schemaShape(after, content), manner))
  }
  return found
}

/** The nearest of the members that hold this one; names of members may have dots themselves. */
function holderOf(shape: Shape, path: string): string {
  for (let end = path.length - 1; end > 0; end -= 1)
    if ('.[{'.includes(path.charAt(end)) && shape.has(path.slice(0, end))) return path.slice(0, end)
  return ''
}

/** Only the topmost of what came or went is told. */
function compareShapes(before: Shape, after: Shape, manner: Manner): Difference[] {
  const found: Difference[] = []
  const wordsFor = (path: string) => (path === '' ? manner.whole : `${manner.prefix}\`${path}\``)
  const isTop = (path: string, [within, other]: readonly [Shape, Shape]) => {
    const holders = [within, other].map((shape) => shape.get(holderOf(within, path)))
    return holders.every((holder) => holder !== undefined && holder.isCut === undefined)
  }
  for (const path of before.keys())
    if (path !== '' && !after.has(path) && isTop(path, [before, after]))
      found.push({ what: `${wordsFor(path)} removed`, breaking: true })
  for (const [path, member] of after) {
    const former = before.get(path)
    if (former !== undefined) {
      const told = compareMembers(former, member, manner.direction)
      found.push(...told.map(({ what, breaking }) => ({ what: `${wordsFor(path)} ${what}`, breaking })))
    } else if (path !== '' && isTop(path, [after, before])) {
      const wasOpen = before.get(holderOf(after, path))?.types.has('anything') === true
      const breaking = manner.direction === 'sent' && member.required
      if (!wasOpen) found.push({ what: `${breaking ? 'required ' : ''}${wordsFor(path)} added`, breaking })
    }
  }
  return found
}

function compareMembers(before: Member, after: Member, direction: Direction): Difference[] {
  const found: Difference[] = []
  const [narrow, wide] = direction === 'sent' ? [before, after] : [after, before]
  if (!isSame(before.types, after.types))
    found.push({
      what: `is ${words(after.types)}, was ${words(before.types)}`,
      breaking: ![...narrow.types].every((type) => covers(wide.types, type)),
    })
  if (direction === 'sent' && after.required && !before.required)
    found.push({ what: 'is required', breaking: true })
  if (before.values === null && after.values !== null && before.types.has('string'))
    found.push({ what: 'takes listed values only', breaking: direction === 'sent' })
  if (before.values !== null && after.values !== null)
    found.push(...compareValues(before.values, after.values, direction))
  return found
}

function compareValues(before: Set<string>, after: Set<string>, direction: Direction): Difference[] {
  const list = (values: readonly string[]) => values.map((value) => `\`${value}\``).join(', ')
  const added = [...after].filter((value) => !before.has(value))
  const gone = [...before].filter((value) => !after.has(value))
  return [
    ...(added.length > 0 ? [{ what: `also ${list(added)}`, breaking: false }] : []),
    ...(gone.length > 0 ? [{ what: `no longer ${list(gone)}`, breaking: direction === 'sent' }] : []),
  ]
}

const isSame = (one: Set<string>, other: Set<string>) =>
  one.size === other.size && [...one].every((type) => other.has(type))

const covers = (types: Set<string>, type: string) =>
  types.has(type) || types.has('anything') || (type === 'integer' && types.has('number'))

const words = (types: Set<string>) => [...types].toSorted().join(' or ')
