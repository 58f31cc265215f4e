import { createReadStream } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { Command, Option } from 'commander'
import pc from 'picocolors'
import {
  duplicateRules,
  ImportElsewhere,
  faultListing,
  importedAttributes,
  listedFault,
  prepareUpload,
  processImport,
  progressOf,
  receiveImport,
  spoolUpload,
  type DuplicateRule,
  type ImportFormat,
  type ImportLimits,
  type PortfolioImport,
} from '../domain/imports/index.ts'
import type { References } from '../domain/references/index.ts'
import { recordOperatorAct } from '../platform/administration/index.ts'
import type { Db } from '../platform/db/index.ts'
import { AppError, jobScope, problemSentence, type Scope } from '../platform/kernel/index.ts'
import { firstPage, readListing } from '../platform/lists/index.ts'
import { asAccountId } from './accounts-io.ts'
import { ImportDisplay } from './import-display.ts'

interface Context {
  db: Db
  references: References
  imports: ImportLimits
  close(): Promise<void>
}
export interface ImportPortfolioDeps {
  open(): Promise<Context>
}

interface Options {
  account: number
  dryRun?: boolean
  onDuplicate: DuplicateRule
  json?: boolean
}

// Should this process die, a worker takes the import up; until then it is ours.
const headStartMs = 60_000
const shownFaults = 20

export function importPortfolioCommand(deps: ImportPortfolioDeps): Command {
  return new Command('import-portfolio')
    .description('add the companies of a file to the portfolio of an account')
    .argument(
      '<file>',
      'an Excel workbook (.xlsx), or in UTF-8: CSV with a header, or NDJSON (.ndjson, .jsonl)',
    )
    .requiredOption('--account <number>', 'the account', asAccountId)
    .option('--dry-run', 'add nothing, only report what would happen')
    .addOption(
      new Option(
        '--on-duplicate <rule>',
        'companies already in the portfolio: skip them, list them as errors too, or update them',
      )
        .choices([...duplicateRules])
        .default('skip'),
    )
    .option('--json', 'answer in JSON')
    .action(async (file: string, options: Options) => {
      const context = await deps.open()
      try {
        await importFile(context, file, options)
      } finally {
        await context.close()
      }
    })
}

async function importFile(context: Context, file: string, options: Options): Promise<void> {
  const began = performance.now()
  const scope = jobScope(options.account, 'vigie import-portfolio')
  await requireAccount(context.db, options.account)
  const { importId } = await storeImport(context, scope, file, options)
  const display = options.json ? null : new ImportDisplay(file)
  try {
    const one = await follow(context, { accountId: options.account, importId }, (now) =>
      display?.show(countsOf(now), progressOf(now) / 100),
    )
    const { importId: id, state, dryRun, rows, added } = one
    await context.db.system(async (tx) =>
      recordOperatorAct(tx, 'import-portfolio', {
        name: 'PORTFOLIO_IMPORTED',
        subject: { type: 'IMPORT', id },
        after: { state, dryRun, rows, added },
        accountIds: [options.account],
      }),
    )
    const seconds = (performance.now() - began) / 1000
    display?.end()
    await printReport(context.db, scope, { one, seconds, json: options.json === true })
    if (one.state !== 'DONE') process.exitCode = 1
  } finally {
    display?.end()
  }
}

/** Before anything is said of the file. */
async function requireAccount(db: Db, accountId: number): Promise<void> {
  const found = await db.system((tx) =>
    tx.selectFrom('account').select('account_id').where('account_id', '=', accountId).executeTakeFirst(),
  )
  if (!found) throw new Error(problemSentence('ACCOUNT_NOT_FOUND', 'en', { accountId }))
}

async function storeImport(
  context: Context,
  scope: Scope,
  file: string,
  options: Options,
): Promise<PortfolioImport> {
  const { db, imports: limits } = context
  const { dryRun = false, onDuplicate } = options
  const format = formatOf(file)
  const encoding = format === 'XLSX' ? null : 'utf-8'
  const spooled = await spoolUpload(createReadStream(file), limits.maxBytes, encoding).catch(
    rethrowAsSentence,
  )
  const runAt = new Date(Date.now() + headStartMs)
  try {
    const definitions = await db.read(scope, (tx) => importedAttributes(tx, scope))
    const asked = { format, mapping: undefined, definitions, limits }
    const prepared = await prepareUpload(spooled, asked).catch(rethrowAsSentence)
    const command = { ...prepared, format, dryRun, onDuplicate, limits, runAt }
    return await db.write(scope, (tx) => receiveImport(tx, scope, command)).catch(rethrowAsSentence)
  } finally {
    await spooled.remove()
  }
}

function formatOf(file: string): ImportFormat {
  if (/\.xlsx$/i.test(file)) return 'XLSX'
  return /\.(ndjson|jsonl)$/i.test(file) ? 'NDJSON' : 'CSV'
}

/** A problem answers to programs by its code; an operator wants the sentence. */
function rethrowAsSentence(error: unknown): never {
  if (error instanceof AppError) throw new Error(problemSentence(error.code, 'en', error.params))
  throw error
}

/** Does the work, or watches whoever took it up. */
async function follow(
  { db, references, imports }: Context,
  key: { accountId: number; importId: number },
  onProgress: (one: PortfolioImport) => void,
): Promise<PortfolioImport> {
  for (;;) {
    try {
      return await processImport({ db, references, maxRows: imports.maxRows, onProgress }, key)
    } catch (error) {
      if (!(error instanceof ImportElsewhere)) throw error
      await delay(500)
    }
  }
}

/** In the shape the bar knows: rows read, then rows added. */
function countsOf(one: PortfolioImport) {
  const done = one.added + one.duplicates + one.updated + one.unchanged
  return { position: one.state === 'RUNNING' ? done : one.rows }
}

async function printReport(
  db: Db,
  scope: Scope,
  { one, seconds, json }: { one: PortfolioImport; seconds: number; json: boolean },
): Promise<void> {
  const { rows, total } = await db.read(scope, (tx) =>
    readListing(tx, faultListing(scope, one.importId), firstPage(shownFaults)),
  )
  const worded = rows.map((found) => {
    const { row, column, code, params } = listedFault(found)
    return { row, column, code, message: problemSentence(code, 'en', params) }
  })
  const peakMemoryMb = Math.round(process.resourceUsage().maxRSS / 1024)
  if (json) {
    const { importId, state, dryRun, rows: read, added, duplicates, updated, unchanged } = one
    const { invalid, pending, problem } = one
    const sums = { rows: read, added, duplicates, updated, unchanged, invalid, pending }
    const counts = { importId, state, dryRun, ...sums, problem }
    const report = { ...counts, errors: worded, totalErrors: total, seconds, peakMemoryMb }
    process.stdout.write(`${JSON.stringify(report)}\n`)
    return
  }
  for (const { row, column, message } of worded)
    process.stdout.write(`${pc.yellow('·')} row ${row}${column ? `, ${column}` : ''}: ${message}\n`)
  if (total > worded.length) process.stdout.write(`  and ${total - worded.length} more errors\n`)
  process.stdout.write(`${summary(one, seconds, peakMemoryMb)}\n`)
}

function summary(one: PortfolioImport, seconds: number, peakMemoryMb: number): string {
  const number = (value: number) => value.toLocaleString('en')
  const parts = [
    `${number(one.rows)} rows in ${seconds.toFixed(1)} s`,
    `${number(one.added)} ${one.dryRun ? 'would be added' : 'added'}`,
    one.pending > 0 ? `${number(one.pending)} of them waiting for their register` : null,
    ...(one.onDuplicate === 'update'
      ? [
          `${number(one.updated)} ${one.dryRun ? 'would be changed' : 'changed'}`,
          `${number(one.unchanged)} unchanged`,
          `${number(one.duplicates)} repeated`,
        ]
      : [`${number(one.duplicates)} already in the portfolio`]),
    `${number(one.invalid)} with errors`,
    `${peakMemoryMb} MB of memory at most`,
  ]
  const text = `${parts.filter(Boolean).join(', ')}.`
  if (one.state === 'DONE') return `${pc.green('✓')} ${text}`
  const { code = null, params = {} } = one.problem ?? {}
  const reason = code === null ? 'It was cancelled.' : problemSentence(code, 'en', params)
  return `${pc.red('✗')} ${reason} ${text}`
}
