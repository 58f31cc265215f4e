import { spawn } from 'node:child_process'
import type { StdioOptions } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

/** The unprivileged user that PostgreSQL runs as when the service is root. */
export interface RunAs {
  name: string
  uid: number
  gid: number
}

export interface Outcome {
  ok: boolean
  output: string
}

export interface RunOptions {
  runAs?: RunAs | undefined
  cwd?: string
  env?: Record<string, string>
  stdin?: number
}

/** The environment is fixed: PG* variables of the caller must not reach the server. */
export function serverEnvironment(libraries: string): Record<string, string> {
  const path = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH'
  return { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', [path]: libraries }
}

/** Runs a short command to its end; a command that cannot be started is a failed one, not an exception. */
export function run(command: string, args: string[], options: RunOptions = {}): Promise<Outcome> {
  const stdio: StdioOptions = [options.stdin ?? 'ignore', 'pipe', 'pipe']
  const { runAs, cwd = '/', env = serverEnvironment('') } = options
  const identity = runAs ? { uid: runAs.uid, gid: runAs.gid } : {}
  return new Promise((resolve) => {
    let output = ''
    const appendOutput = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-8000))
    try {
      const child = spawn(command, args, { stdio, cwd, env, ...identity })
      child.stdout?.on('data', appendOutput)
      child.stderr?.on('data', appendOutput)
      child.on('error', (error) => resolve({ ok: false, output: error.message }))
      child.on('close', (code, signal) => {
        resolve({ ok: code === 0, output: signal ? `${output}stopped by ${signal}` : output })
      })
    } catch (error) {
      resolve({ ok: false, output: String(error) })
    }
  })
}

export async function waitUntil(condition: () => boolean, milliseconds: number): Promise<boolean> {
  const end = performance.now() + milliseconds
  while (!condition()) {
    if (performance.now() > end) return false
    await sleep(25)
  }
  return true
}
