#!/usr/bin/env node
import { Command } from 'commander'
import pc from 'picocolors'
import { version } from './version.ts'

const open = async () => (await import('./commands/open-for-command.ts')).openForCommand()
const schedule = async () =>
  (await import('./worker.ts')).scheduleOf((await import('./config.ts')).loadConfig())
const replace = async () => (await import('./commands/replace-key.ts')).replaceKey()

const commands: Record<string, () => Promise<Command>> = {
  serve: async () => (await import('./commands/serve.ts')).serveCommand(),
  worker: async () => (await import('./commands/worker.ts')).workerCommand(),
  migrate: async () => (await import('./commands/migrate.ts')).migrateCommand(),
  backup: async () => (await import('./commands/backup.ts')).backupCommand(),
  account: async () => (await import('./commands/account.ts')).accountCommand({ open }),
  client: async () => (await import('./commands/client.ts')).clientCommand({ open }),
  user: async () => (await import('./commands/user.ts')).userCommand({ open }),
  operator: async () => (await import('./commands/operator.ts')).operatorCommand({ open }),
  token: async () => (await import('./commands/token.ts')).tokenCommand({ open }),
  administration: async () => (await import('./commands/administration.ts')).administrationCommand({ open }),
  journal: async () => (await import('./commands/journal.ts')).journalCommand({ open }),
  jobs: async () => (await import('./commands/jobs.ts')).jobsCommand({ open }),
  restore: async () => (await import('./commands/restore.ts')).restoreCommand({ open, schedule }),
  key: async () => (await import('./commands/key.ts')).keyCommand({ open, replace }),
  'import-register': async () =>
    (await import('./commands/import-register.ts')).importRegisterCommand({ open }),
  'import-banks': async () => (await import('./commands/import-banks.ts')).importBanksCommand({ open }),
  'import-code-trust': async () =>
    (await import('./commands/import-code-trust.ts')).importCodeTrustCommand({ open }),
  'import-trust': async () => (await import('./commands/import-trust.ts')).importTrustCommand({ open }),
  'import-list': async () => (await import('./commands/import-list.ts')).importListCommand({ open }),
  lists: async () => (await import('./commands/lists.ts')).listsCommand({ open }),
  screening: async () => (await import('./commands/screening.ts')).screeningCommand(),
  inspect: async () => (await import('./commands/inspect.ts')).inspectCommand(),
  mcp: async () => (await import('./commands/mcp.ts')).mcpCommand(),
  'import-portfolio': async () =>
    (await import('./commands/import-portfolio.ts')).importPortfolioCommand({ open }),
  completion: async () => (await import('./commands/completion.ts')).completionCommand(),
  complete: async () => (await import('./commands/completion.ts')).completeCommand({ names, load }),
}
// For shells, not for people.
const hidden = new Set(['complete'])
const names = Object.keys(commands).filter((name) => !hidden.has(name))
const load = async (name: string) => (Object.hasOwn(commands, name) ? commands[name]?.() : undefined)

const program = new Command('vigie').description('Evaluate the companies you depend on.').version(version)
const asked = process.argv[2] ?? 'serve'
// What was asked for loads what it needs and no more; help and mistakes need to know all of them.
const needed = Object.hasOwn(commands, asked) ? [asked] : Object.keys(commands)
if (asked !== '--version') {
  for (const name of needed) {
    const command = await commands[name]?.()
    // A mistyped command is one, not an argument of what is done without any.
    const isDefault = name === 'serve' && (asked === 'serve' || asked.startsWith('-'))
    if (command) program.addCommand(command, { isDefault, hidden: hidden.has(name) })
  }
}

try {
  await program.parseAsync()
} catch (error) {
  // The chain of causes says where it hurts; the stack is for those who ask for it.
  const lines: string[] = []
  for (let e: unknown = error; e instanceof Error; e = e.cause) lines.push(wordsOf(e))
  const { tellsByLines } = await import('./config.ts')
  process.stderr.write(tellsByLines(asked) ? lineOf(lines) : `${pc.red('✗')} ${lines.join('\n  ← ')}\n`)
  process.exitCode = 1
}

/** Node reports a host with several addresses as an error without a word, around one for each address. */
function wordsOf(error: Error): string {
  const inner = error instanceof AggregateError ? error.errors.map((each) => (each as Error).message) : []
  return error.message || inner.join(', ') || error.name
}

/** The last word of a process whose output is a log. */
function lineOf(causes: readonly string[]): string {
  const about = {
    level: 'fatal',
    time: new Date().toISOString(),
    process: asked === 'worker' ? asked : 'service',
  }
  return `${JSON.stringify({ ...about, msg: causes.join(' ← ') })}\n`
}
