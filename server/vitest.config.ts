import { defineConfig } from 'vitest/config'
import { fromSource, patience, wholeRun } from './vitest.shared.ts'

export default defineConfig({
  ...fromSource,
  test: {
    ...wholeRun,
    ...patience,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', '../packages/*/test/**/*.test.ts'],
    // Files share what a worker has loaded: none of them replaces a module, and loading the product anew for each
    // would take longer than most of them. So would each of several projects.
    isolate: false,
  },
})
