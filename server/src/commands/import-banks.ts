import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { Command } from 'commander'
import { BankFileError, importBanks, type BankImport } from '../domain/evaluation/index.ts'
import type { Db } from '../platform/db/index.ts'

export interface ImportBanksDeps {
  open(): Promise<{ db: Db; close(): Promise<void> }>
}

interface Options {
  source: string
  json?: boolean
}

export function importBanksCommand(deps: ImportBanksDeps): Command {
  return new Command('import-banks')
    .description('import a directory of banks, so that bank details say which bank an account number is of')
    .argument('<file>', 'CSV with the columns country, bank_code, bic and name')
    .requiredOption('--source <text>', 'who published it, such as “Deutsche Bundesbank, December 2026”')
    .option('--json', 'print JSON')
    .action(async (path: string, { source, json }: Options) => {
      const text = await readFile(path, 'utf8')
      const context = await deps.open()
      try {
        const report = await importBanks(context.db, { text, fileName: basename(path), source })
        process.stdout.write(`${json ? JSON.stringify(report) : describe(report)}\n`)
      } catch (error) {
        if (!(error instanceof BankFileError)) throw error
        process.stderr.write(`${error.message}\n`)
        process.exitCode = 1
      } finally {
        await context.close()
      }
    })
}

const describe = ({ banks, countries }: BankImport) =>
  `${banks.toLocaleString('en')} banks of ${countries.join(', ')} imported.`
