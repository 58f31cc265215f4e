import { eventMeanings, eventTypes, type EventName } from '../../platform/journal/index.ts'

/** The part of the published description that is looked at here. */
export interface DescribedApi {
  webhooks?: Record<string, unknown>
  components?: {
    schemas?: Record<string, Record<string, unknown>>
    parameters?: Record<string, unknown>
    responses?: Record<string, unknown>
  }
}

const parameters = {
  WebhookId: header('webhook-id', 'Names the message: the same at each attempt, to know it again by.'),
  WebhookTimestamp: header('webhook-timestamp', 'Seconds since 1970, of this attempt.'),
  WebhookSignature: header(
    'webhook-signature',
    'One signature a secret, separated by spaces: `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64.',
  ),
}
const responses = {
  WebhookTaken: { description: 'Any status from 200 to 299 within 15 seconds: the message was taken.' },
  WebhookGone: { description: 'Nothing shall be sent here any more: the webhook is disabled at once.' },
}
const anyObject = { type: 'object', additionalProperties: true }

/** What receivers of webhooks are sent, one entry for each name of an event and one for each other class. */
export function describeWebhooks(document: DescribedApi): void {
  document.components = {
    ...document.components,
    parameters: { ...document.components?.parameters, ...parameters },
    responses: { ...document.components?.responses, ...responses },
  }
  document.webhooks = {
    ...Object.fromEntries(eventTypes.map(({ name }) => [name, eventMessage(name)])),
    administration: message({
      operationId: 'onAdministration',
      summary: 'An entry of the administration journal, for webhooks of the class ADMINISTRATION',
      type: { type: 'string', pattern: '^administration\\.' },
      data: anyObject,
    }),
    screening: message({
      operationId: 'onScreening',
      summary: 'What became of a screening hit, for webhooks of the class SCREENING',
      type: { type: 'string', pattern: '^screening\\.' },
      data: anyObject,
    }),
    test: message({
      operationId: 'onWebhookTest',
      summary: 'A test that somebody sent by hand; nothing happened',
      type: { type: 'string', const: 'webhook.test' },
      data: anyObject,
    }),
  }
}

function eventMessage(name: EventName) {
  return message({
    operationId: `on${eventComponent(name).replace(/Event$/, '')}`,
    summary: eventMeanings[name].split('; ')[0]?.replace(/[.`]/g, '') ?? name,
    type: { type: 'string', const: name },
    data: { allOf: [accountMember, reference(eventComponent(name))] },
  })
}

const accountMember = {
  type: 'object',
  required: ['accountId'],
  properties: { accountId: { type: 'integer', description: 'The account it happened in.' } },
}

interface Message {
  readonly operationId: string
  readonly summary: string
  readonly type: unknown
  readonly data: unknown
}

function message({ operationId, summary, type, data }: Message) {
  const schema = {
    type: 'object',
    required: ['type', 'timestamp', 'data'],
    properties: {
      type,
      timestamp: { type: 'string', format: 'date-time', description: 'When it happened, with a Z.' },
      data,
    },
  }
  return {
    post: {
      operationId,
      tags: ['Webhooks'],
      summary,
      description: 'Posted to your address, signed; see docs/webhooks.md.',
      security: [],
      parameters: Object.keys(parameters).map((name) => ({ $ref: `#/components/parameters/${name}` })),
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: {
        200: { $ref: '#/components/responses/WebhookTaken' },
        410: { $ref: '#/components/responses/WebhookGone' },
      },
    },
  }
}

function header(name: string, description: string) {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } }
}

/** `THIRD_PARTY_ADDED` is told by a ThirdPartyAddedEvent. */
export function eventComponent(name: EventName): string {
  const words = name.split('_').map((word) => word.charAt(0) + word.slice(1).toLowerCase())
  return `${words.join('')}Event`
}

export const reference = (component: string) => ({ $ref: `#/components/schemas/${component}` })
