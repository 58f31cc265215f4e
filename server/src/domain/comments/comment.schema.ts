import { Type, type Static } from 'typebox'
import { dateTimeSchema, nullable, problem, namedObject } from '../../platform/http/index.ts'

const maxMentions = 20

// One sign that is seen, at least: a comment of blanks says nothing.
const text = Type.String({
  maxLength: 4_000,
  pattern: String.raw`\S`,
  description: 'Plain text; line breaks are kept.',
  ...problem({ tooLong: 'COMMENT_TOO_LONG', type: 'COMMENT_TYPE' }),
})
const mentions = Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
  maxItems: maxMentions,
  description:
    'User ids of people of the account the comment is addressed to; `mentionable-users` lists them. They are notified by e-mail.',
})

export const CommentBody = Type.Object({ text, mentions: Type.Optional(mentions) })

export const CommentChange = Type.Object({
  text: Type.Optional(text),
  mentions: Type.Optional(
    Type.Array(mentions.items, {
      maxItems: maxMentions,
      description: 'All who are mentioned from now on; left out, they stay.',
    }),
  ),
})

const personName = nullable(Type.String({ description: 'Null once the person has left the account.' }))

export const CommentRecord = namedObject('Comment', {
  commentId: Type.Integer(),
  resourceType: Type.Enum(['THIRD_PARTY', 'DOSSIER', 'DOCUMENT'], { description: 'What it is about.' }),
  thirdpartyId: Type.Integer(),
  dossierId: nullable(Type.Integer()),
  documentId: nullable(Type.Integer()),
  text: Type.String(),
  author: Type.Object({
    type: Type.Enum(['USER', 'API_CLIENT']),
    id: nullable(Type.Integer()),
    name: personName,
  }),
  mentions: Type.Array(Type.Object({ userId: Type.Integer(), name: personName })),
  createdAt: dateTimeSchema,
  editedAt: nullable(dateTimeSchema),
})

export type CommentWire = Static<typeof CommentRecord>

export const MentionableUser = namedObject('MentionableUser', { userId: Type.Integer(), name: Type.String() })
