import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Two cores: more workers than that only make every test slower.
    maxWorkers: 2,
    projects: [
      // Files beside the code share what they load: none of them replaces a module, and loading the product anew
      // for each would take longer than most of them.
      { extends: true, test: { name: 'slices', include: ['src/**/*.test.ts'], isolate: false } },
      { extends: true, test: { name: 'product', include: ['test/**/*.test.ts'] } },
    ],
  },
})
