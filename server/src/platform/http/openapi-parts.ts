import { roles } from '../kernel/index.ts'

const text = { type: 'string' } as const

/** Headers of answers, by the name of their component. */
export const headers = {
  XRequestId: {
    name: 'X-Request-Id',
    description: 'Names this request in our log; the caller’s own id if it sent a good one.',
    schema: text,
  },
  RateLimit: {
    name: 'RateLimit',
    description:
      'The tightest limit that counts for this request: what is left (r), and in how many seconds it is full again (t).',
    schema: { ...text, examples: ['"route";r=49;t=1'] },
  },
  RateLimitPolicy: {
    name: 'RateLimit-Policy',
    description: 'That limit: how many requests (q) in how many seconds (w).',
    schema: { ...text, examples: ['"route";q=50;w=2'] },
  },
  RetryAfter: {
    name: 'Retry-After',
    description: 'Seconds to wait before the request is sent again.',
    schema: { type: 'integer', minimum: 0 },
  },
  ETag: {
    name: 'ETag',
    description: 'The version of the record. Send it as If-Match to change only this version.',
    schema: { ...text, examples: ['"3"'] },
  },
  Location: {
    name: 'Location',
    description: 'Where to go on: the path of what was made, or where a browser is sent.',
    schema: text,
  },
  Link: {
    name: 'Link',
    description: 'The next page, with rel="next"; absent on the last one.',
    schema: text,
  },
  ContentRange: {
    name: 'Content-Range',
    description: 'Which bytes these are, and of how many.',
    schema: { ...text, examples: ['bytes 0-99/1000'] },
  },
  EventsCompleteUntil: {
    name: 'Events-Complete-Until',
    description:
      'With a filter by events: the last second of which everything is known. Start the next search there.',
    schema: { ...text, examples: ['2026-03-31T08:15:30'] },
  },
  IdempotencyReplayed: {
    name: 'Idempotency-Replayed',
    description: 'Present when this is the answer that was given to the same key before.',
    schema: { ...text, enum: ['true'] },
  },
} as const

/** Request headers that several operations heed. */
export const parameters = {
  AcceptLanguage: {
    name: 'Accept-Language',
    in: 'header',
    description:
      'The language of sentences and labels: fr or en. Without it, the language of the person, else English.',
    schema: { ...text, examples: ['fr'] },
  },
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'Your own name for the request. One that does not fit is replaced.',
    schema: { ...text, pattern: '^[A-Za-z0-9_-]{8,64}$' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'The same key and request within 48 hours gets the first answer again.',
    schema: { ...text, minLength: 1, maxLength: 255 },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The ETag you last saw: a record that was changed since is left alone (412 PRECONDITION_FAILED). Without it the last writer wins.',
    schema: { ...text, examples: ['"3"'] },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of your copy: if it is still current, the answer is 304 without a body.',
    schema: { ...text, examples: ['"3"'] },
  },
  Range: {
    name: 'Range',
    in: 'header',
    description: 'Only these bytes; one range.',
    schema: { ...text, examples: ['bytes=0-99'] },
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'Of a stream: the number of the last event you have. Takes the place of `after`.',
    schema: { ...text, pattern: '^[0-9]+$' },
  },
} as const

const cookie = (name: string, description: string) =>
  ({ type: 'apiKey', in: 'cookie', name, description }) as const

export const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'An access token: of a program (see oauth2), of a signed-in person, or of an outside issuer the operator trusts.',
  },
  oauth2: {
    type: 'oauth2',
    description:
      'How programs get their access token. The scopes are roles; without a scope the token has all roles of the client.',
    flows: {
      clientCredentials: {
        tokenUrl: '/oauth2/token',
        scopes: Object.fromEntries(roles.map((role) => [role, `Acts as ${role}.`])),
      },
    },
  },
  session: cookie(
    'vigie_session',
    'The session of a signed-in browser; behind https the name begins with __Host-.',
  ),
  portalSession: cookie(
    'vigie_portal',
    'The session of somebody of a third party; behind https the name begins with __Host-.',
  ),
  pushSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'webhook-signature',
    description:
      'A signature of the body with the secret of the provider, as Standard Webhooks describe it, beside webhook-id and webhook-timestamp.',
  },
  relayToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token the operator gave to the mail relay.',
  },
  operatorToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of whoever runs the installation, from its settings.',
  },
  operatorSession: {
    type: 'apiKey',
    in: 'cookie',
    name: 'vigie_operator',
    description: 'The session of a person who runs the installation.',
  },
} as const

const always = ['XRequestId', 'RateLimit', 'RateLimitPolicy'] as const

/** The refusals that any operation may answer; `schema` is that of a problem. */
export function problemAnswers(schema: unknown): Record<string, unknown> {
  const answer = (description: string, names: readonly (keyof typeof headers)[]) => ({
    description,
    headers: Object.fromEntries(
      names.map((name) => [headers[name].name, { $ref: `#/components/headers/${name}` }]),
    ),
    content: { 'application/problem+json': { schema } },
  })
  return {
    Problem: answer('Refused; the code says why.', always),
    Unauthorized: answer('No token or session, or one that is not accepted.', always),
    Conflict: answer('At odds with what is stored; with Retry-After, only for a moment.', [
      ...always,
      'RetryAfter',
    ]),
    TooManyRequests: answer('Too many requests; wait as long as Retry-After says.', [
      ...always,
      'RetryAfter',
    ]),
    Unavailable: answer('Not just now; the same request may succeed later.', [...always, 'RetryAfter']),
  }
}

export function headerComponents(): Record<string, unknown> {
  return Object.fromEntries(Object.entries(headers).map(([key, { name: _sent, ...header }]) => [key, header]))
}
