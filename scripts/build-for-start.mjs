// Builds what `npm start` runs, and only what has changed since it was last built.
// Run: node scripts/build-for-start.mjs [name…]
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const shared = ['package-lock.json', 'tsconfig.base.json']

// `proof` is the file whose age tells when the last build ended well; `needed` is written along with it; `after` names
// what has to be built before.
const targets = [
  {
    name: 'client',
    inputs: ['client/src', 'client/package.json', 'client/tsconfig.json', ...shared],
    proof: 'client/dist/index.js',
    tool: ['node_modules/typescript/bin/tsc', '-p', 'client/tsconfig.json', '--noCheck'],
    cwd: '.',
  },
  {
    name: 'server',
    inputs: [
      'server',
      'packages/codes',
      'packages/inspect',
      'packages/matching',
      'packages/ocr',
      'packages/readers',
      'packages/seals',
      'packages/spreadsheet',
      'packages/watchlists',
    ]
      .flatMap((folder) => ['src', 'package.json', 'tsconfig.build.json'].map((name) => `${folder}/${name}`))
      .concat(shared),
    proof: 'server/dist/.built',
    needed: [
      'server/dist/main.js',
      'packages/codes/dist/index.js',
      'packages/inspect/dist/index.js',
      'packages/matching/dist/index.js',
      'packages/ocr/dist/index.js',
      'packages/readers/dist/index.js',
      'packages/seals/dist/index.js',
      'packages/spreadsheet/dist/index.js',
      'packages/watchlists/dist/index.js',
    ],
    // With what it is built upon.
    tool: ['node_modules/typescript/bin/tsc', '-b', 'server/tsconfig.build.json'],
    cwd: '.',
  },
  {
    name: 'web',
    after: 'client',
    inputs: [
      'client/src',
      'web/src',
      'web/build',
      'web/public',
      'web/index.html',
      'web/portal.html',
      'web/viewer.html',
      'web/package.json',
      'web/vite.config.ts',
      ...shared,
    ],
    proof: 'web/dist/index.html',
    needed: [],
    tool: ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'],
    cwd: 'web',
  },
]

/** Of a folder too: its own time moves when a file in it goes away. */
function newest(path) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return 0
  if (!found.isDirectory()) return /\.(test|proof)\.tsx?$/.test(path) ? 0 : found.mtimeMs
  const inside = readdirSync(path).map((name) => newest(join(path, name)))
  return Math.max(found.mtimeMs, ...inside)
}

function isCurrent({ inputs, proof, needed = [] }) {
  if (!needed.every((path) => existsSync(join(root, path)))) return false
  const built = statSync(join(root, proof), { throwIfNoEntry: false })?.mtimeMs ?? 0
  return built > 0 && inputs.every((input) => newest(join(root, input)) <= built)
}

function run({ tool: [script, ...options], cwd }) {
  return new Promise((resolve) => {
    const output = []
    // A test runner or a developer's shell may say otherwise, and the pages would carry React's slow half.
    const env = { ...process.env, NODE_ENV: 'production' }
    const child = spawn(process.execPath, [join(root, script), ...options], { cwd: join(root, cwd), env })
    child.stdout.on('data', (part) => output.push(part))
    child.stderr.on('data', (part) => output.push(part))
    child.on('error', (error) => resolve({ ok: false, output: error.message }))
    child.on('close', (code) => resolve({ ok: code === 0, output: Buffer.concat(output).toString() }))
  })
}

/** Two starts, or two tests, must not write into the same folder at once: the later one waits. */
async function alone(target, work) {
  const lock = join(root, 'node_modules', `.vigie-build-${target.name}.pid`)
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (!isAlive(lock)) rmSync(lock, { force: true })
    else await new Promise((resolve) => setTimeout(resolve, 100))
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function isAlive(lock) {
  try {
    const pid = Number(readFileSync(lock, 'utf8'))
    // Between its creation and its first byte the file is empty.
    if (pid === 0) return Date.now() - statSync(lock).mtimeMs < 5_000
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

const built = new Map()

/** Once each, however many others need it. */
function build(target) {
  if (!built.has(target.name)) built.set(target.name, buildInTurn(target))
  return built.get(target.name)
}

async function buildInTurn(target) {
  if (isCurrent(target)) return true
  const before = targets.find(({ name }) => name === target.after)
  if (before !== undefined && !(await build(before))) return false
  return alone(target, () => buildOnce(target))
}

async function buildOnce(target) {
  // Whoever was first may have built it.
  if (isCurrent(target)) return true
  const start = performance.now()
  // What changes while the tool runs belongs to the next build.
  const startedAt = new Date()
  const { ok, output } = await run(target)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  if (!ok) {
    console.error(`✗ ${target.name}: the build failed (${seconds} s)\n${output.trimEnd()}`)
    return false
  }
  const proof = join(root, target.proof)
  if (!existsSync(proof)) writeFileSync(proof, '')
  utimesSync(proof, startedAt, startedAt)
  console.log(`✓ ${target.name} built (${seconds} s)`)
  return true
}

const wanted = process.argv.slice(2)
const chosen = wanted.length === 0 ? targets : targets.filter(({ name }) => wanted.includes(name))
const results = await Promise.all(chosen.map(build))
if (results.includes(false)) process.exitCode = 1
