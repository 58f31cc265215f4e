import { createHash } from 'node:crypto'
import type { Scope } from '../../platform/kernel/index.ts'
import type { DeliveryMessages } from './deliveries.queries.ts'
import { messageId, type Delivery, type Endpoint } from './endpoint.ts'
import type { EndpointSecrets } from './endpoint-secrets.ts'
import { administrationBody, eventBody, hitChangeBody, testBody } from './message.ts'
import type { Outgoing } from './outgoing/send.ts'
import { signHeaders } from './signature.ts'

/** Null when what it tells of is not there, or out of sight. */
export function bodyOf(
  { accountId }: Pick<Scope, 'accountId'>,
  delivery: Pick<Delivery, 'endpointId' | 'eventSeq' | 'administrationSeq' | 'screeningSeq' | 'createdAt'>,
  { events, entries, changes }: DeliveryMessages,
): string | null {
  const { endpointId, eventSeq, administrationSeq, screeningSeq, createdAt } = delivery
  if (administrationSeq !== null) {
    const entry = entries.get(administrationSeq)
    return entry ? administrationBody(accountId, entry) : null
  }
  if (screeningSeq !== null) {
    const change = changes.get(screeningSeq)
    return change ? hitChangeBody(accountId, change) : null
  }
  if (eventSeq === null) return testBody(accountId, endpointId, createdAt)
  const event = events.get(eventSeq)
  return event ? eventBody(accountId, event) : null
}

export const digestOf = (body: string) => createHash('sha256').update(body).digest()

interface ToCompose {
  readonly endpoint: Endpoint
  readonly secrets: EndpointSecrets
  readonly deliveryId: number
  readonly body: string
  readonly now: Date
}

/** The request of one attempt; signed with the former secret too while a rotation lasts. */
export function compose({ accountId }: Pick<Scope, 'accountId'>, toCompose: ToCompose): Outgoing {
  const { endpoint, secrets, deliveryId, body, now } = toCompose
  const { endpointId, sealedPreviousSecret, previousSecretUntil } = endpoint
  const isRotating = previousSecretUntil !== null && previousSecretUntil > now
  const sealed = [
    endpoint.sealedSecret,
    ...(isRotating && sealedPreviousSecret ? [sealedPreviousSecret] : []),
  ]
  const id = messageId(deliveryId)
  const timestamp = Math.floor(now.getTime() / 1_000)
  const keys = sealed.map((one) => secrets.open({ accountId, endpointId }, one))
  return {
    url: endpoint.url,
    body,
    headers: signHeaders(keys, { id, timestamp, body }),
  }
}
