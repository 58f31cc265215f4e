import { readList, type ListEntry, type ListFacts, type ListFile, type ListSource } from '../src/index.ts'

/** A list read to its end. */
export async function collect(
  source: ListSource,
  files: readonly ListFile[],
): Promise<{ entries: ListEntry[]; facts: ListFacts }> {
  const reading = readList(source, files)
  const entries: ListEntry[] = []
  for await (const entry of reading.entries) entries.push(entry)
  return { entries, facts: reading.facts() }
}

/** Those parts of an entry that say something. */
export function told(entry: ListEntry | undefined): Partial<ListEntry> {
  return Object.fromEntries(Object.entries(entry ?? {}).filter(([, value]) => value.length > 0))
}
