import { expect, test } from 'vitest'
import { loadConfig } from './config.ts'

const load = (environment: Record<string, string>) => loadConfig({ ...environment })
const keys = { COMPANIES_HOUSE_API_KEY: 'key', DNB_KEY: 'k', DNB_SECRET: 's' }

test('No outside register is called unless the configuration says so', () => {
  const { french, international } = load({})
  expect(french.registers).toEqual(['sample'])
  expect(international.registers).toEqual(['sample'])
})

test('Registers are asked in the configured order, each of them once', () => {
  const list = ' dnb, gleif,vies ,gleif,companies-house'
  const { international } = load({
    ...keys,
    INTERNATIONAL_REGISTERS: list,
    GLEIF_URL: 'http://gleif.test/v1',
  })
  expect(international).toMatchObject({
    registers: ['dnb', 'gleif', 'vies', 'companies-house'],
    gleifUrl: 'http://gleif.test/v1',
    viesUrl: null,
    companiesHouse: { apiKey: 'key', url: null },
    dnb: { key: 'k', secret: 's' },
  })
})

test.each([
  [{ INTERNATIONAL_REGISTERS: 'gleif,opencorporates' }, /INTERNATIONAL_REGISTERS takes sample, gleif/],
  [{ INTERNATIONAL_REGISTERS: 'companies-house' }, /COMPANIES_HOUSE_API_KEY is required/],
  [{ INTERNATIONAL_REGISTERS: 'dnb', DNB_KEY: 'k' }, /DNB_SECRET is required/],
  [{ INTERNATIONAL_REGISTERS: 'dnb', DNB_SECRET: 's' }, /DNB_KEY is required/],
  [{ INTERNATIONAL_REGISTERS: 'sample,gleif' }, /takes sample alone/],
  [{ FRENCH_REGISTER: 'sample,public-search' }, /takes sample alone/],
  [{ VIES_URL: 'ftp://vies' }, /VIES_URL must be an address/],
] as [Record<string, string>, RegExp][])('The register setting %o is refused', (environment, sentence) => {
  expect(() => load(environment)).toThrow(sentence)
})
