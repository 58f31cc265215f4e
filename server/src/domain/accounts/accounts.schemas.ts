import { Type } from 'typebox'
import { nonBlankLine, nullable, namedObject } from '../../platform/http/index.ts'
import { maxAddressRanges, roles } from '../../platform/kernel/index.ts'
import { maxClientKeys } from './client-keys.ts'
import { maxSecretDays } from './client-secrets.ts'

export const name = nonBlankLine({ maxLength: 200 })
export const role = Type.Enum([...roles], { title: 'Role' })
export const roleList = Type.Array(role, { minItems: 1, maxItems: roles.length, uniqueItems: true })
const words = Type.Array(Type.String())
const moment = Type.String({ description: 'yyyy-MM-ddTHH:mm:ss.SSS, UTC' })
const orNull = Type.Union([moment, Type.Null()])

export const sightAnswer = Type.Object(
  { all: Type.Boolean(), units: Type.Array(Type.Integer()) },
  { description: 'Which companies they see: all, or those of these units and of what lies beneath them.' },
)

export const userAnswer = namedObject('User', {
  userId: Type.Integer(),
  email: Type.String(),
  name: Type.String(),
  language: Type.String(),
  roles: words,
  active: Type.Boolean(),
  managed: Type.Boolean({
    description: 'By the directory of the account, which decides on their roles and whether they are active.',
  }),
  ofDirectory: Type.Boolean({
    description: 'Came with the directory or the identity provider of the account: no password here.',
  }),
  createdAt: moment,
  managerUserId: nullable(
    Type.Integer({ description: 'To whom they report, as the directory or an administrator says.' }),
  ),
  sees: sightAnswer,
})

const once = 'Shown this once; not repeated when the request is replayed by its Idempotency-Key.'

export const memberInvitationAnswer = namedObject('UserInvitation', {
  invitationId: Type.Integer(),
  email: Type.String(),
  name: Type.String({ description: 'As the inviter wrote it' }),
  language: Type.String(),
  roles: words,
  state: Type.Enum(['SENT', 'BOUNCED', 'EXPIRED']),
  createdAt: moment,
  expiresAt: moment,
})

export const addressRanges = Type.Array(Type.String({ minLength: 1, maxLength: 60 }), {
  maxItems: maxAddressRanges,
  description: 'IPv4 or IPv6 addresses and ranges in CIDR form; none means from anywhere.',
  examples: [['203.0.113.0/24', '2001:db8::/32']],
})
export const forceField = Type.Optional(
  Type.Boolean({ description: 'Even if the list keeps out the address this request comes from.' }),
)
export const clientKeySet = Type.Object(
  {
    keys: Type.Array(Type.Object({}, { additionalProperties: true, maxProperties: 30 }), {
      minItems: 1,
      maxItems: maxClientKeys,
    }),
  },
  { description: 'A JWKS (RFC 7517) of public keys: RSA, EC P-256 or Ed25519, each with its kid.' },
)
export const newSecret = {
  label: Type.Optional(Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })),
  expiresInDays: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxSecretDays,
      description: 'Without it the secret opens until it is removed.',
    }),
  ),
}

const secretAnswer = namedObject('ApiClientSecret', {
  id: Type.Integer(),
  label: Type.Union([Type.String(), Type.Null()]),
  createdAt: moment,
  expiresAt: orNull,
  lastUsedAt: orNull,
  ended: Type.Boolean(),
  endsSoon: Type.Boolean({
    description: 'Ends within 30 days. Administrators are written to 14 days before.',
  }),
})

export const clientAnswer = namedObject('ApiClient', {
  id: Type.Integer(),
  clientId: Type.String(),
  name: Type.String(),
  scopes: words,
  active: Type.Boolean(),
  createdAt: moment,
  lastUsedAt: orNull,
  previousSecretUntil: orNull,
  secrets: Type.Array(secretAnswer),
  keys: Type.Array(Type.Object({}, { additionalProperties: true }), {
    description: 'Public keys for private_key_jwt.',
  }),
  allowedAddresses: words,
  sees: sightAnswer,
})

export const clientSecretAnswer = namedObject('ApiClientWithSecret', {
  ...clientAnswer.properties,
  clientSecret: Type.Optional(Type.String({ description: once })),
})
