import { useState } from 'react'
import type { CommentBody } from './comments.queries.ts'
import { stillMentioned, type Person } from './mention-text.ts'

const maxLength = 4_000

/** A comment being written; it is emptied only once it has been taken. */
export function useCommentDraft(
  initial: { text: string; people: Person[] } | undefined,
  onSend: (body: CommentBody) => Promise<unknown>,
) {
  const [text, setText] = useState(initial?.text ?? '')
  const [people, setPeople] = useState<Person[]>(initial?.people ?? [])
  const [isSending, setSending] = useState(false)
  const tooMany = Math.max(0, text.length - maxLength)
  const isSendable = text.trim() !== '' && tooMany === 0 && !isSending
  async function send() {
    if (!isSendable) return
    setSending(true)
    try {
      await onSend({ text: text.trim(), mentions: stillMentioned(text, people) })
      setText('')
      setPeople([])
    } catch {
      // Told by whoever sent it.
    } finally {
      setSending(false)
    }
  }
  const addPerson = (person: Person) => setPeople((known) => [...known, person])
  return { text, setText, addPerson, tooMany, isSendable, isSending, send }
}
