import { spawn, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe } from 'vitest'
import { twelveJobs } from './twelve-jobs.ts'

const python = fileURLToPath(new URL('../../../client/python/', import.meta.url))
const version = /^Python 3\.(\d+)/.exec(spawnSync('python3', ['--version']).stdout?.toString() ?? '')?.[1]
const isThere = Number(version ?? 0) >= 9 || process.env['CI'] === 'true'

// Where it is absent, scripts/test-services/install-debian.sh says so.
describe.runIf(isThere)('Python 3.9 or later', () => {
  twelveJobs((name, args, settings) =>
    spawn('python3', [`examples/${name.replaceAll('-', '_')}.py`, ...args], {
      cwd: python,
      env: { PATH: process.env['PATH'], PYTHONPATH: python, PYTHONDONTWRITEBYTECODE: '1', ...settings },
    }),
  )
})
