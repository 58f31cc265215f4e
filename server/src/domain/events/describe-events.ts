import { isDeepStrictEqual } from 'node:util'
import { eventMeanings, eventSchemas, eventTypes, type EventName } from '../../platform/journal/index.ts'
import { describeWebhooks, eventComponent, reference, type DescribedApi } from './describe-webhooks.ts'

type Schema = Record<string, unknown>

/**
 * Puts in the place of the one open shape of an event a choice of a shape for each name, so that code made from the
 * description knows what `data` holds once it has looked at `eventName`. What is read and sent stays the same.
 */
export function describeEvents(document: DescribedApi): void {
  const schemas = { ...document.components?.schemas }
  const envelope = schemas['Event']
  if (envelope === undefined) return
  const parts = new EventParts()
  for (const { name, resourceType } of eventTypes) {
    const data = parts.refer(eventSchemas[name], eventComponent(name))
    parts.add(eventComponent(name), describeOne(envelope, { name, resourceType, data }))
  }
  delete schemas['Event']
  for (const [name, schema] of parts.published) {
    if (name in schemas && !isDeepStrictEqual(schemas[name], schema))
      throw new Error(`Two different shapes are named ${name}.`)
    schemas[name] = schema
  }
  schemas['Event'] = choiceByName()
  document.components = { ...document.components, schemas: sortByName(schemas) }
  describeWebhooks(document)
}

function choiceByName(): Schema {
  const places = eventTypes.map(({ name }) => [name, reference(eventComponent(name)).$ref] as const)
  return {
    description: 'One event of the journal; `eventName` tells which, and with it what `data` holds.',
    oneOf: places.map(([, $ref]) => ({ $ref })),
    discriminator: { propertyName: 'eventName', mapping: Object.fromEntries(places) },
  }
}

function describeOne(
  envelope: Schema,
  { name, resourceType, data }: { name: EventName; resourceType: string; data: unknown },
): Schema {
  // Said once, of the event in lists; here a hundred times would be too often.
  const members = Object.entries(envelope['properties'] as Record<string, Schema>).map(
    ([key, { description: _said, examples: _shown, ...schema }]) => [key, schema] as const,
  )
  return {
    ...envelope,
    description: eventMeanings[name],
    properties: {
      ...Object.fromEntries(members),
      eventName: { type: 'string', const: name },
      resourceType: { type: 'string', const: resourceType },
      data,
    },
  }
}

/** Shapes by their names: the title of a schema, else where it stands. Equal shapes are one. */
class EventParts {
  readonly published = new Map<string, Schema>()
  readonly #nameByShape = new Map<string, string>()

  add(name: string, schema: Schema): void {
    this.published.set(name, schema)
  }

  /** The schema with references in the place of the objects in it. */
  refer(schema: unknown, place: string): unknown {
    if (typeof schema !== 'object' || schema === null) return schema
    const { title, description, ...node } = schema as Schema
    const own = typeof title === 'string' ? title : place
    const described = this.#describe(node, own.replace(/(Data|Event)$/, ''))
    const said = description === undefined ? {} : { description }
    if (typeof title !== 'string' && !('properties' in node)) return { ...said, ...described }
    const shape = JSON.stringify(described)
    const name = typeof title === 'string' ? title : (this.#nameByShape.get(shape) ?? this.#freeName(place))
    this.#nameByShape.set(shape, this.#nameByShape.get(shape) ?? name)
    this.published.set(name, described)
    return { ...reference(name), ...said }
  }

  #describe(node: Schema, place: string): Schema {
    const described = { ...node }
    const { properties, items, anyOf } = node as { properties?: Schema; items?: unknown; anyOf?: unknown[] }
    if (properties) {
      const members = Object.entries(properties).map(([key, part]) => [
        key,
        this.refer(part, place + memberWord(key)),
      ])
      described['properties'] = Object.fromEntries(members)
    }
    if (items) described['items'] = this.refer(items, place)
    if (anyOf) described['anyOf'] = anyOf.map((one) => this.refer(one, place))
    return described
  }

  #freeName(place: string): string {
    let name = place
    for (let number = 2; this.published.has(name); number += 1) name = `${place}${number}`
    return name
  }
}

/** What was before and what is after are of one shape. */
function memberWord(key: string): string {
  return key === 'before' || key === 'after' ? 'State' : key.charAt(0).toUpperCase() + key.slice(1)
}

function sortByName<T>(all: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
