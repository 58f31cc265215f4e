import type { Actor } from '../kernel/index.ts'
import type { EventData } from './event-data.ts'
import { merged } from './event-words.ts'
import type { PersonalData } from './record.ts'

interface Said {
  data: EventData
  personal: PersonalData[]
}

/**
 * For free text: what a person wrote goes under that person's key. A client or a job is nobody who could ask to be
 * forgotten, and has no key: what it brings stays with the rest.
 */
export function withWords(author: Pick<Actor, 'type' | 'id'>, data: EventData, words: EventData): Said {
  const { type, id } = author
  const isPerson = (type === 'USER' || type === 'CONTACT') && id !== null
  if (!isPerson || isSilent(words)) return { data: merged(data, words), personal: [] }
  return { data, personal: [{ person: { type, id }, data: words }] }
}

function isSilent(words: unknown): boolean {
  if (words === null || words === undefined) return true
  return typeof words === 'object' && Object.values(words).every(isSilent)
}
