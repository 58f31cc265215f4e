// `npm test`: what every change needs. `npm test -- <words>` only runs the tests whose path has one of the words,
// and builds what they start, if it has changed.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closingLine, reportTo, root, runSideBySide, runStep } from './steps.mjs'

// The compiler and the linter end soon: until they fill this much, collecting garbage would only take their time.
process.env.GOGC ??= '400'
process.env.GOMEMLIMIT ??= '3GiB'

const vitestArguments = process.argv.slice(2)
const isWholeRun = vitestArguments.length === 0

// The web pages take their types from its output.
const client = ['types of client', 'npm', 'run', '--silent', 'build', '--workspace', 'client']
// What the tests start or drive.
const parts = [
  ['test services', 'bash', 'scripts/test-services/install-debian.sh'],
  ['build of server', 'tsc', '-b', 'server/tsconfig.build.json', '--noCheck'],
  ['build of web', 'npm', 'run', '--silent', 'build', '--workspace', 'web'],
]
// Beside the tests, which leave a part of two cores idle: some of them wait for clocks. Whatever is wrong here ends them.
const checks = [
  ['format', 'oxfmt', '--check'],
  // The scripts and benches are made of the server's parts: one program checks them all.
  // Several checkers would each work out the same types, on cores that the tests need.
  ['types of server, scripts and benches', 'tsc', '-p', 'tsconfig.check.json', '--singleThreaded'],
  ['structure', 'tsx', 'scripts/check-structure.ts'],
]
const webTypes = ['types of web', 'tsc', '-p', 'web/tsconfig.json', '--noEmit', '--singleThreaded']
const lint = () => runStep(['lint', 'oxlint'], { isAlone: false, stepEnv: { GOMAXPROCS: '1' } })
const staleParts = ['build', process.execPath, 'scripts/build-for-start.mjs']

/** Tests outside `test/` start nothing that is built. */
function needBuilds(words) {
  const files = readdirSync(join(root, 'server', 'test'), { recursive: true })
  const tests = files.filter((file) => file.endsWith('.test.ts')).map((file) => join('server', 'test', file))
  const paths = words.filter((word) => !word.startsWith('-'))
  return paths.length === 0 || tests.some((test) => paths.some((path) => test.includes(path)))
}

const vitest = (resultFile) => [
  'tests',
  'vitest',
  'run',
  '--root',
  'server',
  ...reportTo(resultFile),
  ...vitestArguments,
]

async function runChosen(resultFile) {
  const code = needBuilds(vitestArguments) ? await runStep(staleParts) : 0
  return code || runStep(vitest(resultFile))
}

async function runWhole(resultFile, folder) {
  const [statements, declared] = [join(folder, 'statements'), join(folder, 'declared.json')]
  const rowTypes = (name) => [name, 'tsx', 'scripts/check-row-types.ts', '--declared', declared, statements]
  const answers = join(folder, 'answers')
  const records = { VIGIE_STATEMENTS: statements, VIGIE_ANSWERS: answers }
  const tests = () => runStep(vitest(resultFile), { stepEnv: records })
  let built
  const clientOnce = () => (built ??= runStep(client, { isAlone: false }))
  const code = await runSideBySide([
    [...checks, clientOnce, webTypes, lint, rowTypes('declared rows')],
    [clientOnce, ...parts, tests],
  ])
  // What the statements returned, and the service answered, is known only once all of them have run.
  return (
    code ||
    (await runStep(rowTypes('row types'))) ||
    (await runStep([
      'accounts of statements',
      'tsx',
      '--conditions=vigie-source',
      'scripts/check-accounts.ts',
      statements,
    ])) ||
    runStep(['answers against openapi.json', 'tsx', 'scripts/check-answers.ts', answers])
  )
}

const folder = mkdtempSync(join(tmpdir(), 'vigie-test-'))
const resultFile = join(folder, 'result.json')
process.exitCode = await (isWholeRun ? runWhole(resultFile, folder) : runChosen(resultFile))
console.log(closingLine(resultFile))
rmSync(folder, { recursive: true, force: true })
