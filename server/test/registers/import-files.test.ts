import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { linesAtOnce } from '../../src/domain/references/imported/import-batch.ts'
import { testDatabase, type TestDatabase } from '../harness/database.ts'
import { all, allEstablishments, command, contents, importFiles, strayWords } from './import-helpers.ts'
import { createImportedSirene } from '../../src/domain/references/imported/imported-register.ts'
import { establishmentColumns, sirenOf, unit, unitColumns } from './sirene-stock.ts'
import { csvLines, writeCsv, writeParquet } from './write-files.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vigie-files-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('Import files of a few thousand units', () => {
  let csv: TestDatabase
  let parquet: TestDatabase
  beforeAll(async () => {
    csv = await testDatabase()
    parquet = await testDatabase()
  })
  afterAll(async () => {
    await csv.close()
    await parquet.close()
  })
  const file = (name: string) => path.join(folder, name)
  const some = 3_000

  test('The files give the same rows from CSV and from Parquet', { timeout: 180_000 }, async () => {
    await writeCsv(file('units.csv'), csvLines(unitColumns, all(some)))
    await writeParquet(file('units.parquet'), unitColumns, [...all(some)])
    await writeCsv(file('places.csv'), csvLines(establishmentColumns, allEstablishments(some), ';'))
    await writeParquet(file('places.parquet'), establishmentColumns, [...allEstablishments(some)])
    await importFiles(csv, 'sirene', file('places.csv'), file('units.csv'))
    await importFiles(parquet, 'sirene', file('units.parquet'), file('places.parquet'))
    for (const [table, key] of [
      ['register_company', 'record_key'],
      ['register_establishment', 'siret'],
    ] as const) {
      const rows = await contents(csv, table, key)
      expect(rows.length).toBeGreaterThanOrEqual(some)
      expect(await contents(parquet, table, key)).toEqual(rows)
    }
  })

  test('The files change nothing a second time, in another format either', { timeout: 180_000 }, async () => {
    const before = await csv.admin.query('select sum(xmin::text::bigint) as writers from register_company')
    const [again, other] = await importFiles(csv, 'sirene', file('units.csv'), file('units.parquet'))
    expect(again).toMatchObject({ wasKnown: true })
    expect(other).toMatchObject({ wasKnown: false, added: 0, changed: 0, unchanged: some })
    const after = await csv.admin.query('select sum(xmin::text::bigint) as writers from register_company')
    expect(after.rows).toEqual(before.rows)
  })

  test('The files bring what changed since, and never what is older', { timeout: 180_000 }, async () => {
    const renamed = { ...unit(1), denominationUniteLegale: 'QUINCAILLERIE ZÉPHYRINE', nomUniteLegale: null }
    const newer = { ...renamed, dateDernierTraitementUniteLegale: '2026-03-01T00:00:00' }
    const older = {
      ...unit(2),
      denominationUniteLegale: 'OLD NEWS',
      dateDernierTraitementUniteLegale: '2020-01-01T00:00:00',
    }
    const closed = { ...unit(3), etatAdministratifUniteLegale: 'C', dateDebut: '2026-02-28' }
    const fresh = unit(some + 1)
    const bad = { ...unit(5), siren: '12345' }
    await writeCsv(file('delta.csv'), csvLines(unitColumns, [newer, older, closed, fresh, bad, unit(6)]))
    const [report] = await importFiles(csv, 'sirene', file('delta.csv'))
    const changed =
      unit(3)['etatAdministratifUniteLegale'] === 'A' || unit(3)['dateDebut'] !== '2026-02-28' ? 2 : 1
    expect(report).toMatchObject({ added: 1, changed, unchanged: 4 - changed, refused: 1 })
    const { rows } = await csv.admin.query(
      'select search_name, closed_on::text from register_company where record_key = any($1) order by search_name = $2 desc',
      [[unit(1)['siren'], unit(3)['siren']], 'quincaillerie zephyrine'],
    )
    expect(rows).toMatchObject([{ search_name: 'quincaillerie zephyrine' }, { closed_on: '2026-02-28' }])
    expect(await strayWords(csv)).toEqual([])
  })

  test(
    'A complete stock removes what it lacks, and a delta brings it back',
    { timeout: 60_000 },
    async () => {
      // One of those it lacks changed after the stock was made: the stock knows nothing about that one.
      const lacking = new Set([1, 10, 11, 12])
      const rows = [...all(some)].filter((_, nth) => !lacking.has(nth))
      await writeCsv(file('later.csv'), csvLines(unitColumns, rows))
      const [later] = await importFiles(csv, 'sirene', file('later.csv'))
      // The one that only the delta had is gone as well.
      expect(later).toMatchObject({ added: 0, removed: 4 })
      const register = createImportedSirene(csv.db)
      const find = async (nth: number) => (await register.find({ code: 'SIREN', value: sirenOf(nth) })).kind
      expect(await Promise.all([1, 9, 10, 11, 12, some + 1].map(find))).toEqual([
        'FOUND',
        'FOUND',
        'NOT_FOUND',
        'NOT_FOUND',
        'NOT_FOUND',
        'NOT_FOUND',
      ])
      expect(await strayWords(csv)).toEqual([])

      await writeCsv(file('back.csv'), csvLines(unitColumns, [unit(11), unit(20)]))
      const [back] = await importFiles(csv, 'sirene', file('back.csv'))
      expect(back).toMatchObject({ added: 0, changed: 1, unchanged: 1, removed: 0 })
      expect(await Promise.all([9, 10, 11].map(find))).toEqual(['FOUND', 'NOT_FOUND', 'FOUND'])
      expect(await strayWords(csv)).toEqual([])
      const { rows: left } = await csv.admin.query('select count(*)::int as n from register_seen')
      expect(left).toEqual([{ n: 0 }])
    },
  )

  test.each([
    ['a table of something else', 'other.csv', 'first,second\n1,2\n', 'siren'],
    ['an empty file', 'empty.csv', '', 'empty'],
    [
      'a history file',
      'history.csv',
      'siren,dateFin,dateDebut,etatAdministratifUniteLegale\n',
      'StockUniteLegale',
    ],
  ])('The files are refused when they are %s', async (_what, name, text, word) => {
    await writeCsv(file(name), [text])
    await expect(command(csv, 'sirene', file(name))).rejects.toThrow(word)
  })
})

test(
  'A company that comes twice, far apart, is one company as it came last',
  { timeout: 60_000 },
  async () => {
    const database = await testDatabase()
    try {
      const apart = linesAtOnce + 600
      const again = { ...unit(0), denominationUniteLegale: 'ZÉPHYRINE ET FILS', nomUniteLegale: null }
      const file = path.join(folder, 'twice.csv')
      await writeCsv(file, csvLines(unitColumns, [...all(apart), again]))
      const [report] = await importFiles(database, 'sirene', file)
      expect(report).toMatchObject({ added: apart, changed: 1, refused: 0 })
      const { rows } = await database.admin.query(
        'select search_name from register_company where record_key = $1',
        [sirenOf(0)],
      )
      expect(rows).toEqual([{ search_name: 'zephyrine fils' }])
      expect(await strayWords(database)).toEqual([])
    } finally {
      await database.close()
    }
  },
)
