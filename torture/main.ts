// npm run torture -- [--minutes 120] [--seed N] [--with kills,network,…] [--totals FILE]: two services and two workers
// under many writers, with faults at random; after each round everything that was acknowledged is looked for. The same
// seed chooses the same faults in the same order. Ends with code 1 when anything was lost, doubled or broken.
import { readOptions } from './options.ts'
import { runTorture } from './run.ts'
import { addToTotals, describeTotals, sumRuns } from './totals.ts'

const options = readOptions(process.argv.slice(2))
console.log(`seed ${options.seed}, ${options.minutes} minutes, with ${options.kinds.join(', ')}`)
const report = await runTorture(options, (line) => console.log(line))
console.log(`\nThis run\n${describeTotals(sumRuns([report]))}`)
console.log(`  answers       ${JSON.stringify(report.answers)}`)
if (options.totals !== null)
  console.log(`\nAll runs of ${options.totals}\n${describeTotals(addToTotals(options.totals, report))}`)
const isSound = report.lost === 0 && report.doubled === 0 && report.broken.length === 0
process.exit(isSound ? 0 : 1)
