import { defineConfig } from 'vitest/config'
import { fromSource, patience, wholeRun } from './vitest.shared.ts'

/** Files share what a worker has loaded: none of them replaces a module, and loading the product anew for each would
 * take longer than most of them. */
const project = (name: string, include: string[]) => ({
  ...fromSource,
  test: { name, include, isolate: false, ...patience },
})

export default defineConfig({
  ...fromSource,
  test: {
    ...wholeRun,
    projects: [
      project('slices', ['src/**/*.test.ts']),
      project('product', ['test/**/*.test.ts']),
      project('packages', ['../packages/*/test/**/*.test.ts']),
    ],
  },
})
