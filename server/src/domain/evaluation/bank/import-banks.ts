import { CsvError, parse } from 'csv-parse/sync'
import { isValidBIC } from 'ibantools'
import { sql } from 'kysely'
import { recordOperatorAct } from '../../../platform/administration/index.ts'
import type { Db, Tx } from '../../../platform/db/index.ts'
import { plainCode } from './check-iban.ts'

/** A file that cannot be taken; its words are for whoever offered it. */
export class BankFileError extends Error {}

interface BankLine {
  readonly countryCode: string
  readonly bankCode: string
  readonly name: string | null
  readonly bic: string | null
}

export interface BankImport {
  readonly countries: readonly string[]
  readonly banks: number
}

interface BankFile {
  readonly text: string
  readonly fileName: string
  /** Who published it. */
  readonly source: string
}

/** Takes the file as the whole truth about the countries it names: banks of theirs that it lacks go. */
export async function importBanks(db: Db, { text, fileName, source }: BankFile): Promise<BankImport> {
  const lines = readBankLines(text)
  const countries = [...new Set(lines.map(({ countryCode }) => countryCode))].toSorted()
  await db.system(async (tx) => {
    await replaceBanks(tx, { lines, countries, source })
    const after = { register: 'banks', file: fileName, source, countries, banks: lines.length }
    recordOperatorAct(tx, 'import-banks', { name: 'REGISTER_IMPORTED', after, accountIds: [] })
  })
  return { countries, banks: lines.length }
}

async function replaceBanks(
  tx: Tx,
  { lines, countries, source }: { lines: readonly BankLine[]; countries: readonly string[]; source: string },
): Promise<void> {
  await sql`delete from bank where country_code = any(${[...countries]}::text[])`.execute(tx)
  await sql`
    insert into bank (country_code, bank_code, name, bic, source)
    select "countryCode", "bankCode", name, bic, ${source}
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as line ("countryCode" text, "bankCode" text, name text, bic text)`.execute(tx)
}

const columns = ['country', 'bank_code', 'bic', 'name'] as const

/** Every line must be right: half a directory would be worse than the former one. */
export function readBankLines(text: string): BankLine[] {
  const rows = parseRows(text)
  const [first] = rows
  if (!first) throw new BankFileError('The file holds no bank.')
  const missing = columns.filter((name) => !(name in first))
  if (missing.length > 0)
    throw new BankFileError(`The first line must name the columns: ${missing.join(', ')}.`)
  const known = new Set<string>()
  return rows.map((row, index) => {
    const line = readLine(row, index + 2)
    const key = line.countryCode + line.bankCode
    if (known.has(key)) throw new BankFileError(`Line ${index + 2}: ${key} is there twice.`)
    known.add(key)
    return line
  })
}

function parseRows(text: string): Record<string, string>[] {
  const [head = ''] = text.split('\n', 1)
  const delimiter = head.includes(';') ? ';' : ','
  try {
    return parse(text, { columns: true, bom: true, delimiter, trim: true, skip_empty_lines: true })
  } catch (error) {
    if (error instanceof CsvError) throw new BankFileError(`The file is no CSV: ${error.message}`)
    throw error
  }
}

function readLine(row: Record<string, string>, line: number): BankLine {
  const countryCode = (row['country'] ?? '').toUpperCase()
  const bankCode = plainCode(row['bank_code'] ?? '')
  const bic = plainCode(row['bic'] ?? '') || null
  const name = row['name'] || null
  if (!/^[A-Z]{2}$/.test(countryCode))
    throw new BankFileError(`Line ${line}: “country” is no code of two letters.`)
  if (!/^[A-Z0-9]{1,12}$/.test(bankCode))
    throw new BankFileError(`Line ${line}: “bank_code” is no bank code.`)
  if (bic !== null && !isValidBIC(bic)) throw new BankFileError(`Line ${line}: “bic” is no BIC.`)
  if (name !== null && name.length > 200)
    throw new BankFileError(`Line ${line}: “name” is longer than 200 signs.`)
  if (bic === null && name === null) throw new BankFileError(`Line ${line}: neither a BIC nor a name.`)
  return { countryCode, bankCode, bic: bic?.replace(/XXX$/, '') ?? null, name }
}
