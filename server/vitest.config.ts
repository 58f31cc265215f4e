import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { fromSource, patience, wholeRun } from './vitest.shared.ts'

// The pages take the client as it stands, not as it was last built.
const client = fileURLToPath(new URL('../client/src/index.ts', import.meta.url))

export default defineConfig({
  ...fromSource,
  resolve: { alias: { '@vigie/client': client } },
  test: {
    ...wholeRun,
    ...patience,
    // For two cores: some tests wait for clocks and for other processes. It is worth 3 % of the time.
    maxWorkers: 3,
    include: [
      'src/**/*.test.ts',
      'test/**/*.test.ts',
      '../packages/*/test/**/*.test.ts',
      '../web/src/**/*.test.ts',
    ],
    // Files share what a worker has loaded: none of them replaces a module, and loading the product anew for each
    // would take longer than most of them. So would each of several projects.
    isolate: false,
  },
})
