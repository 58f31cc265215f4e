import path from 'node:path'
import { vi } from 'vitest'
import { importRegisterCommand } from '../../src/commands/import-register.ts'
import type { TestDatabase } from '../harness/database.ts'
import { establishmentColumns, establishments, unit, unitColumns, type StockRow } from './sirene-stock.ts'
import { csvLines, writeZip } from './write-files.ts'

export interface Report {
  kind: string
  position: number
  added: number
  changed: number
  unchanged: number
  refused: number
  removed: number
  wasKnown: boolean
  resumedFrom: number
  peakMemoryMb: number
}

/** The command in this process, and what it printed. */
export async function command(database: TestDatabase, ...args: string[]): Promise<string> {
  let printed = ''
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text)
    return true
  })
  const open = () => Promise.resolve({ db: database.db, close: () => Promise.resolve() })
  try {
    await importRegisterCommand({ open }).exitOverride().parseAsync(args, { from: 'user' })
  } finally {
    spy.mockRestore()
  }
  return printed
}

export const reports = (printed: string) =>
  printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Report)

export const importFiles = async (database: TestDatabase, ...args: string[]) =>
  reports(await command(database, ...args, '--json'))

export function* all(count: number): Generator<StockRow> {
  for (let nth = 0; nth < count; nth += 1) yield unit(nth)
}
export function* allEstablishments(count: number): Generator<StockRow> {
  for (let nth = 0; nth < count; nth += 1) yield* establishments(nth)
}
/** What the register holds, in an order of its own. */
export async function contents(
  { admin }: Pick<TestDatabase, 'admin'>,
  table: string,
  key: string,
): Promise<unknown[]> {
  const { rows } = await admin.query<Record<string, unknown>>(`select * from ${table} order by ${key}`)
  return rows
}

/** Words counted anew against the dictionary as it was kept. */
export async function strayWords({ admin }: Pick<TestDatabase, 'admin'>): Promise<unknown[]> {
  const { rows } = await admin.query(
    `select word, counted.n, w.companies from (
       select source, word, count(*)::int as n from (
         select distinct source, record_key, word from register_company,
           string_to_table(concat_ws(' ', search_name, search_extra), ' ') word where search_name <> '') each
       group by source, word) counted
     full join register_word w using (source, word)
     where coalesce(counted.n, 0) <> coalesce(w.companies, 0) limit 5`,
  )
  return rows
}

/** The two archives of a stock, as they are published. */
export async function writeStock(folder: string, units: number): Promise<[units: string, places: string]> {
  const [ofUnits, ofPlaces] = ['StockUniteLegale_utf8', 'StockEtablissement_utf8'] as const
  const [unitZip, placeZip] = [path.join(folder, `${ofUnits}.zip`), path.join(folder, `${ofPlaces}.zip`)]
  await writeZip(unitZip, `${ofUnits}.csv`, csvLines(unitColumns, all(units)))
  await writeZip(placeZip, `${ofPlaces}.csv`, csvLines(establishmentColumns, allEstablishments(units)))
  return [unitZip, placeZip]
}
