import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { eicar } from '@vigie/inspect/samples'

const program = '/usr/sbin/clamd'

/** Why the tests that need clamd cannot run here, or undefined. Under CI=true they run, and fail, all the same. */
export function reasonToSkipClamd(): string | undefined {
  if (process.env['CI'] === 'true' || existsSync(program)) return undefined
  return `${program} is not installed (Debian: clamav-daemon)`
}

export interface RealClamd {
  socket: string
  stop(): Promise<void>
}

/** A daemon of its own, whose whole database is the signature of the test virus. */
export async function startClamd(): Promise<RealClamd> {
  const folder = await mkdtemp(join(tmpdir(), 'vigie-clamd-'))
  const socket = join(folder, 'socket')
  const settings = [
    'Foreground yes',
    `LocalSocket ${socket}`,
    `DatabaseDirectory ${folder}`,
    `TemporaryDirectory ${folder}`,
    'StreamMaxLength 2M',
    'MaxFileSize 1M',
    'AlertExceedsMax yes',
  ]
  await writeFile(join(folder, 'test.ndb'), `Vigie.Test.Eicar:0:*:${Buffer.from(eicar).toString('hex')}\n`)
  await writeFile(join(folder, 'clamd.conf'), `${settings.join('\n')}\n`)
  const daemon = spawn(program, ['-c', join(folder, 'clamd.conf')], { stdio: 'ignore' })
  const ended = once(daemon, 'exit').catch((error: unknown) => error)
  const stop = async () => {
    if (daemon.exitCode === null && daemon.kill('SIGKILL')) await ended
    await rm(folder, { recursive: true, force: true })
  }
  const deadline = Date.now() + 30_000
  while (!(await answers(socket))) {
    if (Date.now() < deadline && daemon.exitCode === null && daemon.pid !== undefined) await pause(50)
    else {
      await stop()
      throw new Error(`${program} did not start`)
    }
  }
  return { socket, stop }
}

async function answers(path: string): Promise<boolean> {
  return await new Promise((resolve) => {
    const socket = connect({ path })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('close', () => socket.destroy()).once('connect', () => socket.end())
  })
}
