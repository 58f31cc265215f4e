import { expect, test } from 'vitest'
import { loadConfig } from './config.ts'

test('No list is fetched unless the operator names it', () => {
  expect(loadConfig({}).lists).toMatchObject({ fetched: [], everyHours: 24 })
})

test('A list is fetched from its publisher, or from where the operator says', () => {
  const { lists } = loadConfig({
    SCREENING_LISTS: 'un, ofac-sdn',
    SCREENING_OFAC_SDN_URL: 'http://inside.test/a.csv http://inside.test/b.csv',
  })
  expect(lists.fetched).toEqual([
    {
      source: 'OFAC_SDN',
      addresses: ['http://inside.test/a.csv', 'http://inside.test/b.csv'],
      isOwnAddress: true,
    },
    {
      source: 'UN',
      addresses: [expect.stringContaining('https://scsanctions.un.org/')],
      isOwnAddress: false,
    },
  ])
})

test.each([
  [{ SCREENING_LISTS: 'un,moon' }, /SCREENING_LISTS takes ofac-sdn/],
  [{ SCREENING_LISTS: 'eu' }, /SCREENING_EU_URL is required with eu/],
  [{ SCREENING_LISTS: 'un', SCREENING_UN_URL: 'file:///etc/passwd' }, /SCREENING_UN_URL must be addresses/],
] as [Record<string, string>, RegExp][])('The setting %o of lists is refused', (environment, sentence) => {
  expect(() => loadConfig(environment)).toThrow(sentence)
})
