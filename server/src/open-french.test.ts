import { expect, test } from 'vitest'
import { loadConfig } from './config.ts'
import { openFrench } from './open-french.ts'
import type { Db } from './platform/db/index.ts'

// None of the registers asked for here keeps anything.
const nowhere = {} as Db
const registers = (environment: Record<string, string>) =>
  openFrench(loadConfig(environment).french, nowhere).map(({ name }) => name)

test('The sample is the default, and other registers are asked in their configured order', () => {
  expect(registers({})).toEqual(['sample-france'])
  expect(registers({ FRENCH_REGISTER: 'public-search' })).toEqual(['recherche-entreprises'])
  expect(registers({ FRENCH_REGISTER: 'insee, public-search', INSEE_API_KEY: 'k' })).toEqual([
    'insee-sirene',
    'recherche-entreprises',
  ])
})

test.each<[string, Record<string, string>]>([
  ['INSEE_API_KEY is required', { FRENCH_REGISTER: 'insee' }],
  ['FRENCH_REGISTER takes sample, public-search, insee', { FRENCH_REGISTER: 'inse' }],
  ['INSEE_URL must be an address', { INSEE_URL: 'ftp://x' }],
])('A wrong setting of French registers is refused: %s', (fault, environment) => {
  expect(() => loadConfig(environment)).toThrow(fault)
})
