interface Dated {
  readonly seq: number
  readonly at: Date
}

/** How much is compared: the newest alone, the last of each day too, or everything. */
export type Extent = 'newest' | 'sample' | 'all'

export const newestCount = 20

/** A sample is what a daily look compares, however long the journal is. */
export function pickExtent<T extends Dated>(items: readonly T[], extent: Extent): T[] {
  const ordered = items.toSorted((one, other) => other.seq - one.seq || other.at.getTime() - one.at.getTime())
  if (extent === 'all') return ordered
  const seqs = new Set(ordered.slice(0, newestCount).map(({ seq }) => seq))
  const days = new Set<string>()
  for (const { seq, at } of extent === 'sample' ? ordered : []) {
    const day = at.toISOString().slice(0, 10)
    if (!days.has(day)) seqs.add(seq)
    days.add(day)
  }
  // All of one number: a second version of an object must not hide the first.
  return ordered.filter(({ seq }) => seqs.has(seq))
}
