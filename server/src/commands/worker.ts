import { Command } from 'commander'
import { loadConfig } from '../config.ts'
import { requireMemory } from './memory.ts'

export function workerCommand(): Command {
  return new Command('worker')
    .description('run only jobs, alongside one or more services on the same database')
    .action(async () => {
      const config = loadConfig()
      requireMemory()
      const { runWorker } = await import('./run-worker.ts')
      await runWorker(config)
    })
}
