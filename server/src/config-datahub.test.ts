import { expect, test } from 'vitest'
import { loadConfig } from './config.ts'

test('Data providers are called over https unless the operator writes http', () => {
  const read = (hosts: string) => loadConfig({ DATAHUB_ALLOWED_HOSTS: hosts }).datahub.allowedOrigins
  expect(read('')).toEqual([])
  expect(read('API.example.org, rates.example.org:8443,http://10.0.0.8:8080')).toEqual([
    'https://api.example.org',
    'https://rates.example.org:8443',
    'http://10.0.0.8:8080',
  ])
  for (const wrong of ['api.example.org/v1', 'user@api.example.org', 'https://', 'a b', 'ftp://x'])
    expect(() => read(wrong), wrong).toThrow(/DATAHUB_ALLOWED_HOSTS/)
})
