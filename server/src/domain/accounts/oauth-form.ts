import { Type, type Static } from 'typebox'
import { assertionType, clientOfAssertion } from './client-assertion.ts'
import type { ClientProof } from './client-credentials.ts'
import { OAuthError } from './oauth-error.ts'

export const formType = 'application/x-www-form-urlencoded'

const field = (description: string) => Type.Optional(Type.String({ description, maxLength: 16_384 }))

const clientFields = {
  client_id: field('Unless sent by HTTP Basic or signed in the assertion'),
  client_secret: field('Unless sent by HTTP Basic'),
  client_assertion: field('private_key_jwt: a JWT signed with a key of the client (RFC 7523)'),
  client_assertion_type: field(`With client_assertion: ${assertionType}`),
}

// Optional and open on purpose: faults here are answered in OAuth's own form, and RFC 6749 3.2 has unknown
// parameters ignored.
export const tokenForm = Type.Object(
  {
    grant_type: field('client_credentials, or refresh_token for people'),
    scope: field('Space-separated roles, to ask for less than the client has'),
    refresh_token: field('With grant_type refresh_token'),
    ...clientFields,
  },
  { additionalProperties: true },
)
export type TokenForm = Static<typeof tokenForm>

export const revokeForm = Type.Object(
  {
    token: field('An access token or a refresh token'),
    token_type_hint: field('access_token or refresh_token; not needed'),
    ...clientFields,
  },
  { additionalProperties: true },
)
export type RevokeForm = Static<typeof revokeForm>

export function parseOAuthForm(text: string): Record<string, string> {
  const form: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    if (Object.hasOwn(form, name)) throw new OAuthError('invalid_request', 'A parameter is given twice.')
    if (value.includes('\0')) throw new OAuthError('invalid_request', 'A parameter holds a NUL character.')
    if (name !== '__proto__') form[name] = value
  }
  // RFC 6749 3.1: a parameter without a value counts as not sent.
  return Object.fromEntries(Object.entries(form).filter(([, value]) => value !== ''))
}

type ClientForm = Pick<TokenForm, keyof typeof clientFields>

/** RFC 6749 2.3.1: HTTP Basic, both fields in the form, or an assertion; never two ways at once. */
export function clientProof(authorization: string | undefined, form: ClientForm): ClientProof | null {
  const basic = authorization === undefined ? null : basicCredentials(authorization)
  if (basic && form.client_secret !== undefined) {
    throw new OAuthError('invalid_request', 'Send the client secret once: by HTTP Basic or in the form.')
  }
  if (form.client_assertion !== undefined || form.client_assertion_type !== undefined) {
    if (basic || form.client_secret !== undefined) {
      throw new OAuthError('invalid_request', 'Authenticate one way: by a secret or by an assertion.')
    }
    return parseAssertion(form)
  }
  if (basic) return basic
  if (form.client_id === undefined || form.client_secret === undefined) return null
  return { clientId: form.client_id, clientSecret: form.client_secret }
}

function parseAssertion({
  client_assertion: assertion,
  client_assertion_type: type,
  client_id: id,
}: ClientForm) {
  if (assertion === undefined || type !== assertionType) {
    throw new OAuthError('invalid_request', `client_assertion goes with the type ${assertionType}.`)
  }
  const clientId = clientOfAssertion(assertion)
  if (clientId === null || (id !== undefined && id !== clientId)) {
    throw new OAuthError('invalid_client', 'The assertion names no client, or another one than client_id.')
  }
  return { clientId, assertion }
}

function basicCredentials(authorization: string): ClientProof {
  const encoded = /^Basic +([A-Za-z0-9+/]+=*) *$/i.exec(authorization)?.[1]
  const text = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString()
  const colon = text.indexOf(':')
  if (colon < 1) throw new OAuthError('invalid_client', 'The Authorization header is not HTTP Basic.')
  try {
    const part = (value: string) => decodeURIComponent(value.replaceAll('+', ' '))
    return { clientId: part(text.slice(0, colon)), clientSecret: part(text.slice(colon + 1)) }
  } catch {
    throw new OAuthError('invalid_client', 'The Authorization header is not HTTP Basic.')
  }
}
