import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, EmbeddedPostgresError } from './errors.ts'
import { inspectProcess } from './processes.ts'

interface Holder {
  pid: number
  started: string
}

function parse(text: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || !('pid' in value) || !('started' in value))
      return undefined
    return { pid: Number(value.pid), started: String(value.started) }
  } catch {
    return undefined
  }
}

/** A pid alone is not enough: after a restart of the machine another program may bear it. */
function isAlive(holder: Holder | undefined): boolean {
  const seen = holder && inspectProcess(holder.pid)
  return seen !== undefined && !seen.zombie && seen.started === holder?.started
}

async function readLock(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Moves a dead service's lock aside, and puts it back if another start has replaced it meanwhile. */
async function removeStale(path: string, stale: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`
  try {
    await rename(path, aside)
    if ((await readFile(aside, 'utf8')) !== stale) await link(aside, path)
  } catch (error) {
    const code = codeOf(error)
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error
  } finally {
    await rm(aside, { force: true })
  }
}

/** Takes the data folder for this process; answers the function that gives it back. */
export async function takeLock(dataDir: string): Promise<() => Promise<void>> {
  const path = join(dataDir, 'vigie.lock')
  const draft = `${path}.${randomUUID()}`
  const mine = JSON.stringify({
    pid: process.pid,
    started: inspectProcess(process.pid)?.started ?? '',
    id: randomUUID(),
  })
  try {
    await writeFile(draft, mine, { mode: 0o644, flag: 'wx' })
    for (let attempt = 0; attempt < 10; attempt++) {
      // A link appears whole or not at all, so no reader ever sees a half-written lock.
      const acquired = await link(draft, path).then(
        () => true,
        (error: unknown) => {
          if (codeOf(error) === 'EEXIST') return false
          throw error
        },
      )
      if (acquired) return () => releaseLock(path, mine)
      const found = await readLock(path)
      if (found === undefined) continue
      const holder = parse(found)
      if (isAlive(holder)) throw inUse(dataDir, holder?.pid)
      await removeStale(path, found)
    }
    throw inUse(dataDir, undefined)
  } finally {
    await rm(draft, { force: true })
  }
}

async function releaseLock(path: string, mine: string): Promise<void> {
  if ((await readLock(path)) === mine) await rm(path, { force: true })
}

function inUse(dataDir: string, pid: number | undefined): EmbeddedPostgresError {
  const who = pid === undefined ? 'another process' : `process ${pid}`
  return new EmbeddedPostgresError(
    `The data folder ${dataDir} is in use by ${who}. Stop that service first, or choose another data folder.`,
  )
}
