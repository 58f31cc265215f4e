import { createHash } from 'node:crypto'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { socketPath } from './endpoint.ts'
import { codeOf, EmbeddedPostgresError } from './errors.ts'
import { exitCheck, findProcesses, isRunning, inspectProcess } from './processes.ts'
import { waitUntil } from './run.ts'

/**
 * A name given to the server and shown on the command line of all its processes. It tells our cluster from any
 * other, also where the system hides the working folder of another user's process (containers).
 */
export function markOf(cluster: string): string {
  const { dev, ino } = statSync(cluster)
  return `vigie-${createHash('sha256').update(`${cluster}\n${dev}\n${ino}`).digest('hex').slice(0, 16)}`
}

function pidIn(file: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
    return pid > 0 ? pid : undefined
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** The pid of a live server on this cluster, as its pid file and its own command line agree on. */
export function postmasterOf(cluster: string): number | undefined {
  const pid = pidIn(join(cluster, 'postmaster.pid'))
  if (pid === undefined || !isRunning(pid)) return undefined
  const command = inspectProcess(pid)?.command ?? ''
  const ours = command.includes(`cluster_name=${markOf(cluster)}`) || `${command} `.includes(`-D ${cluster} `)
  return ours && command.includes('postgres') ? pid : undefined
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error
  }
}

/** Fast shutdown first; the immediate one loses nothing that was committed, it only makes recovery necessary. */
export async function stopPostmaster(pid: number, isGone = exitCheck(pid)): Promise<void> {
  const steps = [
    ['SIGINT', 60_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5_000],
  ] as const
  for (const [name, milliseconds] of steps) {
    signal(pid, name)
    if (await waitUntil(isGone, milliseconds)) return
  }
  throw new EmbeddedPostgresError(`PostgreSQL (process ${pid}) does not stop.`)
}

/** Sessions of a server that was killed: they end by themselves, and no new server may start before. */
async function endStrays(mark: string): Promise<void> {
  const strays = () => findProcesses((command) => command.startsWith(`postgres: ${mark}: `))
  const hasNoStrays = () => strays().length === 0
  if (await waitUntil(hasNoStrays, 3000)) return
  for (const pid of strays()) signal(pid, 'SIGKILL')
  await waitUntil(hasNoStrays, 5000)
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('error', (error) => resolve(!['ENOENT', 'ECONNREFUSED'].includes(codeOf(error) ?? '')))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}

/** PostgreSQL clears the file of a dead process itself, but takes any live or zombie one for a rival. */
async function clearPidFile(file: string): Promise<void> {
  const pid = pidIn(file)
  if (pid === undefined) return
  if (inspectProcess(pid)?.zombie === true) await waitUntil(() => inspectProcess(pid) === undefined, 5000)
  if (inspectProcess(pid) !== undefined) rmSync(file, { force: true })
}

/** Ends what an earlier run left on the cluster. The caller holds the lock, so no live service owns it. */
export async function clearLeftovers(
  cluster: string,
  socketFolder: string,
  onProgress: (step: string) => void,
): Promise<void> {
  if (process.platform === 'win32') return
  const orphan = postmasterOf(cluster)
  if (orphan !== undefined) {
    onProgress('Stopping the PostgreSQL of an interrupted run')
    await stopPostmaster(orphan)
  }
  const path = socketPath(socketFolder)
  // Another container can share the folder but not the list of processes; its server still answers here.
  if (await answers(path)) {
    throw new EmbeddedPostgresError(
      `A PostgreSQL that this machine does not show among its processes is using ${cluster}. Stop it first.`,
    )
  }
  await endStrays(markOf(cluster))
  await Promise.all([clearPidFile(join(cluster, 'postmaster.pid')), clearPidFile(`${path}.lock`)])
}
