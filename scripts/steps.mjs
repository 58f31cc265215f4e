// Steps of the test commands: each is a name and a command line. A step that fails ends the run with its exit code.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const env = { ...process.env, PATH: join(root, 'node_modules', '.bin') + delimiter + process.env.PATH }

const running = new Set()
process.on('SIGTERM', () => running.forEach((child) => child.kill('SIGTERM')))
// The terminal sends Ctrl-C to the step as well; its end is ours.
process.on('SIGINT', () => {})

/** Steps side by side keep what they say until they end; one that runs alone says it at once. */
function run([, command, ...options], isAlone, stepEnv) {
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

export async function runStep(step, { isAlone = true, stepEnv = {} } = {}) {
  const start = performance.now()
  const code = await run(step, isAlone, stepEnv)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(code === 0 ? `✓ ${step[0]} (${seconds} s)` : `✗ ${step[0]}: exit code ${code} (${seconds} s)`)
  return code
}

/** Lanes of steps, each in turn. When a step fails nothing else is begun, and what is under way is ended. */
export async function runSideBySide(lanes) {
  let failed = 0
  const follow = async (lane) => {
    for (const step of lane) {
      if (failed !== 0) return
      const code = typeof step === 'function' ? await step() : await runStep(step, { isAlone: false })
      if (failed === 0 && code !== 0) running.forEach((child) => child.kill('SIGTERM'))
      failed ||= code
    }
  }
  await Promise.all(lanes.map(follow))
  return failed
}

/** One plain line in a form that any continuous integration understands, from vitest's own result. */
export function closingLine(resultFile) {
  if (!existsSync(resultFile)) return 'vitest left no result'
  const result = JSON.parse(readFileSync(resultFile, 'utf8'))
  const brokenFiles = result.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  const failed = result.numFailedTests + brokenFiles.length
  const skipped = result.numPendingTests + result.numTodoTests
  return `${result.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** The arguments that make vitest speak on the screen and leave its result in a file. */
export const reportTo = (resultFile) => [
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${resultFile}`,
]
