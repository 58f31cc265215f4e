import { closeSync, fstatSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf } from './errors.ts'

const ROTATE_ABOVE = 10 * 1024 * 1024
const FULL_BELOW = 32 * 1024 * 1024

export interface ServerLog {
  fd: number
  path: string
  close(): void
  /** What the server said since this start. */
  lastLines(): Promise<string>
}

/** The server writes to the file itself, so that it goes on logging if the service is killed. */
export function openLog(dataDir: string): ServerLog {
  const path = join(dataDir, 'postgres.log')
  try {
    if (statSync(path).size > ROTATE_ABOVE) renameSync(path, `${path}.1`)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
  const fd = openSync(path, 'a', 0o600)
  const start = fstatSync(fd).size
  return {
    fd,
    path,
    close: () => closeSync(fd),
    lastLines: async () => {
      const output = readFileSync(path).subarray(start).toString('utf8').trim()
      return `${output.split('\n').slice(-12).join('\n')}${await fullDiskHint(dirname(path))}`
    },
  }
}

/** A full disk often leaves no room for the log line that would say so. */
export async function fullDiskHint(folder: string): Promise<string> {
  const disk = await statfs(folder)
  const free = disk.bavail * disk.bsize
  return free < FULL_BELOW ? `\nOnly ${Math.floor(free / 1024)} kB are free on the disk of ${folder}.` : ''
}
