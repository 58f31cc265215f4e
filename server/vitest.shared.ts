const setupFiles = [
  // Notes what each statement returns, when the whole suite runs: scripts/check-row-types.ts reads it.
  'test/harness/record-statements.ts',
  'test/harness/fixed-seed.ts',
  // Holds every event that is recorded against its schema.
  'test/harness/watch-events.ts',
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
  maxWorkers: 2,
}
