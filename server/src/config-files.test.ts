import { expect, test } from 'vitest'
import { loadConfig } from './config.ts'

const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://vigie.example' }

test('files are encrypted in production unless told otherwise, and elsewhere when told so', () => {
  expect(loadConfig(production).fileEncryption.on).toBe(true)
  expect(loadConfig({ ...production, FILE_ENCRYPTION: 'off' }).fileEncryption.on).toBe(false)
  expect(loadConfig({}).fileEncryption.on).toBe(false)
  expect(loadConfig({ FILE_ENCRYPTION: 'on' }).fileEncryption.on).toBe(true)
})

test('keys of files are given in one place', () => {
  expect(() => loadConfig({ FILE_KEYS: 'a:b', FILE_KEYS_FILE: '/keys' })).toThrow('set one of them')
})
