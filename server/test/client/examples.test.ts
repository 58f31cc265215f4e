import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { twelveJobs } from './twelve-jobs.ts'

const client = fileURLToPath(new URL('../../../client/', import.meta.url))

// From the source as it stands; that the packed client does the same is a proof.
twelveJobs((name, args, settings) =>
  spawn(process.execPath, ['--conditions=vigie-source', '--import', 'tsx', `examples/${name}.ts`, ...args], {
    cwd: client,
    env: { PATH: process.env['PATH'], ...settings },
  }),
)
