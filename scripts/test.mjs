// `npm test`: what every change needs. `npm test -- <words>` only runs the tests whose path has one of the words,
// and builds what they start, if it has changed.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closingLine, reportTo, root, runSideBySide, runStep } from './steps.mjs'

const vitestArguments = process.argv.slice(2)
const isWholeRun = vitestArguments.length === 0

// The client comes first: the web pages take their types from its output.
const client = ['types of client', 'npm', 'run', '--silent', 'build', '--workspace', 'client']
// Two lanes for two cores. The scripts and benches are made of the server's parts: one program checks them all.
const lanes = [
  [
    ['types of server, scripts and benches', 'tsc', '-p', 'tsconfig.check.json'],
    ['lint', 'oxlint'],
  ],
  [
    ['test services', 'bash', 'scripts/test-services/install-debian.sh'],
    ['format', 'oxfmt', '--check'],
    ['types of web', 'tsc', '-p', 'web/tsconfig.json', '--noEmit'],
    ['build of web', 'npm', 'run', '--silent', 'build', '--workspace', 'web'],
    ['structure', 'tsx', 'scripts/check-structure.ts'],
    ['unused code', 'knip'],
  ],
]
// The types were checked before.
const server = ['build of server', 'tsc', '-b', 'server/tsconfig.build.json', '--noCheck']
const staleParts = ['build', process.execPath, 'scripts/build-for-start.mjs']

/** Tests outside `test/` start nothing that is built. */
function needBuilds(words) {
  const files = readdirSync(join(root, 'server', 'test'), { recursive: true })
  const tests = files.filter((file) => file.endsWith('.test.ts')).map((file) => join('server', 'test', file))
  const paths = words.filter((word) => !word.startsWith('-'))
  return paths.length === 0 || tests.some((test) => paths.some((path) => test.includes(path)))
}

async function prepare() {
  if (isWholeRun) return (await runStep(client)) || (await runSideBySide(lanes)) || runStep(server)
  return needBuilds(vitestArguments) ? runStep(staleParts) : 0
}

async function runTests() {
  const folder = mkdtempSync(join(tmpdir(), 'vigie-test-'))
  const resultFile = join(folder, 'result.json')
  // What the statements returned is known only once all of them have run.
  const statements = join(folder, 'statements')
  const tests = ['tests', 'vitest', 'run', '--root', 'server', ...reportTo(resultFile), ...vitestArguments]
  const code = await runStep(tests, { stepEnv: isWholeRun ? { VIGIE_STATEMENTS: statements } : {} })
  const rows = ['row types', 'tsx', 'scripts/check-row-types.ts', statements]
  const rowsCode = code === 0 && isWholeRun ? await runStep(rows) : 0
  console.log(closingLine(resultFile))
  rmSync(folder, { recursive: true, force: true })
  return code || rowsCode
}

process.exitCode = (await prepare()) || (await runTests())
