import { Type } from 'typebox'
import { filledLine } from '../../platform/http/index.ts'
import { roles } from '../../platform/kernel/index.ts'

export const name = filledLine({ maxLength: 200 })
export const role = Type.Enum([...roles])
export const roleList = Type.Array(role, { minItems: 1, maxItems: roles.length, uniqueItems: true })
const words = Type.Array(Type.String())
const moment = Type.String({ description: 'yyyy-MM-ddTHH:mm:ss.SSS, UTC' })
const orNull = Type.Union([moment, Type.Null()])

export const userAnswer = Type.Object({
  userId: Type.Integer(),
  email: Type.String(),
  name: Type.String(),
  language: Type.String(),
  roles: words,
  active: Type.Boolean(),
  createdAt: moment,
})

const once = 'Shown this once; not repeated when the request is replayed by its Idempotency-Key.'

export const memberInvitationAnswer = Type.Object({
  invitationId: Type.Integer(),
  email: Type.String(),
  name: Type.String({ description: 'As the inviter wrote it' }),
  language: Type.String(),
  roles: words,
  state: Type.Enum(['SENT', 'BOUNCED', 'EXPIRED']),
  createdAt: moment,
  expiresAt: moment,
})

export const clientAnswer = Type.Object({
  id: Type.Integer(),
  clientId: Type.String(),
  name: Type.String(),
  scopes: words,
  active: Type.Boolean(),
  createdAt: moment,
  lastUsedAt: orNull,
  previousSecretUntil: orNull,
})

export const clientSecretAnswer = Type.Object({
  ...clientAnswer.properties,
  clientSecret: Type.Optional(Type.String({ description: once })),
})
