// The whole test command. `npm test` runs every step; `npm test -- <arguments>` only builds and hands
// the arguments to vitest. A step that fails ends the run with its exit code.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const env = { ...process.env, PATH: join(root, 'node_modules', '.bin') + delimiter + process.env.PATH }
const vitestArguments = process.argv.slice(2)

const has = (workspace) => existsSync(join(root, workspace, 'tsconfig.json'))

// The client comes first: the web pages take their types from its output.
const client = has('client')
  ? [['types of client', 'npm', 'run', '--silent', 'build', '--workspace', 'client']]
  : []
const web = has('web')
  ? [
      ['types of web', 'tsc', '-p', 'web/tsconfig.json', '--noEmit'],
      ['build of web', 'npm', 'run', '--silent', 'build', '--workspace', 'web'],
    ]
  : []
// Two lanes for two cores. The scripts and benches are made of the server's parts: one program checks them all.
const lanes = [
  [
    ['types of server, scripts and benches', 'tsc', '-p', 'tsconfig.check.json'],
    ['lint', 'oxlint'],
  ],
  [
    ['test services', 'bash', 'scripts/test-services/install-debian.sh'],
    ['format', 'oxfmt', '--check'],
    ...web,
    ['structure', 'tsx', 'scripts/check-structure.ts'],
    ['unused code', 'knip'],
  ],
]
// The types were checked before.
const serverBuild = ['build of server', 'tsc', '-b', 'server/tsconfig.build.json', '--noCheck']
const wholeBuild = ['build', 'npm', 'run', '--silent', 'build']

const running = new Set()
process.on('SIGTERM', () => running.forEach((child) => child.kill('SIGTERM')))
// The terminal sends Ctrl-C to the step as well; its end is ours.
process.on('SIGINT', () => {})

/** Steps side by side keep what they say until they end; one that runs alone says it at once. */
function run([, command, ...options], isAlone, stepEnv = {}) {
  return new Promise((resolve) => {
    const said = []
    const child = spawn(command, options, {
      cwd: root,
      env: { ...env, ...stepEnv },
      stdio: isAlone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    })
    running.add(child)
    child.stdout?.on('data', (part) => said.push(part))
    child.stderr?.on('data', (part) => said.push(part))
    child.on('error', (error) => {
      console.error(error.message)
      resolve(127)
    })
    child.on('close', (code, signal) => {
      running.delete(child)
      process.stdout.write(Buffer.concat(said))
      resolve(code ?? (signal === 'SIGINT' ? 130 : 143))
    })
  })
}

async function step(parts, isAlone = true, stepEnv = {}) {
  const start = performance.now()
  const code = await run(parts, isAlone, stepEnv)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(code === 0 ? `✓ ${parts[0]} (${seconds} s)` : `✗ ${parts[0]}: exit code ${code} (${seconds} s)`)
  return code
}

// One plain line in a form that any continuous integration understands, from vitest's own result.
function closingLine(resultFile) {
  if (!existsSync(resultFile)) return 'vitest left no result'
  const result = JSON.parse(readFileSync(resultFile, 'utf8'))
  const brokenFiles = result.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  const failed = result.numFailedTests + brokenFiles.length
  const skipped = result.numPendingTests + result.numTodoTests
  return `${result.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

// What the statements returned is known only once all of them have run.
const isWholeRun = vitestArguments.length === 0

async function runTests() {
  const folder = mkdtempSync(join(tmpdir(), 'vigie-test-'))
  const resultFile = join(folder, 'result.json')
  const statements = join(folder, 'statements')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${resultFile}`]
  const tests = ['tests', 'vitest', 'run', '--root', 'server', ...reporters, ...vitestArguments]
  const code = await step(tests, true, isWholeRun ? { VIGIE_STATEMENTS: statements } : {})
  const rows = ['row types', 'tsx', 'scripts/check-row-types.ts', statements]
  const rowsCode = code === 0 && isWholeRun ? await step(rows) : 0
  console.log(closingLine(resultFile))
  rmSync(folder, { recursive: true, force: true })
  return code || rowsCode
}

async function inTurn(steps, isAlone, hasFailed = () => false) {
  for (const parts of steps) {
    if (hasFailed()) return 0
    const code = await step(parts, isAlone)
    if (code !== 0) return code
  }
  return 0
}

/** What is under way when a step fails comes to its end; nothing else is begun. */
async function sideBySide() {
  let failed = 0
  const follow = async (lane) => {
    const code = await inTurn(lane, false, () => failed !== 0)
    failed ||= code
  }
  await Promise.all(lanes.map(follow))
  return failed
}

async function prepare() {
  if (!isWholeRun) return inTurn([wholeBuild], true)
  return (await inTurn(client, true)) || (await sideBySide()) || (await inTurn([serverBuild], true))
}

process.exitCode = (await prepare()) || (await runTests())
