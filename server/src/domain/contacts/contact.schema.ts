import { Type } from 'typebox'
import { dateTimeSchema, nullable, singleLine, namedObject } from '../../platform/http/index.ts'
import { themeCodes } from '../../platform/kernel/index.ts'
import { contactStates } from './contact-state.ts'

const email = Type.String({ minLength: 3, maxLength: 254, examples: ['compta@supplier.example'] })
const name = singleLine({ minLength: 1, maxLength: 100 })
const language = Type.Enum(['fr', 'en'], { description: 'In which this person is written to.' })
const themes = Type.Array(Type.Enum([...themeCodes]), {
  maxItems: themeCodes.length,
  uniqueItems: true,
  description: 'What this person answers for; none means everything.',
})
const states = Type.Enum([...contactStates], {
  title: 'ContactState',
  description:
    'NEW: not invited yet. INVITED: has not come yet. ACTIVE: has come. SILENT: five reminders without an answer; the next follows when something new is requested, or once they come. MUTED: wants no reminders. BOUNCED: the mail server refused the address; nothing is sent until it changes.',
})

export const ContactRecord = namedObject('Contact', {
  contactId: Type.Integer(),
  thirdpartyId: Type.Integer(),
  email: Type.String(),
  firstName: nullable(Type.String()),
  lastName: nullable(Type.String()),
  language,
  themes,
  state: states,
  invitedAt: nullable(dateTimeSchema),
  lastInvitedAt: nullable(dateTimeSchema),
  lastRemindedAt: nullable(dateTimeSchema),
  silentReminders: Type.Integer({ description: 'Weekly reminders since this person was last seen.' }),
  lastSeenAt: nullable(dateTimeSchema),
  createdAt: dateTimeSchema,
  updatedAt: dateTimeSchema,
})

export const ContactBody = Type.Object({
  email,
  firstName: Type.Optional(nullable(name)),
  lastName: Type.Optional(nullable(name)),
  language: Type.Optional(language),
  themes: Type.Optional(themes),
})

export const ContactChange = Type.Object({
  email: Type.Optional(email),
  firstName: Type.Optional(nullable(name)),
  lastName: Type.Optional(nullable(name)),
  language: Type.Optional(language),
  themes: Type.Optional(themes),
})
