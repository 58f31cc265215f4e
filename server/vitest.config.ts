import { defineConfig } from 'vitest/config'

// What these measure, others in the same process would change.
const alone = ['test/files/archive-memory.test.ts']
// Notes what each statement returns, when the whole suite runs: scripts/check-row-types.ts reads it.
const setupFiles = ['test/harness/record-statements.ts']
// What is awaited comes at once on a quiet machine; a busy one is no reason to fail.
const patience = {
  testTimeout: 120_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 20_000 } },
  setupFiles,
}
// The packages beside the server are tested as they stand, not as they were last built.
const asTheyStand = { resolve: { conditions: ['vigie-source', 'node', 'development|production'] } }
// Tests run in the first environment, the global set-up in the second.
const fromSource = { environments: { ssr: asTheyStand, __vitest__: asTheyStand } }

export default defineConfig({
  ...fromSource,
  test: {
    // Only here: a project that named it too would start a PostgreSQL of its own.
    globalSetup: ['test/global-setup.ts'],
    // Two cores: a third worker was tried, and gained 3 % of the time for half as much memory again.
    maxWorkers: 2,
    // Files share what a worker has loaded: none of them replaces a module, and loading the product anew for each
    // would take longer than most of them.
    projects: [
      {
        ...fromSource,
        test: { name: 'slices', include: ['src/**/*.test.ts'], isolate: false, ...patience },
      },
      {
        ...fromSource,
        test: {
          name: 'product',
          include: ['test/**/*.test.ts'],
          exclude: alone,
          isolate: false,
          ...patience,
        },
      },
      {
        ...fromSource,
        test: { name: 'packages', include: ['../packages/*/test/**/*.test.ts'], isolate: false, ...patience },
      },
      { ...fromSource, test: { name: 'alone', include: alone, ...patience } },
    ],
  },
})
