import fc from 'fast-check'
import { expect, test } from 'vitest'
import { euCsv, euCsvRows, listSamples, sampleFile, ukCsv, ukCsvRows } from '../samples/index.ts'
import { digestEntry, digestForMatching, ListFault, type ListEntry, type ListSource } from '../src/index.ts'
import { collect } from './collect.ts'

// A few with every change, many before a release.
const cutsEach = Number(process.env['VIGIE_CUTS'] ?? 20)

const word = fc.string({ minLength: 1, maxLength: 6 })
const texts = fc.array(word, { maxLength: 4 })
const entries: fc.Arbitrary<ListEntry> = fc.record({
  id: word,
  kind: fc.constantFrom('PERSON', 'ORGANISATION', 'VESSEL', 'UNKNOWN'),
  names: fc.array(fc.record({ text: word, kind: fc.constantFrom('PRIMARY', 'ALIAS', 'WEAK', 'FORMER') }), {
    minLength: 1,
    maxLength: 4,
  }),
  birthDates: texts,
  birthPlaces: texts,
  countries: texts,
  identifiers: fc.array(fc.record({ type: word, value: word }), { maxLength: 4 }),
  addresses: texts,
  programmes: texts,
  positions: texts,
  reasons: texts,
  links: texts,
  references: texts,
})

const reversed = (entry: ListEntry): ListEntry =>
  Object.fromEntries(
    Object.entries(entry)
      .toReversed()
      .map(([name, value]) => [name, Array.isArray(value) ? value.toReversed() : value]),
  ) as unknown as ListEntry

test('A digest does not depend on the order within an entry', () => {
  fc.assert(
    fc.property(entries, (entry) => {
      expect(digestEntry(reversed(entry))).toBe(digestEntry(entry))
      expect(digestForMatching(reversed(entry))).toBe(digestForMatching(entry))
    }),
  )
})

test('A digest changes with every part of an entry, that for matching only with what matching uses', () => {
  const forMatching = ['birthDates', 'countries']
  const others = ['birthPlaces', 'addresses', 'programmes', 'positions', 'reasons', 'links', 'references']
  fc.assert(
    fc.property(entries, fc.constantFrom(...forMatching, ...others), word, (entry, part, added) => {
      const changed: ListEntry = { ...entry, [part]: [...(entry[part as 'links'] ?? []), added] }
      expect(digestEntry(changed)).not.toBe(digestEntry(entry))
      expect(digestForMatching(changed) === digestForMatching(entry)).toBe(others.includes(part))
    }),
  )
})

test('A name, its kind, an identifier, a kind and a date of listing are part of the digest', () => {
  fc.assert(
    fc.property(entries, word, (entry, added) => {
      const [first] = entry.names
      const changes: Partial<ListEntry>[] = [
        { names: [...entry.names, { text: added, kind: 'WEAK' }] },
        {
          names: entry.names.with(0, {
            text: first?.text ?? '',
            kind: first?.kind === 'WEAK' ? 'ALIAS' : 'WEAK',
          }),
        },
        { identifiers: [...entry.identifiers, { type: 'LEI', value: added }] },
        { kind: entry.kind === 'PERSON' ? 'VESSEL' : 'PERSON' },
      ]
      for (const change of changes) {
        expect(digestForMatching({ ...entry, ...change })).not.toBe(digestForMatching(entry))
      }
      expect(digestEntry({ ...entry, listedOn: '2020-01-01' })).not.toBe(digestEntry(entry))
    }),
  )
})

const digests = async (source: ListSource, text: string, chunkBytes?: number): Promise<string[]> => {
  const list = await collect(source, [sampleFile('list', text, chunkBytes)])
  return list.entries.map(digestEntry).toSorted()
}

test.each<[ListSource, readonly string[], (rows: readonly string[]) => string]>([
  ['EU', euCsvRows, euCsv],
  ['UK', ukCsvRows, ukCsv],
])('The order of rows in the CSV of the %s does not matter', async (source, rows, file) => {
  const expected = await digests(source, file(rows))
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([...rows], { minLength: rows.length }), async (shuffled) => {
      expect(await digests(source, file(shuffled))).toEqual(expected)
    }),
    { numRuns: 12 },
  )
})

test.each(listSamples)('The size of the chunks of $title does not matter', async ({ source, text }) => {
  const expected = await digests(source, text)
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 300 }), async (chunkBytes) => {
      expect(await digests(source, text, chunkBytes)).toEqual(expected)
    }),
    { numRuns: 3 },
  )
})

/** Any part of a file, from nothing to all but its last byte. */
const parts = (text: string): fc.Arbitrary<Buffer> => {
  const bytes = Buffer.from(text.trimEnd())
  return fc.integer({ min: 0, max: bytes.length - 1 }).map((length) => bytes.subarray(0, length))
}

const withEnd = listSamples.filter(({ hasEnd }) => hasEnd)
test.each(withEnd)('$title cut anywhere is refused, never a shorter list', async ({ source, text }) => {
  await fc.assert(
    fc.asyncProperty(parts(text), async (part) => {
      await expect(collect(source, [sampleFile('cut', part)])).rejects.toBeInstanceOf(ListFault)
    }),
    { numRuns: cutsEach },
  )
})

const withoutEnd = listSamples.filter(({ hasEnd }) => !hasEnd)
test.each(withoutEnd)('$title cut anywhere but at the end of a row is refused or says so', async (sample) => {
  const whole = new Set((await collect(sample.source, sample.files)).entries.map(({ id }) => id))
  await fc.assert(
    fc.asyncProperty(parts(sample.text), async (part) => {
      const result = await collect(sample.source, [sampleFile('cut', part)]).catch((error: unknown) => {
        expect(error).toBeInstanceOf(ListFault)
      })
      if (!result) return
      const isAtRowEnd = /[\r\n}]$/.test(part.toString('latin1'))
      const isSaid = result.facts.warnings.some((warning) => warning.endsWith('it may be incomplete.'))
      expect(isAtRowEnd || isSaid).toBe(true)
      expect(result.facts.end).toBe('NOT_MARKED')
      expect(result.entries.every(({ id }) => whole.has(id) || isSaid)).toBe(true)
    }),
    { numRuns: cutsEach },
  )
})
