import { defineConfig } from 'vitest/config'
import { fromSource, patience, wholeRun } from './vitest.shared.ts'

const allRounds = { VIGIE_ROUNDS: 'all' }

/** Tests that play a few rounds with every change play all of them here. */
const fullCounts = {
  '../packages/inspect/test/damaged-files.test.ts': { VIGIE_DAMAGED: '500' },
  '../packages/watchlists/test/properties.test.ts': { VIGIE_CUTS: '500' },
  'src/domain/accounts/guessing.test.ts': allRounds,
  'src/domain/attributes/calculated-limits.test.ts': allRounds,
  'src/domain/indicators/indicators.test.ts': allRounds,
  'src/domain/rules/rules.test.ts': allRounds,
  'src/platform/journal/event-search.test.ts': allRounds,
  'src/platform/journal/verify.test.ts': allRounds,
  'src/platform/mail/mail.test.ts': allRounds,
  'src/portal/uploads/tus-client.test.ts': allRounds,
  'test/access/matrix.test.ts': { VIGIE_MATRIX: 'whole' },
  'test/approvals/histories.test.ts': allRounds,
  'test/events/journal-faults.test.ts': allRounds,
  'test/files/downloads.test.ts': { VIGIE_DOWNLOADS: 'all' },
  'test/hostile/bad-input.test.ts': { VIGIE_HOSTILE: '20' },
  'test/hostile/sign-in-flood.test.ts': { VIGIE_SIGN_INS: '10000' },
  'test/model/histories.test.ts': { VIGIE_HISTORIES: '300' },
  'test/past/past-states.test.ts': { VIGIE_PAST_CHANCES: '10', VIGIE_PAST_SEEDS: '10' },
  'test/people/consent.test.ts': { VIGIE_PEOPLE: '2000' },
  'test/scim/model.test.ts': allRounds,
}

// What these measure or name, others in the same process would change.
const alone = ['test/files/archive-memory.proof.ts', 'src/platform/db/faults.test.ts']
const ofProofs = { ...allRounds, VIGIE_TWO_YEARS: '1', VIGIE_ZIP_COPIES: '200' }

/** As in npm test, files share what a worker has loaded. */
const project = (name: string, test: { include: string[]; exclude?: string[]; env: object }) => ({
  ...fromSource,
  test: { name, isolate: false, ...patience, ...test, env: test.env as Record<string, string> },
})

export default defineConfig({
  ...fromSource,
  test: {
    ...wholeRun,
    projects: [
      project('proofs', {
        include: ['src/**/*.proof.ts', 'test/**/*.proof.ts', '../packages/*/test/**/*.proof.ts'],
        exclude: alone,
        env: ofProofs,
      }),
      project('full counts', {
        include: Object.keys(fullCounts),
        env: Object.assign({}, ...Object.values(fullCounts)) as object,
      }),
      { ...fromSource, test: { name: 'alone', include: alone, ...patience, env: ofProofs } },
    ],
  },
})
