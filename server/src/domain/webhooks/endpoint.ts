export type EndpointState = 'ACTIVE' | 'PAUSED' | 'DISABLED'
/** GONE: the receiver said so with 410. FAILING: nothing was taken for days. */
export type StateReason = 'BY_HAND' | 'GONE' | 'FAILING'

/** EVENTS: of the journal. ADMINISTRATION: entries of the administration journal. SCREENING: changes of hits. */
export const webhookClasses = ['EVENTS', 'ADMINISTRATION', 'SCREENING'] as const
export type WebhookClass = (typeof webhookClasses)[number]

export interface Endpoint {
  readonly endpointId: number
  readonly url: string
  readonly description: string
  readonly classes: readonly WebhookClass[]
  /** Codes of the wanted events; empty for all. */
  readonly eventTypes: readonly number[]
  readonly state: EndpointState
  readonly stateReason: StateReason | null
  readonly stateSince: Date
  readonly sealedSecret: Buffer
  readonly sealedPreviousSecret: Buffer | null
  readonly previousSecretUntil: Date | null
  readonly cursorSeq: number
  readonly administrationCursor: number
  readonly screeningCursor: number
  readonly consecutiveFailures: number
  readonly failingSince: Date | null
  readonly lastSuccessAt: Date | null
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

export type DeliveryState = 'PENDING' | 'DELIVERED' | 'FAILED' | 'DEAD'

export interface Delivery {
  readonly deliveryId: number
  readonly endpointId: number
  /** Of an event; null for a test send and for what is of another class. */
  readonly eventSeq: number | null
  readonly eventType: number | null
  readonly administrationSeq: number | null
  readonly administrationName: string | null
  readonly screeningSeq: number | null
  readonly screeningName: string | null
  readonly state: DeliveryState
  readonly attempts: number
  readonly tries: number
  readonly nextAttemptAt: Date | null
  readonly lastStatus: number | null
  readonly lastError: string | null
  readonly createdAt: Date
  readonly settledAt: Date | null
}

/** The `webhook-id` of a delivery: the same for every attempt, so that receivers can fold them. */
export const messageId = (deliveryId: number) => `msg_${deliveryId}`
