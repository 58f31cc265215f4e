import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** Waits on a condition, and says what was awaited when it does not come. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  patienceMs = 60_000,
): Promise<void> {
  const end = performance.now() + patienceMs
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`Waited ${patienceMs} ms in vain for: ${what}.`)
    await delay(20)
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** The PostgreSQL server of a data folder by its pid file, alive or not. */
export async function postmasterPid(dataDir: string): Promise<number | undefined> {
  const text = await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number.parseInt(text, 10)
  return Number.isNaN(pid) ? undefined : pid
}

/** Ends the PostgreSQL that a killed service left behind, so that a test leaves nothing. */
export async function endOrphan(dataDir: string): Promise<void> {
  const pid = await postmasterPid(dataDir)
  if (pid === undefined || !isAlive(pid)) return
  process.kill(pid, 'SIGQUIT')
  await until('the end of the orphan', () => !isAlive(pid))
}
