import { ListFault, listSources, type ListSource } from '@vigie/watchlists'
import { Argument, Command } from 'commander'
import { listChanged } from '../domain/screening/index.ts'
import { importList, listFilesAt, listImported, type ListReport } from '../domain/watchlists/index.ts'
import { recordOperatorAct } from '../platform/administration/index.ts'
import type { Db } from '../platform/db/index.ts'

export interface ImportListDeps {
  open(): Promise<{ db: Db; close(): Promise<void> }>
}

interface Options {
  force?: boolean
  dryRun?: boolean
  json?: boolean
}

const sources = listSources
  .filter((source) => source !== 'OWN')
  .map((source) => source.toLowerCase().replaceAll('_', '-'))

export function importListCommand(deps: ImportListDeps): Command {
  return new Command('import-list')
    .description(
      'import a published list of sanctions or exposed persons, for every account to screen against',
    )
    .addArgument(new Argument('<source>', 'which list').choices(sources))
    .argument('<path>', 'the file, or the folder with its files, as the publisher offers them')
    .option('--dry-run', 'say what would change, and change nothing')
    .option('--force', 'take the list even if it lost more than a tenth of its entries')
    .option('--json', 'print JSON')
    .action(async (name: string, path: string, options: Options) => {
      const context = await deps.open()
      try {
        const report = await importOne(context.db, sourceOf(name), path, options)
        process.stdout.write(`${options.json ? JSON.stringify(report) : describe(report)}\n`)
        if (report.outcome === 'REFUSED') process.exitCode = 1
      } catch (error) {
        if (!(error instanceof ListFault)) throw error
        process.stderr.write(`${error.message}\n`)
        process.exitCode = 1
      } finally {
        await context.close()
      }
    })
}

const sourceOf = (name: string) => name.toUpperCase().replaceAll('-', '_') as ListSource

async function importOne(
  db: Db,
  source: ListSource,
  path: string,
  { force = false, dryRun = false }: Options,
): Promise<ListReport> {
  const files = await listFilesAt(path)
  const report = await importList(db, {
    source,
    files,
    origin: path,
    own: null,
    force,
    dryRun,
    onChange: listChanged,
  })
  if (report.outcome === 'IN_FORCE') {
    const act = { ...listImported(report), accountIds: [] }
    await db.system(async (tx) => recordOperatorAct(tx, 'import-list', act))
  }
  return report
}

const number = (value: number) => value.toLocaleString('en')

function describe(report: ListReport): string {
  const { outcome, name, version, entries, added, changed, removed, publishedOn, skipped } = report
  if (outcome === 'UNCHANGED') return `${name}: these files are in force already, as version ${version}.`
  const counts = `${number(entries)} entries, ${number(added)} added, ${number(changed)} changed, ${number(removed)} removed`
  const details = [
    publishedOn === null ? null : `published on ${publishedOn}`,
    report.resumedFrom > 0 ? `${number(report.resumedFrom)} entries read in an earlier attempt` : null,
    skipped > 0 ? `${number(skipped)} records without a usable entry` : null,
  ].filter(Boolean)
  const told = [`${name}: ${counts}${details.length > 0 ? ` (${details.join(', ')})` : ''}.`]
  if (outcome === 'IN_FORCE')
    told.push(`In force as version ${version}. Accounts are screened against what is new.`)
  if (outcome === 'TRIED') told.push('Nothing was changed: this was a dry run.')
  if (report.fault !== null) told.push(report.fault)
  if (outcome === 'REFUSED')
    told.push('The former version stays in force. Use --force to take this one all the same.')
  for (const warning of report.warnings.slice(0, 10)) told.push(`Note: ${warning}`)
  return told.join('\n')
}
