import { Command } from 'commander'
import { loadConfig } from '../config.ts'
import { requireMemory } from './memory.ts'

export function serveCommand(): Command {
  return new Command('serve')
    .description('start the service: database (embedded unless DATABASE_URL is set), API, web pages and jobs')
    .action(async () => {
      // Whatever is wrong with the settings is told before the service itself is loaded, which takes memory.
      const config = loadConfig()
      requireMemory()
      const { runService } = await import('./run-service.ts')
      await runService(config)
    })
}
