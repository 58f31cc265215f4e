import path from 'node:path'
import { expect, test } from 'vitest'
import { loadConfig } from './config.ts'

const places = (environment: Record<string, string>) => {
  const { securityLog, administrationStream } = loadConfig({ VIGIE_DATA_DIR: '/somewhere', ...environment })
  return [securityLog, administrationStream]
}
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://vigie.example',
  VIGIE_SAMPLE_REGISTERS: 'allow',
}

test('The security stream has a file of its own on a desk, and is an output in production', () => {
  const file = path.join(path.resolve('/somewhere'), 'security.log')
  expect(places({})).toEqual([{ file, turnsOver: true }, 'off'])
  expect(places(production)).toEqual(['stdout', 'off'])
})

test('Whoever chooses a place gets the journals of administration there too, unless they have their own', () => {
  const chosen = { file: path.resolve('/var/log/vigie/security.log'), turnsOver: false }
  const SECURITY_LOG = '/var/log/vigie/security.log'
  expect(places({ ...production, SECURITY_LOG })).toEqual([chosen, chosen])
  expect(places({ SECURITY_LOG, ADMINISTRATION_STREAM: 'stderr' })).toEqual([chosen, 'stderr'])
  expect(places({ SECURITY_LOG: 'stderr' })).toEqual(['stderr', 'stderr'])
  expect(places({ SECURITY_LOG: 'off' })).toEqual(['off', 'off'])
  expect(places({ SECURITY_LOG: 'off', ADMINISTRATION_STREAM: 'stdout' })).toEqual(['off', 'stdout'])
})

test('A mistyped place is told, and becomes no file', () => {
  expect(() => loadConfig({ SECURITY_LOG: 'sdtout' })).toThrow('SECURITY_LOG must be off, stdout, stderr or')
})
