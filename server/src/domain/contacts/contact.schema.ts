import { Type } from 'typebox'
import { dateTimeSchema, nullable } from '../../platform/http/index.ts'

const email = Type.String({ minLength: 3, maxLength: 254, examples: ['compta@supplier.example'] })
const name = Type.String({ minLength: 1, maxLength: 100 })
const language = Type.Enum(['fr', 'en'], { description: 'In which this person is written to.' })

export const ContactRecord = Type.Object({
  contactId: Type.Integer(),
  thirdpartyId: Type.Integer(),
  email: Type.String(),
  firstName: nullable(Type.String()),
  lastName: nullable(Type.String()),
  language,
  createdAt: dateTimeSchema,
  updatedAt: dateTimeSchema,
})

export const ContactBody = Type.Object({
  email,
  firstName: Type.Optional(nullable(name)),
  lastName: Type.Optional(nullable(name)),
  language: Type.Optional(language),
})

export const ContactChange = Type.Object({
  email: Type.Optional(email),
  firstName: Type.Optional(nullable(name)),
  lastName: Type.Optional(nullable(name)),
  language: Type.Optional(language),
})
