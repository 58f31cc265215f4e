// npm run bench [name…]: measures our own figures against the limits of the same machine in the same run,
// prints a table, writes bench/results/<name>.json, and ends by itself.
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { agentsBench } from './agents.ts'
import { alertsBench } from './alerts.ts'
import { backupBench } from './backup.ts'
import { calculated } from './calculated.ts'
import { companySearch } from './company-search.ts'
import { compression } from './compression.ts'
import { dossierZip } from './dossier-zip.ts'
import { eventSearch } from './event-search.ts'
import { growth } from './growth.ts'
import { journalAppend } from './journal-append.ts'
import { myWork } from './my-work.ts'
import { portfolioImport } from './portfolio-import.ts'
import { portfolioList } from './portfolio-list.ts'
import { registerImport } from './register-import.ts'
import { screeningIndex } from './screening-index.ts'
import { screeningPortfolio } from './screening-portfolio.ts'
import { simulation } from './simulation.ts'
import { startUp } from './start-up.ts'
import { twoYears } from './two-years.ts'
import { unitLists } from './unit-lists.ts'
import { unitsBench } from './units.ts'
import { upload } from './upload.ts'
import { writeCeiling } from './write-ceiling.ts'
import { xlsx } from './xlsx.ts'
import type { Bench, Figure } from './support/figures.ts'

const benches: readonly Bench[] = [
  portfolioList,
  compression,
  journalAppend,
  startUp,
  companySearch,
  registerImport,
  portfolioImport,
  upload,
  dossierZip,
  eventSearch,
  growth,
  calculated,
  twoYears,
  unitsBench,
  unitLists,
  myWork,
  screeningIndex,
  screeningPortfolio,
  alertsBench,
  agentsBench,
  writeCeiling,
  xlsx,
  backupBench,
  simulation,
]

function table(figures: readonly Figure[]): string {
  const rows = [
    ['figure', 'measured', 'goal', ''],
    ...figures.map((it) => [
      it.name,
      it.measured,
      it.goal ?? '',
      it.met === undefined ? '' : it.met ? 'met' : 'MISSED',
    ]),
  ]
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

async function main(): Promise<void> {
  // What begins with a dash is for the bench that is named.
  const wanted = process.argv.slice(2).filter((word) => !word.startsWith('-'))
  const chosen = benches.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  if (chosen.length === 0) throw new Error(`Known benches: ${benches.map(({ name }) => name).join(', ')}.`)
  const folder = new URL('results/', import.meta.url)
  await mkdir(folder, { recursive: true })
  for (const bench of chosen) {
    const { name, title } = bench
    console.log(`\n${title}`)
    const figures = await bench.run((line) => console.log(`  ${line}`))
    console.log(`\n${table(figures)}`)
    const report = {
      name,
      node: process.version,
      cores: cpus().length,
      at: new Date().toISOString(),
      figures,
    }
    await writeFile(new URL(`${name}.json`, folder), `${JSON.stringify(report, null, 2)}\n`)
  }
}

await main()
