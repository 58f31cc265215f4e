import { expect, test } from 'vitest'
import { loadConfig } from './config.ts'

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://vigie.example',
  VIGIE_SAMPLE_REGISTERS: 'allow',
}

test('Files are encrypted in production unless disabled, and elsewhere only when enabled', () => {
  expect(loadConfig(production).fileEncryption.on).toBe(true)
  expect(loadConfig({ ...production, FILE_ENCRYPTION: 'off' }).fileEncryption.on).toBe(false)
  expect(loadConfig({}).fileEncryption.on).toBe(false)
  expect(loadConfig({ FILE_ENCRYPTION: 'on' }).fileEncryption.on).toBe(true)
})

test('The encryption keys of files are configured in one place only', () => {
  expect(() => loadConfig({ FILE_KEYS: 'a:b', FILE_KEYS_FILE: '/keys' })).toThrow('set one of them')
})
