import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type KeyboardEvent, type RefObject } from 'react'
import { useAccountId } from '../../ui/use-account-id.ts'
import { mentionableQuery } from './comments.queries.ts'
import { mentionBefore, namedLike, withMention, type Person } from './mention-text.ts'

const maxPeople = 6
const debounce = 120

interface Options {
  thirdpartyId: number
  area: RefObject<HTMLTextAreaElement | null>
  text: string
  onText: (text: string) => void
  onPerson: (person: Person) => void
}

/** Completion of names behind an @; the caret stays in the text all the while. */
export function useMentions({ thirdpartyId, area, text, onText, onPerson }: Options) {
  const accountId = useAccountId()
  const [caret, setCaret] = useState<number | null>(null)
  const [active, setActive] = useState(0)
  const found = caret === null ? null : mentionBefore(text, caret)
  const [typed] = useDebouncedValue(found?.typed ?? '', debounce)
  const query = useQuery({
    ...mentionableQuery(accountId, typed, thirdpartyId),
    enabled: found !== null,
    placeholderData: keepPreviousData,
  })
  // Once words follow the name and nobody is called so, the list would only be in the way.
  const people = namedLike(query.data?.content ?? [], found?.typed ?? '').slice(0, maxPeople)
  const isOpen = found !== null && (people.length > 0 || (query.isSuccess && !/\s/.test(found.typed)))

  function choose(person: Person) {
    if (found === null || caret === null) return
    const next = withMention(text, found.from, caret, person.name)
    onText(next.text)
    onPerson(person)
    setCaret(null)
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(next.caret, next.caret)
    })
  }
  function onKeyDown(event: KeyboardEvent): boolean {
    if (!isOpen) return false
    const person = people[active] ?? people[0]
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && people.length > 0) setActive((active + step + people.length) % people.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && person !== undefined) choose(person)
    else if (event.key === 'Escape') setCaret(null)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  function follow() {
    setCaret(area.current?.selectionStart ?? null)
    setActive(0)
  }
  return { people, active, isOpen, choose, onKeyDown, follow, close: () => setCaret(null) }
}
