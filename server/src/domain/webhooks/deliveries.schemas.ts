import { Type } from 'typebox'
import { dateTimeSchema, nullable, pathId, namedObject } from '../../platform/http/index.ts'
import { eventTypes } from '../../platform/journal/index.ts'
import { formatDateTime, type Scope } from '../../platform/kernel/index.ts'
import { bodyOf, digestOf } from './compose.ts'
import { messageNumber, type attemptsOf, type DeliveryMessages } from './deliveries.queries.ts'
import { messageId, type Delivery } from './endpoint.ts'
import { administrationType, screeningType, testType } from './message.ts'
import type { TestSend } from './test-send.ts'

export const deliveryParams = Type.Object({ endpointId: pathId, deliveryId: pathId })
export const deliveryStates = Type.Enum(['PENDING', 'DELIVERED', 'FAILED', 'DEAD'])

const outcome = {
  status: nullable(Type.Integer({ description: 'The status of the answer, if there was one.' })),
  error: nullable(
    Type.String({
      description:
        'Null when it was taken; else URL_REFUSED, ADDRESS_REFUSED, DNS, CONNECTION, TLS, TIMEOUT, BROKEN, REDIRECT or STATUS, OUT_OF_SIGHT when it was not sent because whoever made the webhook no longer sees the third party, PERHAPS_DELIVERED when two attempts were cut short and nobody knows whether they arrived, or RESTORED when the operator dropped it after restoring a copy.',
    }),
  ),
}

const fields = {
  deliveryId: Type.Integer(),
  messageId: Type.String({ description: 'The header webhook-id, the same for every attempt.' }),
  eventName: Type.String(),
  seq: nullable(Type.Integer({ description: 'Of the event, entry or change; null for a test.' })),
  test: Type.Boolean(),
  state: deliveryStates,
  attempts: Type.Integer(),
  nextAttemptAt: nullable(dateTimeSchema),
  ...outcome,
  createdAt: dateTimeSchema,
  settledAt: nullable(dateTimeSchema),
}
export const DeliveryRecord = Type.Object(fields, { title: 'WebhookDelivery' })

// Whoever chooses the address must not read through us what stands there: nothing of the answer itself is shown.
const answered = {
  durationMs: Type.Integer(),
  answerType: nullable(
    Type.String({ description: 'The media type of the answer.', examples: ['text/html'] }),
  ),
  answerBytes: nullable(
    Type.Integer({ description: 'How long the answer was, up to the 64 KiB that are read.' }),
  ),
}
const AttemptRecord = namedObject('WebhookAttempt', {
  startedAt: dateTimeSchema,
  ...outcome,
  ...answered,
  requestHeaders: Type.Record(Type.String(), Type.String()),
  bodyUnchanged: Type.Boolean({
    description: 'The body shown is, byte for byte, what was sent. False once a person it named was erased.',
  }),
})

export const DeliveryDetail = namedObject('WebhookDeliveryDetail', {
  ...fields,
  body: Type.String({ description: 'The JSON text that is sent, made from the journal as it reads now.' }),
  log: Type.Array(AttemptRecord),
})

export const TestRecord = Type.Object(
  {
    deliveryId: Type.Integer(),
    messageId: Type.String(),
    delivered: Type.Boolean(),
    ...outcome,
    ...answered,
  },
  { title: 'WebhookTest' },
)

function messageName({ eventType, administrationName, screeningName }: Delivery): string {
  if (administrationName !== null) return administrationType(administrationName)
  if (screeningName !== null) return screeningType(screeningName)
  return eventTypes.find(({ code }) => code === eventType)?.name ?? testType
}
const formatOptionalTime = (date: Date | null) => date && formatDateTime(date)

export function deliveryRecord(delivery: Delivery) {
  return {
    deliveryId: delivery.deliveryId,
    messageId: messageId(delivery.deliveryId),
    eventName: messageName(delivery),
    seq: messageNumber(delivery),
    test: messageNumber(delivery) === null,
    state: delivery.state,
    attempts: delivery.attempts,
    nextAttemptAt: formatOptionalTime(delivery.nextAttemptAt),
    status: delivery.lastStatus,
    error: delivery.lastError,
    createdAt: formatDateTime(delivery.createdAt),
    settledAt: formatOptionalTime(delivery.settledAt),
  }
}

interface Logged {
  readonly delivery: Delivery
  readonly told: DeliveryMessages
  readonly attempts: Awaited<ReturnType<typeof attemptsOf>>
}

export function deliveryDetail(scope: Scope, { delivery, told, attempts }: Logged) {
  const body = bodyOf(scope, delivery, told) ?? ''
  const digest = digestOf(body)
  return {
    ...deliveryRecord(delivery),
    body,
    log: attempts.map((one) => ({
      startedAt: formatDateTime(one.started_at),
      durationMs: one.duration_ms,
      status: one.status,
      error: one.error,
      requestHeaders: one.request_headers as Record<string, string>,
      bodyUnchanged: digest.equals(one.body_sha256),
      answerType: one.answer_type,
      answerBytes: one.answer_bytes,
    })),
  }
}

export function testRecord({ deliveryId, sent }: TestSend) {
  return {
    deliveryId,
    messageId: messageId(deliveryId),
    delivered: sent.error === null,
    status: sent.status,
    error: sent.error,
    durationMs: sent.durationMs,
    answerType: sent.answerType,
    answerBytes: sent.answerBytes,
  }
}
