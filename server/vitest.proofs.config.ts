import { defineConfig } from 'vitest/config'
import { fromSource, patience, wholeRun } from './vitest.shared.ts'

/** Tests that play a few rounds with every change play all of them here. */
const fullCounts = {
  'test/access/matrix.test.ts': { VIGIE_MATRIX: 'whole' },
  'test/files/archive-memory.test.ts': { VIGIE_ZIP_COPIES: '200' },
  'test/hostile/bad-input.test.ts': { VIGIE_HOSTILE: '20' },
  'test/hostile/sign-in-flood.test.ts': { VIGIE_SIGN_INS: '10000' },
  'test/model/histories.test.ts': { VIGIE_HISTORIES: '300' },
  'test/past/past-states.test.ts': { VIGIE_PAST_CHANCES: '10', VIGIE_PAST_SEEDS: '10' },
  'test/people/consent.test.ts': { VIGIE_PEOPLE: '2000' },
}

export default defineConfig({
  ...fromSource,
  test: {
    ...wholeRun,
    projects: [
      {
        ...fromSource,
        test: {
          name: 'proofs',
          include: ['src/**/*.proof.ts', 'test/**/*.proof.ts', '../packages/*/test/**/*.proof.ts'],
          ...patience,
        },
      },
      {
        ...fromSource,
        test: {
          name: 'full counts',
          include: Object.keys(fullCounts),
          env: Object.assign({}, ...Object.values(fullCounts)) as Record<string, string>,
          ...patience,
        },
      },
    ],
  },
})
