import { Type } from 'typebox'
import { count, eventData, id, ids, oneOf, text, textOrNull } from './parts.ts'

/** What is known of a contact; gone once the person was erased. */
const ContactWords = Type.Object({
  email: Type.Optional(text('Their address.')),
  firstName: Type.Optional(textOrNull('Their first name.')),
  lastName: Type.Optional(textOrNull('Their last name.')),
  language: Type.Optional(text('The language they are written to in.')),
  themes: Type.Optional(
    Type.Array(Type.String(), { description: 'What they answer for; empty: everything.' }),
  ),
})
const contactId = id('The contact.')
const email = Type.Optional(text('Their address; absent once they were erased.'))
const before = Type.Optional(ContactWords)
const after = Type.Optional(ContactWords)

/** Within THIRD_PARTY_UPDATED. */
export const ContactChange = Type.Object(
  {
    contactId,
    change: oneOf(
      ['ADDED', 'CHANGED', 'SILENT', 'BOUNCED', 'MUTED', 'SUGGESTED', 'DISMISSED'],
      'ADDED, CHANGED; SILENT: reminders stopped; BOUNCED: the address takes no mail; MUTED: wants no reminders; SUGGESTED by a colleague, and DISMISSED if that was not wanted.',
    ),
    fields: Type.Optional(
      Type.Array(Type.Enum(['email', 'firstName', 'lastName', 'language', 'themes']), {
        description: 'What changed.',
      }),
    ),
    insteadOf: Type.Optional(id('The contact whose themes they took over.')),
    before,
    after,
    email: Type.Optional(text('The address that bounced.')),
  },
  { description: 'A contact, and what became of it.' },
)

export const contactDeleted = eventData('ContactDeletedData', {
  contact: Type.Object(
    {
      contactId,
      change: oneOf(
        ['DELETED', 'ERASED'],
        'ERASED: at the person’s own request, with all that was known of them.',
      ),
      before,
    },
    { description: 'Who was removed.' },
  ),
})

export const contactEnded = eventData('ContactEndedData', {
  contact: Type.Object(
    {
      contactId,
      reason: oneOf(
        ['NOT_ME', 'DECLINED', 'NO_ANSWER'],
        'Not the right person, not willing, or never heard of.',
      ),
      before,
    },
    { description: 'Who was removed.' },
  ),
})

const contact = Type.Object({ contactId, email }, { description: 'Who was written to.' })
const asked = count('How many documents they are asked for.')
const late = count('How many of these are late.')

export const contactInvited = eventData('ContactInvitedData', { contact, asked, late })

export const contactReminded = eventData('ContactRemindedData', {
  contact,
  reminder: Type.Integer({ minimum: 1, description: 'The how manieth without an answer.' }),
  asked,
  late,
  documentIds: ids('The documents they were reminded of.'),
})
