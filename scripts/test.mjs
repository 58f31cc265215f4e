// The whole test command. `npm test` runs every step; `npm test -- <arguments>` only builds and hands
// the arguments to vitest. The first step that fails ends the run with its exit code.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const env = { ...process.env, PATH: join(root, 'node_modules', '.bin') + delimiter + process.env.PATH }
const vitestArguments = process.argv.slice(2)

const has = (workspace) => existsSync(join(root, workspace, 'tsconfig.json'))

// The client is built with the type checks: the web pages take their types from its output.
const checks = [
  ['test services', 'bash', 'scripts/test-services/install-debian.sh'],
  ['format', 'oxfmt', '--check'],
  ['types of server', 'tsc', '-p', 'server/tsconfig.json'],
  ['types of scripts and benches', 'tsc', '-p', 'tsconfig.json'],
  ...(has('client') ? [['types of client', 'npm', 'run', '--silent', 'build', '--workspace', 'client']] : []),
  ...(has('web') ? [['types of web', 'tsc', '-p', 'web/tsconfig.json', '--noEmit']] : []),
  ['lint', 'oxlint'],
  ['structure', 'tsx', 'scripts/check-structure.ts'],
  ['unused code', 'knip'],
]
const build = ['build', 'npm', 'run', '--silent', 'build']

let current
process.on('SIGTERM', () => current?.kill('SIGTERM'))
// The terminal sends Ctrl-C to the step as well; its end is ours.
process.on('SIGINT', () => {})

function run([, command, ...options]) {
  return new Promise((resolve) => {
    current = spawn(command, options, {
      cwd: root,
      env,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    })
    current.on('error', (error) => {
      console.error(error.message)
      resolve(127)
    })
    current.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)))
  })
}

async function step(parts) {
  const start = performance.now()
  const code = await run(parts)
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

async function runTests() {
  const folder = mkdtempSync(join(tmpdir(), 'vigie-test-'))
  const resultFile = join(folder, 'result.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${resultFile}`]
  const code = await step(['tests', 'vitest', 'run', '--root', 'server', ...reporters, ...vitestArguments])
  console.log(closingLine(resultFile))
  rmSync(folder, { recursive: true, force: true })
  return code
}

async function main() {
  for (const parts of vitestArguments.length > 0 ? [build] : [...checks, build]) {
    const code = await step(parts)
    if (code !== 0) return code
  }
  return runTests()
}

process.exitCode = await main()
