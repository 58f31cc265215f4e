import { Type } from 'typebox'
import { dateTimeSchema, nullable, pathId, singleLine, namedObject } from '../../platform/http/index.ts'
import { eventTypes } from '../../platform/journal/index.ts'
import { AppError, formatDateTime, nearest } from '../../platform/kernel/index.ts'
import { webhookClasses, type Endpoint } from './endpoint.ts'
import { maxUrlLength } from '../../platform/outgoing/index.ts'

export const endpointParams = Type.Object({ endpointId: pathId })

const url = Type.String({
  minLength: 8,
  maxLength: maxUrlLength,
  examples: ['https://hooks.example.com/vigie'],
  description: 'Where events are posted: https, on the public internet.',
})
const description = singleLine({ maxLength: 500 })
const eventNames = Type.Array(Type.String({ maxLength: 100, title: 'EventName' }), {
  maxItems: 200,
  uniqueItems: true,
  description: 'Only these events; empty for all.',
})
const classes = Type.Array(Type.Enum([...webhookClasses]), {
  minItems: 1,
  uniqueItems: true,
  description:
    'EVENTS for what happens to third parties, dossiers and documents, as eventNames choose; ADMINISTRATION for the entries of the administration journal; SCREENING for what becomes of hits, for those who may see hits. By default EVENTS alone.',
})

export const AddWebhookBody = Type.Object({
  url,
  description: Type.Optional(description),
  eventNames: Type.Optional(eventNames),
  classes: Type.Optional(classes),
  startAfter: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Begin after this seq of the journal, instead of with the next event; 0 for all there is.',
    }),
  ),
})

export const ChangeWebhookBody = Type.Object(
  {
    url: Type.Optional(url),
    description: Type.Optional(description),
    eventNames: Type.Optional(eventNames),
    classes: Type.Optional(classes),
  },
  { minProperties: 1 },
)

const fields = {
  endpointId: Type.Integer(),
  url: Type.String(),
  description: Type.String(),
  eventNames: Type.Array(Type.String({ title: 'EventName' })),
  classes: Type.Array(Type.Enum([...webhookClasses])),
  state: Type.Enum(['ACTIVE', 'PAUSED', 'DISABLED']),
  stateReason: nullable(Type.Enum(['BY_HAND', 'GONE', 'FAILING'])),
  stateSince: dateTimeSchema,
  previousSecretUntil: nullable(dateTimeSchema),
  reached: Type.Integer({ description: 'The seq of the journal up to which deliveries were made.' }),
  consecutiveFailures: Type.Integer(),
  failingSince: nullable(dateTimeSchema),
  lastSuccessAt: nullable(dateTimeSchema),
  version: Type.Integer(),
  createdAt: dateTimeSchema,
  updatedAt: dateTimeSchema,
}
export const WebhookRecord = Type.Object(fields, { title: 'Webhook' })
export const WebhookSecretRecord = namedObject('WebhookWithSecret', {
  ...fields,
  secret: Type.Optional(
    Type.String({
      description: 'Shown this once; not repeated when the request is replayed by its Idempotency-Key.',
    }),
  ),
})

const formatOptionalTime = (date: Date | null) => date && formatDateTime(date)

export function webhookRecord(endpoint: Endpoint) {
  const wanted = new Set(endpoint.eventTypes)
  return {
    endpointId: endpoint.endpointId,
    url: endpoint.url,
    description: endpoint.description,
    eventNames: eventTypes.filter(({ code }) => wanted.has(code)).map(({ name }) => name),
    classes: [...endpoint.classes],
    state: endpoint.state,
    stateReason: endpoint.stateReason,
    stateSince: formatDateTime(endpoint.stateSince),
    previousSecretUntil: formatOptionalTime(endpoint.previousSecretUntil),
    reached: endpoint.cursorSeq,
    consecutiveFailures: endpoint.consecutiveFailures,
    failingSince: formatOptionalTime(endpoint.failingSince),
    lastSuccessAt: formatOptionalTime(endpoint.lastSuccessAt),
    version: endpoint.version,
    createdAt: formatDateTime(endpoint.createdAt),
    updatedAt: formatDateTime(endpoint.updatedAt),
  }
}

/** In the order of their codes: the same names are the same filter. */
export function eventTypeCodes(names: readonly string[]): number[] {
  const codes = names.map((name) => {
    const type = eventTypes.find((one) => one.name === name)
    if (type) return type.code
    const known = eventTypes.map((one) => one.name)
    const suggestion = nearest(name, known) ?? known[0] ?? ''
    const params = { name, nearest: suggestion }
    throw new AppError('EVENT_NAME_UNKNOWN', params, { members: params })
  })
  return codes.toSorted((a, b) => a - b)
}
