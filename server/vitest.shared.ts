import { readFileSync, statfsSync } from 'node:fs'

const setupFiles = [
  // Notes what each statement returns, when the whole suite runs: scripts/check-row-types.ts reads it.
  'test/harness/record-statements.ts',
  'test/harness/fixed-seed.ts',
]

/** What is awaited comes at once on a quiet machine; a busy one is no reason to fail. */
export const patience = {
  testTimeout: 120_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 100_000 } },
  setupFiles,
}

// The packages beside the server are tested as they stand, not as they were last built.
const asTheyStand = { resolve: { conditions: ['vigie-source', 'node', 'development|production'] } }

/** Tests run in the first environment, the global set-up in the second. */
export const fromSource = { environments: { ssr: asTheyStand, __vitest__: asTheyStand } }

/** Of a whole run. A project that named the set-up too would start a PostgreSQL of its own. */
export const wholeRun = {
  globalSetup: ['test/global-setup.ts'],
  // Two cores: a third worker was tried, and gained 3 % of the time for half as much memory again.
  maxWorkers: 2,
}

const memory = '/dev/shm'
const neededBytes = 4e9

/** Large enough for the folders of tests, and programs may run in it: containers often have neither. */
function isFit(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
    const isClosed = mounts.some((line) => line.includes(` ${folder} `) && line.includes('noexec'))
    return bavail * bsize > neededBytes && !isClosed
  } catch {
    return false
  }
}

// Databases and folders come and go with every file: in memory where the machine has a fit place for it. Benches use
// the same helpers and stay on the disk.
if (process.env['TMPDIR'] === undefined && isFit(memory)) process.env['TMPDIR'] = memory
