import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const memory = '/dev/shm'
const neededBytes = 4e9
const prefix = 'vigie-run-'

/** Large enough for the folders of tests, and programs may run in it: containers often have neither. */
function isFit(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
    const isClosed = mounts.some((line) => line.includes(` ${folder} `) && line.includes('noexec'))
    return bavail * bsize > neededBytes && !isClosed
  } catch {
    return false
  }
}

/**
 * Where everything a run of tests writes goes, so that it can go away as one: in memory where the machine has a fit
 * place for it, since databases and folders come and go with every file.
 */
export function openRunFolder(): () => void {
  const base = process.env['TMPDIR'] === undefined && isFit(memory) ? memory : tmpdir()
  removeLeftovers(base)
  const folder = mkdtempSync(path.join(base, `${prefix}${process.pid}-`))
  // PostgreSQL runs as another user than root, and must get to its own folder.
  chmodSync(folder, 0o755)
  // For this process and the workers it starts.
  process.env['TMPDIR'] = folder
  const remove = () => removeWhole(folder)
  // On a signal vitest exits without its teardown.
  process.once('exit', remove)
  return remove
}

/** Also while somebody dying still writes into it. What remains all the same, the next run removes. */
function removeWhole(folder: string): void {
  endProcessesIn(folder)
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error
  }
}

/** A run that was killed left its folder behind, perhaps with a PostgreSQL on it. */
function removeLeftovers(base: string): void {
  for (const name of readdirSync(base)) {
    const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1])
    if (!pid || isAlive(pid)) continue
    removeWhole(path.join(base, name))
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Servers of PostgreSQL work in the folder of their data. */
function endProcessesIn(folder: string): void {
  for (const pid of readNames('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (readlinkSync(`/proc/${pid}/cwd`).startsWith(`${folder}/`)) process.kill(Number(pid), 'SIGKILL')
    } catch {
      // Gone by now, or somebody else's.
    }
  }
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
