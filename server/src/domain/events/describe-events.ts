import { isDeepStrictEqual } from 'node:util'
import { eventMeanings, eventSchemas, eventTypes, type EventName } from '../../platform/journal/index.ts'
import { describeWebhooks } from './describe-webhooks.ts'

type Schema = Record<string, unknown>

/** The part of the published description that is looked at here. */
export interface DescribedApi {
  webhooks?: Record<string, unknown>
  components?: {
    schemas?: Record<string, Schema>
    parameters?: Record<string, unknown>
    responses?: Record<string, unknown>
  }
}

/**
 * Puts in the place of the one open shape of an event a choice of a shape for each name, so that code made from the
 * description knows what `data` holds once it has looked at `eventName`. What is read and sent stays the same.
 */
export function describeEvents(document: DescribedApi): void {
  const schemas = { ...document.components?.schemas }
  const envelope = schemas['Event']
  if (envelope === undefined) return
  const parts = new Map<string, Schema>([['EventBase', withoutOwn(envelope)]])
  for (const { name, resourceType } of eventTypes) {
    const data = publish(eventSchemas[name], parts)
    parts.set(eventComponent(name), describeOne({ name, resourceType, data }))
  }
  parts.set('Event', {
    description: 'One event of the journal; `eventName` tells which, and with it what `data` holds.',
    oneOf: eventTypes.map(({ name }) => reference(eventComponent(name))),
    discriminator: {
      propertyName: 'eventName',
      mapping: Object.fromEntries(
        eventTypes.map(({ name }) => [name, reference(eventComponent(name)).$ref] as const),
      ),
    },
  })
  for (const [name, schema] of parts) {
    const known = schemas[name]
    if (known !== undefined && name !== 'Event' && !isDeepStrictEqual(known, schema))
      throw new Error(`Two different shapes are named ${name}.`)
    schemas[name] = schema
  }
  document.components = { ...document.components, schemas: sortByName(schemas) }
  describeWebhooks(document)
}

/** The members that are not the same in every event. */
const own = ['eventName', 'resourceType', 'data']

function withoutOwn(envelope: Schema): Schema {
  const properties = Object.entries(envelope['properties'] as Schema).filter(([name]) => !own.includes(name))
  const required = (envelope['required'] as string[]).filter((name) => !own.includes(name))
  const description = 'What every event tells, whatever its name.'
  return { ...envelope, description, required, properties: Object.fromEntries(properties) }
}

function describeOne({ name, resourceType, data }: { name: EventName; resourceType: string; data: unknown }) {
  const properties = {
    eventName: { type: 'string', const: name },
    resourceType: { type: 'string', const: resourceType },
    data,
  }
  return {
    description: eventMeanings[name],
    allOf: [reference('EventBase'), { type: 'object', required: own, properties }],
  }
}

/** `THIRD_PARTY_ADDED` is told by a ThirdPartyAddedEvent. */
export function eventComponent(name: EventName): string {
  const words = name.split('_').map((word) => word.charAt(0) + word.slice(1).toLowerCase())
  return `${words.join('')}Event`
}

export const reference = (component: string) => ({ $ref: `#/components/schemas/${component}` })

/** The schema with a reference in the place of each part that has a title; those are added to `parts`. */
function publish(schema: unknown, parts: Map<string, Schema>): unknown {
  if (Array.isArray(schema)) return schema.map((one) => publish(one, parts))
  if (typeof schema !== 'object' || schema === null) return schema
  const { title, ...rest } = schema as Schema
  const described = Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, publish(part, parts)]))
  if (typeof title !== 'string') return described
  parts.set(title, described)
  return reference(title)
}

function sortByName<T>(all: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
