import type { ListEntry, ListFacts } from './entry.ts'
import { limits } from './limits.ts'

/** What a reader finds out beside the entries. */
export interface Notes {
  publishedOn?: string
  /** Set by readers of formats that have an end which a cut file lacks. */
  isEndMarked: boolean
  /** Records that should have been entries. */
  unusable: number
  /** Records that are rightly none, such as targets that were taken off the list. */
  leftOut: Map<string, number>
  unread: Map<string, { count: number; example: string }>
  warnings: string[]
  unsaid: number
}

export function startNotes(): Notes {
  return { isEndMarked: false, unusable: 0, leftOut: new Map(), unread: new Map(), warnings: [], unsaid: 0 }
}

export function warn(notes: Notes, sentence: string): void {
  if (notes.warnings.length < limits.warnings) notes.warnings.push(sentence)
  else notes.unsaid += 1
}

export function skipRecord(notes: Notes, place: { file: string; line: number }, reason: string): void {
  notes.unusable += 1
  warn(notes, `${place.file}, line ${place.line}: skipped, ${reason}.`)
}

/** Skips a record that names no one or has nothing to know it by again. */
export function isUsable(entry: ListEntry, place: { file: string; line: number }, notes: Notes): boolean {
  const lack = entry.id === '' ? 'key' : 'name'
  const isGood = entry.id !== '' && entry.names.length > 0
  if (!isGood) skipRecord(notes, place, `the record has no ${lack}`)
  return isGood
}

export function leaveOut(notes: Notes, reason: string): void {
  notes.leftOut.set(reason, (notes.leftOut.get(reason) ?? 0) + 1)
}

/** A value such as a country that was not understood: the entry stays, without it. */
export function noteUnread(notes: Notes, what: string, text: string): void {
  const seen = notes.unread.get(what)
  if (seen) seen.count += 1
  else notes.unread.set(what, { count: 1, example: text.slice(0, 80) })
}

export function factsOf(notes: Notes, entries: number): ListFacts {
  const leftOut = [...notes.leftOut].map(([reason, count]) => `${count} left out: ${reason}.`)
  const unread = [...notes.unread].map(
    ([what, { count, example }]) => `${count} not understood: ${what}, such as "${example}".`,
  )
  const unsaid = notes.unsaid > 0 ? [`${notes.unsaid} more warnings are not shown.`] : []
  return {
    ...(notes.publishedOn === undefined ? {} : { publishedOn: notes.publishedOn }),
    entries,
    skipped: notes.unusable + [...notes.leftOut.values()].reduce((sum, count) => sum + count, 0),
    warnings: [...notes.warnings, ...unsaid, ...leftOut, ...unread],
    end: notes.isEndMarked ? 'MARKED' : 'NOT_MARKED',
  }
}
