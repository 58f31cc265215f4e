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
  hasPassword: Type.Boolean(),
  createdAt: moment,
})

const once = 'Shown this once; not repeated when the request is replayed by its Idempotency-Key.'

export const passwordLinkAnswer = Type.Object({
  userId: Type.Integer(),
  setPasswordLink: Type.Optional(Type.String({ description: once })),
  setPasswordToken: Type.Optional(Type.String({ description: once })),
})

export const addedUserAnswer = Type.Object({
  ...userAnswer.properties,
  created: Type.Boolean({
    description: 'False when the person already had an account here and was attached.',
  }),
  setPasswordLink: Type.Optional(Type.String({ description: once })),
  setPasswordToken: Type.Optional(Type.String({ description: once })),
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
