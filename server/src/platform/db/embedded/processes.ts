import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

export interface SeenProcess {
  zombie: boolean
  /** Tells two processes apart that were given the same pid; empty where the system does not say. */
  started: string
  command: string
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function readProc(path: string): string | undefined {
  try {
    return readFileSync(`/proc/${path}`, 'utf8')
  } catch {
    return undefined
  }
}

function commandInProc(pid: number): string {
  return (readProc(`${pid}/cmdline`) ?? '').replaceAll('\0', ' ').trim()
}

function inspectInProc(pid: number): SeenProcess | undefined {
  const stat = readProc(`${pid}/stat`)
  if (stat === undefined) return undefined
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const boot = readProc('sys/kernel/random/boot_id')?.trim() ?? ''
  const zombie = fields[0] === 'Z' || fields[0] === 'X'
  return { zombie, started: `${boot}/${fields[19]}`, command: commandInProc(pid) }
}

function ps(args: string[]): string {
  try {
    return execFileSync('ps', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return ''
  }
}

function inspectWithPs(pid: number): SeenProcess | undefined {
  const found = /^(\S+)\s+(\S+ +\S+ +\S+ +\S+ +\S+)\s+(.*)$/s.exec(
    ps(['-o', 'stat=,lstart=,command=', '-p', `${pid}`]).trim(),
  )
  if (!found) return undefined
  return { zombie: found[1]?.startsWith('Z') === true, started: found[2] ?? '', command: found[3] ?? '' }
}

/** What runs under a pid now; undefined when nothing does. */
export function inspectProcess(pid: number): SeenProcess | undefined {
  if (!Number.isSafeInteger(pid) || pid <= 0 || !isThere(pid)) return undefined
  if (process.platform === 'linux') return inspectInProc(pid)
  if (process.platform === 'win32') return { zombie: false, started: '', command: '' }
  return inspectWithPs(pid)
}

export function isRunning(pid: number): boolean {
  const seen = inspectProcess(pid)
  return seen !== undefined && !seen.zombie
}

function commandsInProc(): Array<[number, string]> {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), commandInProc(Number(name))])
}

function commandsWithPs(): Array<[number, string]> {
  return ps(['-axo', 'pid=,command='])
    .split('\n')
    .map((line) => [Number.parseInt(line, 10), line.trim().replace(/^\d+\s+/, '')])
}

/** Tells whether the process that bears this pid now has ended, even if another gets its pid. */
export function exitCheck(pid: number): () => boolean {
  const started = inspectProcess(pid)?.started
  return () => !isRunning(pid) || inspectProcess(pid)?.started !== started
}

/** Live processes whose command line matches. */
export function findProcesses(matches: (command: string) => boolean): number[] {
  if (process.platform === 'win32') return []
  const all = process.platform === 'linux' ? commandsInProc() : commandsWithPs()
  return all.filter(([pid, command]) => matches(command) && isRunning(pid)).map(([pid]) => pid)
}
