import { expect, test } from 'vitest'
import { describeMemory, requireMemory } from './commands/memory.ts'
import { loadConfig } from './config.ts'

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://vigie.example',
  VIGIE_SAMPLE_REGISTERS: 'allow',
}

test('In production a stop waits for the balancer and a worker answers to probes; on a desk neither', () => {
  expect(loadConfig({}).processes).toMatchObject({ drainMs: 0, workerPort: null, isPortChosen: false })
  const usual = { drainMs: 5_000, workerPort: 8081, isPortChosen: false }
  expect(loadConfig(production).processes).toMatchObject(usual)
  const chosen = loadConfig({ ...production, DRAIN_SECONDS: '20', WORKER_PORT: '0', LOG_FILE_MAX_MB: '1' })
  expect(chosen.processes).toEqual({
    drainMs: 20_000,
    workerPort: null,
    isPortChosen: true,
    logFileBytes: 1024 * 1024,
  })
})

test('A heap too small to serve from is refused with a sentence, and one of 256 MiB will do', () => {
  const mib = 1024 * 1024
  expect(() => requireMemory(128 * mib)).toThrow('a heap of 128 MiB; Vigie needs at least 200.')
  expect(() => requireMemory(256 * mib)).not.toThrow()
  expect(describeMemory(217 * mib, 256 * mib)).toContain('limited to 256 MiB: beyond 217 MiB')
  expect(describeMemory(1_700 * mib, 2_048 * mib)).toBeNull()
})
