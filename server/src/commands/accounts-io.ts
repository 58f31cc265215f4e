import { InvalidArgumentError } from 'commander'
import type { AccountsService, SightView } from '../domain/accounts/index.ts'
import type { Db } from '../platform/db/index.ts'
import type { ObjectStore } from '../platform/files/index.ts'
import type { CheckpointKeeping } from '../platform/journal/index.ts'
import { AppError, isRole, problemSentence, roles, type Clock, type Role } from '../platform/kernel/index.ts'

export interface CommandContext {
  readonly db: Db
  readonly clock: Clock
  readonly accounts: AccountsService
  /** The files and the signing key, for commands that need them. */
  readonly checkpoints?: CheckpointKeeping
  readonly openStore?: () => Promise<ObjectStore>
  close(): Promise<void>
}

export function requireStoreAndKeys({ checkpoints, openStore }: CommandContext) {
  if (!checkpoints || !openStore) throw new Error('This command was opened without files.')
  return { checkpoints, openStore }
}

export interface CommandDeps {
  open(): Promise<CommandContext>
}

/** Opens what the command needs, closes it whatever happens, and tells faults in a sentence. */
export async function withContext<T>(
  deps: CommandDeps,
  work: (context: CommandContext) => Promise<T>,
): Promise<T> {
  const context = await deps.open()
  try {
    return await work(context)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new Error(problemSentence(error.code, 'en', error.params), { cause: error })
  } finally {
    await context.close()
  }
}

type Cell = string | number | boolean | null | undefined | readonly string[] | SightView
type Row = Readonly<Record<string, Cell>>

export function show(value: Row, options: { json?: boolean }): void {
  const lines = Object.entries(value).map(([name, part]) => `${name}: ${cell(part)}`)
  print(options.json ? JSON.stringify(value) : lines.join('\n'))
}

export function showList(rows: readonly object[], options: { json?: boolean }): void {
  if (options.json) return print(JSON.stringify(rows))
  const [first] = rows
  if (!first) return print('None.')
  const table = [Object.keys(first), ...rows.map((row) => Object.values(row as Row).map(cell))]
  const widths = Object.keys(first).map((_, column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  )
  print(
    table
      .map((row) =>
        row
          .map((text, i) => text.padEnd(widths[i] ?? 0))
          .join('  ')
          .trimEnd(),
      )
      .join('\n'),
  )
}

function cell(value: Cell): string {
  if (value === null || value === undefined) return '-'
  if (typeof value !== 'object') return String(value)
  if (!('all' in value)) return value.join(',')
  return value.all ? 'all' : `units ${value.units.join(',') || '-'}`
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

export function asAccountId(text: string): number {
  if (!/^[1-9]\d{0,15}$/.test(text)) throw new InvalidArgumentError('An account number has digits only.')
  return Number(text)
}

export function asRoles(text: string): Role[] {
  const names = text.split(',').map((part) => part.trim())
  const known = names.filter(isRole)
  if (known.length !== names.length)
    throw new InvalidArgumentError(`Use one or more of: ${roles.join(', ')}.`)
  return [...new Set(known)]
}

export function asSeconds(text: string): number {
  if (!/^\d{1,8}$/.test(text)) throw new InvalidArgumentError('Give a whole number of seconds.')
  return Number(text)
}

/** From a pipe, so that it shows neither in the list of processes nor in the shell's history. */
export async function passwordFromStdin(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin) text += String(chunk)
  return text.replace(/\r?\n$/, '')
}
