import { basename } from 'node:path'
import { Argument, Command } from 'commander'
import {
  importableRegisters,
  importRegister,
  type ImportableRegister,
  type ImportCounts,
  type ImportReport,
} from '../domain/references/index.ts'
import { recordOperatorAct } from '../platform/administration/index.ts'
import type { Db } from '../platform/db/index.ts'
import { ImportDisplay } from './import-display.ts'

export interface ImportRegisterDeps {
  open(): Promise<{ db: Db; close(): Promise<void> }>
}

const registers = Object.keys(importableRegisters) as ImportableRegister[]

export function importRegisterCommand(deps: ImportRegisterDeps): Command {
  return new Command('import-register')
    .description(
      'import a published register into the database, so that search and monitoring need no outside service',
    )
    .addArgument(new Argument('<register>', 'which register').choices(registers))
    .argument('<file...>', 'CSV or JSON, plain or zipped; Parquet; as its publisher offers it')
    .option('--json', 'print JSON, one line per file')
    .action(async (register: ImportableRegister, paths: string[], { json }: { json?: boolean }) => {
      const context = await deps.open()
      try {
        for (const path of paths) await importOne(context.db, { register, path, json: json === true })
      } finally {
        await context.close()
      }
    })
}

async function importOne(
  db: Db,
  { register, path, json }: { register: ImportableRegister; path: string; json: boolean },
): Promise<void> {
  const began = performance.now()
  const display = json ? null : new ImportDisplay(path)
  const onProgress = (_kind: string, counts: ImportCounts, share: number) => display?.show(counts, share)
  try {
    const report = await importRegister(db, { register, path, onProgress })
    const { added, changed, removed, wasKnown } = report
    if (!wasKnown) {
      const after = { register, file: basename(path), added, changed, removed }
      await db.system(async (tx) =>
        recordOperatorAct(tx, 'import-register', { name: 'REGISTER_IMPORTED', after, accountIds: [] }),
      )
    }
    const seconds = (performance.now() - began) / 1000
    const peakMemoryMb = Math.round(process.resourceUsage().maxRSS / 1024)
    if (json) process.stdout.write(`${JSON.stringify({ ...report, seconds, peakMemoryMb })}\n`)
    else display?.done(formatReport(report, seconds, peakMemoryMb))
  } finally {
    display?.end()
  }
}

function formatReport(report: ImportReport, seconds: number, peakMemoryMb: number): string {
  const { file, kind } = report
  if (report.wasKnown) return `${file} (${kind}) has already been imported: nothing to do.`
  const number = (value: number) => value.toLocaleString('en')
  const rows = report.position - report.resumedFrom
  const parts = [
    `${file} (${kind}): ${number(rows)} rows in ${seconds.toFixed(1)} s`,
    report.resumedFrom > 0 ? `after ${number(report.resumedFrom)} in an earlier attempt` : null,
    `${number(report.added)} added`,
    `${number(report.changed)} changed`,
    `${number(report.unchanged)} unchanged`,
    report.removed > 0 ? `${number(report.removed)} no longer in it` : null,
    report.refused > 0 ? `${number(report.refused)} left out (no usable key)` : null,
    `${peakMemoryMb} MB of memory at most`,
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}
