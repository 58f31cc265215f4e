import { NameIndex, prepare, scorePrepared, threshold, type Subject } from '../src/index.ts'

/** Spellings of the entries that do not find their own entry, or do not match it. Looks at each `step`th entry. */
export function lostSpellings(entries: readonly Subject[], step: number): string[] {
  const index = new NameIndex()
  for (const [id, entry] of entries.entries()) index.add(id, entry)
  const lost: string[] = []
  for (let id = 0; id < entries.length; id += step) {
    const entry = entries[id]
    if (entry === undefined) continue
    const theirs = prepare(entry)
    for (const { text } of entry.names) {
      const ours = prepare({ kind: entry.kind, names: [{ text, kind: 'PRIMARY' }] })
      // Some names stand on more entries than are told by default.
      const isFound = index.find(ours, { limit: 1_000 }).some((it) => it.id === id)
      if (!isFound || scorePrepared(ours, theirs).score < threshold) lost.push(text)
    }
  }
  return lost
}
