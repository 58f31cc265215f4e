import { expect, test } from 'vitest'
import { loadConfig } from './config.ts'

const read = (values: Record<string, string>) => loadConfig(values).yente

test('A yente service needs nothing but an address', () => {
  expect(read({ YENTE_API_KEY: 'k' })).toBeNull()
  expect(read({ YENTE_URL: 'http://yente:8000' })).toEqual({
    url: 'http://yente:8000',
    apiKey: null,
    datasets: { SANCTIONS: 'sanctions', EXPOSED_PERSONS: 'peps' },
    algorithm: 'best',
    threshold: 0.5,
    timeoutMs: 60_000,
    requestsPerSecond: 2,
    versionHours: 24,
  })
  const sanctionsOnly = { YENTE_URL: 'https://y.example', YENTE_EXPOSED_PERSONS_DATASET: 'none' }
  expect(read(sanctionsOnly)?.datasets).toEqual({ SANCTIONS: 'sanctions', EXPOSED_PERSONS: null })
})

test.each([
  [{ YENTE_URL: 'https://user:secret@y.example' }, /neither credentials/],
  [{ YENTE_URL: 'https://y.example', YENTE_SANCTIONS_DATASET: 'peps' }, /must be two datasets/],
  [{ YENTE_URL: 'https://y.example', YENTE_SANCTIONS_DATASET: '../x' }, /letters, digits/],
])('A configuration that cannot be meant is refused, and nothing secret is said', (values, said) => {
  expect(() => read(values)).toThrow(said)
  expect(() => read(values)).not.toThrow(/secret/)
})
