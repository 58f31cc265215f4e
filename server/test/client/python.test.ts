import { spawn, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { test } from 'vitest'
import { twelveJobs } from './twelve-jobs.ts'

const python = fileURLToPath(new URL('../../../client/python/', import.meta.url))
const version = /Python 3\.(\d+)/.exec(spawnSync('python3', ['--version']).stdout?.toString() ?? '')?.[1]

if (Number(version ?? 0) >= 9) {
  twelveJobs('The examples in Python', (name, args, settings) =>
    spawn('python3', [`examples/${name.replaceAll('-', '_')}.py`, ...args], {
      cwd: python,
      env: { PATH: process.env['PATH'], PYTHONPATH: python, PYTHONDONTWRITEBYTECODE: '1', ...settings },
    }),
  )
} else {
  test.skip('The examples in Python need python3, 3.9 or later, which is not installed here', () => undefined)
}
