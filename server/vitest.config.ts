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

export default defineConfig({
  test: {
    // Only here: a project that named it too would start a PostgreSQL of its own.
    globalSetup: ['test/global-setup.ts'],
    // Two cores: a third worker was tried, and gained 3 % of the time for half as much memory again.
    maxWorkers: 2,
    // Files share what a worker has loaded: none of them replaces a module, and loading the product anew for each
    // would take longer than most of them.
    projects: [
      { test: { name: 'slices', include: ['src/**/*.test.ts'], isolate: false, ...patience } },
      {
        test: {
          name: 'product',
          include: ['test/**/*.test.ts'],
          exclude: alone,
          isolate: false,
          ...patience,
        },
      },
      { test: { name: 'alone', include: alone, ...patience } },
    ],
  },
})
