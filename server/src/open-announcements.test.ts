import { expect, test } from 'vitest'
import { loadConfig } from './config.ts'
import { openAnnouncements } from './open-announcements.ts'
import type { Db } from './platform/db/index.ts'

// Nothing is asked here, so nothing is read.
const nowhere = {} as Db
const opened = (environment: Record<string, string>) =>
  openAnnouncements(loadConfig(environment).announcements, nowhere)?.name ?? null

test('No service of announcements is called unless the configuration says so', () => {
  expect(opened({})).toBeNull()
  expect(opened({ LEGAL_ANNOUNCEMENTS: 'none' })).toBeNull()
  expect(opened({ LEGAL_ANNOUNCEMENTS: 'bodacc', BODACC_URL: 'http://bodacc.test' })).toBe('bodacc')
  expect(opened({ LEGAL_ANNOUNCEMENTS: 'imported' })).toBe('imported-bodacc')
})

test.each<[string, Record<string, string>]>([
  ['LEGAL_ANNOUNCEMENTS must be one of none, bodacc, imported', { LEGAL_ANNOUNCEMENTS: 'file' }],
  ['BODACC_URL must be an address', { BODACC_URL: 'ftp://x' }],
])('A wrong setting of announcements is refused: %s', (fault, environment) => {
  expect(() => loadConfig(environment)).toThrow(fault)
})
