import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { digestEntry, type ListEntry, type ListFile } from '../src/index.ts'
import { collect } from './collect.ts'

// Public files that are not part of this repository: they may lie beside it.
const folder = ['../../../../shared/data/lists', '../../../../../shared/data/lists']
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find((path) => existsSync(path))
const isThere = (path: string): boolean => folder !== undefined && existsSync(join(folder, path))

const file = (path: string): ListFile => ({
  name: path,
  open: () => createReadStream(join(folder ?? '', path)) as AsyncIterable<Uint8Array>,
})
const ofac = (set: string, prefix: string, names: readonly string[]): ListFile[] =>
  names.map((name) => file(`${set}/${prefix}${name}.csv`))
const sdn = ['sdn', 'alt', 'add', 'sdn_comments']

const countKinds = (entries: readonly ListEntry[]) =>
  Object.fromEntries(
    ['PERSON', 'ORGANISATION', 'VESSEL', 'UNKNOWN'].map((kind) => [
      kind,
      entries.filter((entry) => entry.kind === kind).length,
    ]),
  )
const namesOf = (entries: readonly ListEntry[], kind: string): number =>
  entries.flatMap(({ names }) => names).filter((name) => name.kind === kind).length

describe.skipIf(!isThere('ofac-2021-07/sdn.csv'))(
  'The OFAC files of July 2021, where they lie beside us',
  () => {
    test('They are read as they were counted by hand', async () => {
      const { entries, facts } = await collect('OFAC_SDN', ofac('ofac-2021-07', '', sdn))
      expect(countKinds(entries)).toEqual({ PERSON: 4620, ORGANISATION: 3673, VESSEL: 406, UNKNOWN: 277 })
      expect(facts).toMatchObject({ entries: 8976, skipped: 0 })
      // 2,414 with "a.k.a." and 24 with "f.k.a." stand in the first file; the continued remarks give three more.
      expect(namesOf(entries, 'WEAK')).toBe(2441)
      expect(
        entries.filter(({ identifiers }) => identifiers.some(({ type }) => type === 'IMO')),
      ).toHaveLength(400)
      expect(
        entries.filter(({ kind, birthDates }) => kind === 'PERSON' && birthDates.length > 0),
      ).toHaveLength(4428)
      const lost = facts.warnings.find((warning) => warning.includes('birth dates'))
      expect(lost).toBeUndefined()
    })
  },
)

describe.skipIf(!isThere('ofac-2018-12/sdn.csv'))(
  'The OFAC files of December 2018, where they lie beside us',
  () => {
    test('They are read although their end marks are gone', async () => {
      const { entries, facts } = await collect('OFAC_SDN', ofac('ofac-2018-12', '', sdn))
      expect(countKinds(entries)).toEqual({ PERSON: 3845, ORGANISATION: 2994, VESSEL: 323, UNKNOWN: 217 })
      expect(facts).toMatchObject({ entries: 7379, skipped: 0, end: 'NOT_MARKED' })
    })

    test('What changed until July 2021 is found', async () => {
      const version = async (set: string): Promise<Map<string, string>> => {
        const { entries } = await collect('OFAC_SDN', ofac(set, '', sdn))
        return new Map(entries.map((entry) => [entry.id, digestEntry(entry)]))
      }
      const [before, after] = [await version('ofac-2018-12'), await version('ofac-2021-07')]
      const count = (ids: Map<string, string>, isCounted: (id: string) => boolean) =>
        [...ids.keys()].filter(isCounted).length
      expect({
        added: count(after, (id) => !before.has(id)),
        removed: count(before, (id) => !after.has(id)),
        both: count(before, (id) => after.has(id)),
      }).toEqual({ added: 1858, removed: 261, both: 7118 })
      expect(count(before, (id) => after.get(id) !== before.get(id))).toBeGreaterThan(261)
    })
  },
)

describe.skipIf(!isThere('ofac-non-sdn-2025-12/cons_prim.csv'))(
  'The other OFAC lists of December 2025, where they lie beside us',
  () => {
    test('They are read to their end mark', async () => {
      const files = ofac('ofac-non-sdn-2025-12', 'cons_', ['prim', 'alt', 'add', 'comments'])
      const { entries, facts } = await collect('OFAC_CONSOLIDATED', files)
      expect(countKinds(entries)).toEqual({ PERSON: 79, ORGANISATION: 363, VESSEL: 0, UNKNOWN: 0 })
      expect(facts).toEqual({ entries: 442, skipped: 0, warnings: [], end: 'MARKED' })
    })
  },
)

describe.skipIf(!isThere('un-2026-02/UN_consolidated.xml'))(
  'The UN list of February 2026, where it lies beside us',
  () => {
    test('It is read as it was counted by hand', async () => {
      const { entries, facts } = await collect('UN', [file('un-2026-02/UN_consolidated.xml')])
      expect(countKinds(entries)).toEqual({ PERSON: 730, ORGANISATION: 273, VESSEL: 0, UNKNOWN: 0 })
      expect(facts).toMatchObject({ publishedOn: '2026-02-27', entries: 1003, skipped: 0, end: 'MARKED' })
      // 615 aliases are marked as low; some of them hold several names.
      expect(namesOf(entries, 'WEAK')).toBe(619)
      expect(entries.filter(({ birthDates }) => birthDates.length > 0)).toHaveLength(678)
      expect(entries.every(({ listedOn }) => listedOn !== undefined)).toBe(true)
    })
  },
)
