#!/usr/bin/env node
import { Command } from 'commander'
import pc from 'picocolors'
import { accountCommand } from './commands/account.ts'
import { clientCommand } from './commands/client.ts'
import { importPortfolioCommand } from './commands/import-portfolio.ts'
import { importRegisterCommand } from './commands/import-register.ts'
import { journalCommand } from './commands/journal.ts'
import { migrateCommand } from './commands/migrate.ts'
import { openForCommand } from './commands/open-for-command.ts'
import { serveCommand } from './commands/serve.ts'
import { tokenCommand } from './commands/token.ts'
import { userCommand } from './commands/user.ts'
import { workerCommand } from './commands/worker.ts'
import { version } from './version.ts'

const deps = { open: openForCommand }

const program = new Command('vigie')
  .description('Evaluate the companies you depend on.')
  .version(version)
  .addCommand(serveCommand(), { isDefault: true })
  .addCommand(workerCommand())
  .addCommand(migrateCommand())
  .addCommand(accountCommand(deps))
  .addCommand(clientCommand(deps))
  .addCommand(userCommand(deps))
  .addCommand(tokenCommand(deps))
  .addCommand(journalCommand(deps))
  .addCommand(importRegisterCommand(deps))
  .addCommand(importPortfolioCommand(deps))

try {
  await program.parseAsync()
} catch (error) {
  // The chain of causes says where it hurts; the stack is for those who ask for it.
  const lines: string[] = []
  for (let e: unknown = error; e instanceof Error; e = e.cause) lines.push(wordsOf(e))
  process.stderr.write(`${pc.red('✗')} ${lines.join('\n  ← ')}\n`)
  process.exitCode = 1
}

/** Node reports a host with several addresses as an error without a word, around one for each address. */
function wordsOf(error: Error): string {
  const inner = error instanceof AggregateError ? error.errors.map((each) => (each as Error).message) : []
  return error.message || inner.join(', ') || error.name
}
