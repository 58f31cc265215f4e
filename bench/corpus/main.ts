// npm run corpus [-- --pieces 2800 --scans 60 --seed 1 --only <kind, medium or forgery> --layouts tuning --part 1/4 --quick]:
// makes genuine and forged pieces that concern nobody, has the product judge them, and prints what it decided. Quick
// leaves out the look at the pages of what is accepted.
import { mkdirSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { makeReport, reportInWords, type Result } from './report.ts'
import { runCorpus } from './run.ts'

const { values } = parseArgs({
  options: {
    pieces: { type: 'string', default: '2800' },
    scans: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    layouts: { type: 'string', default: 'measured' },
    part: { type: 'string', default: '1/1' },
    keep: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
})
const [number = 1, of = 1] = values.part.split('/').map(Number)
const { pieces, scans, seed, only = null, keep } = values
const folder = new URL('../results/', import.meta.url)
mkdirSync(folder, { recursive: true })
if (keep !== undefined) mkdirSync(keep, { recursive: true })

const partFile = (part: number) => new URL(`corpus-${seed}-${pieces}-${scans}-${part}-of-${of}.json`, folder)
const began = Date.now()
const own = await runCorpus({
  pieces: Number(pieces),
  scans: Number(scans),
  seed: Number(seed),
  only,
  use: values.layouts === 'tuning' ? 'TUNING' : 'MEASURED',
  part: [number, of],
  looks: !values.quick,
  onResult: (result, { bytes, contentType }) => {
    const label = `${result.number} ${result.kind}, ${result.layout}, ${result.medium}, ${result.forgery ?? 'genuine'}`
    const isOdd =
      (result.forgery === null) !== (result.verdict === 'ACCEPT') && result.kind !== 'BANK_DETAILS'
    if (isOdd) console.log(`${label}: ${result.verdict} ${result.findings.join(' ')}`)
    const end = contentType === 'application/pdf' ? 'pdf' : 'jpg'
    if (keep !== undefined) writeFileSync(`${keep}/${label.replaceAll('/', '-')}.${end}`, bytes)
  },
})
writeFileSync(partFile(number), JSON.stringify(own))
const parts = Array.from({ length: of }, (_, at) => partFile(at + 1))
const missing = parts.filter((part) => !existsSync(part)).length
if (missing > 0) console.log(`\n${missing} of ${of} parts are missing; this is what is there.`)
const results = parts
  .filter((part) => existsSync(part))
  .flatMap((part) => JSON.parse(readFileSync(part, 'utf8')) as Result[])
const report = makeReport(results)
writeFileSync(new URL('corpus.json', folder), `${JSON.stringify(report, null, 2)}\n`)
console.log(`\n${reportInWords(report)}\n`)
const peak = Math.round(process.resourceUsage().maxRSS / 1024)
console.log(`${Math.round((Date.now() - began) / 1000)} s, at most ${peak} MiB`)
process.exit(report.goals.some(({ isMet }) => isMet === false) ? 1 : 0)
