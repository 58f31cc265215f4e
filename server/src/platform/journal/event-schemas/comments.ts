import { Type } from 'typebox'
import { eventData, id, ids, text } from './parts.ts'

const commentId = id('The comment.')
const words = Type.Optional(text('What it says; absent once its author was erased.'))

/** On a third party, a dossier or a document. */
export const commentAdded = eventData('CommentAddedData', {
  commentId,
  mentions: Type.Optional(ids('The users it names.')),
  text: words,
})

const side = Type.Optional(
  Type.Object({ text: words, mentions: Type.Optional(ids('The users it named or names, if that changed.')) }),
)
export const commentUpdated = eventData('CommentUpdatedData', { commentId, before: side, after: side })

export const commentDeleted = eventData('CommentDeletedData', { commentId })

export const mentionChanged = eventData('CommentMentionData', {
  commentId,
  userId: id('Who is or was named.'),
  userName: Type.Optional(text('Their name at that moment; absent once they left or were erased.')),
})
