import { defineConfig } from 'vitest/config'
import { fromSource, patience, wholeRun } from './vitest.shared.ts'

// What these measure, others in the same process would change.
const alone = ['test/files/archive-memory.test.ts']

/** Files share what a worker has loaded: none of them replaces a module, and loading the product anew for each would
 * take longer than most of them. */
const project = (name: string, include: string[], exclude: string[] = []) => ({
  ...fromSource,
  test: { name, include, exclude, isolate: false, ...patience },
})

export default defineConfig({
  ...fromSource,
  test: {
    ...wholeRun,
    projects: [
      project('slices', ['src/**/*.test.ts']),
      project('product', ['test/**/*.test.ts'], alone),
      project('packages', ['../packages/*/test/**/*.test.ts']),
      { ...fromSource, test: { name: 'alone', include: alone, ...patience } },
    ],
  },
})
