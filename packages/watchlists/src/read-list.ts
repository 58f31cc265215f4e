import type { ListEntry, ListFacts, ListFile } from './entry.ts'
import { ListFault } from './fault.ts'
import { limits } from './limits.ts'
import { factsOf, startNotes, type Notes } from './notes.ts'
import { chooseReader } from './choose-reader.ts'
import type { ListSource } from './sources.ts'
import { detach } from './text.ts'

export interface ListReading {
  /** To be walked once. Whatever ends it early, a fault or the reader's own choice, leaves no facts. */
  entries: AsyncIterable<ListEntry>
  /** Throws until the walk has ended well: entries seen before that may be of a list that is refused. */
  facts(): ListFacts
}

/** Reads one version of a list. `files` may come in any order and under any name. */
export function readList(source: ListSource, files: readonly ListFile[]): ListReading {
  let facts: ListFacts | undefined
  let isWalked = false
  async function* walk(): AsyncGenerator<ListEntry> {
    if (isWalked) throw new Error('the entries of a list are walked once; read it again')
    isWalked = true
    if (files.length === 0) throw new ListFault('MISSING_FILE', 'no file was given')
    const notes = startNotes()
    const ids = new Set<string>()
    const read = await chooseReader(source, files)
    for await (const entry of read(files, notes)) {
      checkEntry(entry, ids)
      ids.add(detach(entry.id))
      yield entry
    }
    checkWhole(notes, ids.size)
    facts = factsOf(notes, ids.size)
  }
  return {
    entries: { [Symbol.asyncIterator]: walk },
    facts() {
      if (!facts) throw new Error('a list has no facts before it has been read to its end')
      return facts
    },
  }
}

function checkEntry({ id, names }: ListEntry, ids: ReadonlySet<string>): void {
  const shown = id.slice(0, 60)
  if (ids.has(id)) throw new ListFault('DOUBLED', `entry ${shown} is in the list twice`)
  if (id === '' || id.length > 500) throw new ListFault('MALFORMED', 'an entry has no usable key')
  if (names.length === 0) throw new ListFault('MALFORMED', `entry ${shown} has no name`)
  if (names.some(({ text }) => text.length > limits.nameCharacters)) {
    throw new ListFault('TOO_LARGE', `a name of entry ${shown} is longer than any honest one`)
  }
}

function checkWhole(notes: Notes, entries: number): void {
  if (entries === 0) throw new ListFault('NO_ENTRY', 'the list has no entry')
  if (notes.unusable * 10 > entries) {
    const [first = ''] = notes.warnings
    throw new ListFault(
      'MALFORMED',
      `${notes.unusable} records could not be read beside ${entries}: ${first}`,
    )
  }
}
