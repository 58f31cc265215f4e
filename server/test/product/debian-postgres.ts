import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { until } from './processes.ts'
import { freePort } from './product.ts'

const packages = '/usr/lib/postgresql'

/** The folder of the programs that the Debian package installs, or why there is none. */
export function findDebianPostgres(): { programs: string } | { missing: string } {
  const versions = existsSync(packages) ? readdirSync(packages) : []
  const newest = versions.toSorted((a, b) => Number(b) - Number(a))[0]
  const programs = path.join(packages, newest ?? 'none', 'bin')
  if (existsSync(path.join(programs, 'initdb'))) return { programs }
  return {
    missing: 'no PostgreSQL server is installed by the system (scripts/test-services/install-debian.sh)',
  }
}

export interface DebianPostgres {
  /** As the superuser, through TCP on the loopback address. */
  superuserUrl: string
  host: string
  port: number
  socketFolder: string
  stop(): Promise<void>
}

/** PostgreSQL refuses root; its own user comes with the package. */
export function identity(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const id = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** A server of another maker and version than the embedded one, in a folder of its own. */
export async function startDebianPostgres(programs: string, password: string): Promise<DebianPostgres> {
  const who = identity()
  const folder = mkdtempSync(path.join(tmpdir(), 'vigie-debian-'))
  const secret = path.join(folder, 'password')
  writeFileSync(secret, password, { mode: 0o600 })
  if (who.uid !== undefined && who.gid !== undefined) {
    chownSync(folder, who.uid, who.gid)
    chownSync(secret, who.uid, who.gid)
  }
  const data = path.join(folder, 'data')
  const options = { ...who, cwd: folder, env: { LC_ALL: 'C' } }
  const init = [
    '-D',
    data,
    '-U',
    'boss',
    `--pwfile=${secret}`,
    '--auth=scram-sha-256',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ]
  execFileSync(path.join(programs, 'initdb'), init, { ...options, stdio: 'pipe' })
  const port = await freePort()
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'fsync=off',
  ]
  const child = spawn(
    path.join(programs, 'postgres'),
    ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    { ...options, stdio: 'ignore' },
  )
  const superuserUrl = `postgres://boss:${password}@127.0.0.1:${port}/postgres`
  await until('the server of the system', () => answers(superuserUrl))
  return {
    superuserUrl,
    host: '127.0.0.1',
    port,
    socketFolder: folder,
    stop: async () => {
      child.kill('SIGINT')
      if (child.exitCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}
