import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { identity, type DebianPostgres } from './debian-postgres.ts'
import { until } from './processes.ts'
import { freePort } from './product.ts'

const program = '/usr/sbin/pgbouncer'

export function findPgBouncer(): { version: string } | { missing: string } {
  if (!existsSync(program))
    return { missing: 'no PgBouncer is installed by the system (scripts/test-services/install-debian.sh)' }
  const said = execFileSync(program, ['--version'], { encoding: 'utf8' })
  return { version: /PgBouncer (\S+)/.exec(said)?.[1] ?? 'unknown' }
}

export interface PgBouncer {
  /** One of its databases; each has its own mode, and all are the same one. */
  url(mode: 'transaction' | 'statement' | 'session', role: string, password: string): string
  stop(): Promise<void>
}

/** In front of one database of a server; few connections, so that clients share them. */
export async function startPgBouncer(
  { host, port: behind, superuserUrl }: DebianPostgres,
  { database, users }: { database: string; users: Record<string, string> },
): Promise<PgBouncer> {
  const who = identity()
  const folder = mkdtempSync(path.join(tmpdir(), 'vigie-bouncer-'))
  const port = await freePort()
  const place = `host=${host} port=${behind} dbname=${database}`
  const files = {
    'users.txt': Object.entries(users)
      .map(([name, password]) => `"${name}" "${password}"\n`)
      .join(''),
    'pgbouncer.ini': `[databases]
transaction = ${place} pool_mode=transaction
statement = ${place} pool_mode=statement
session = ${place} pool_mode=session
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${path.join(folder, 'users.txt')}
default_pool_size = 4
max_client_conn = 200
`,
  }
  for (const [name, text] of Object.entries(files))
    writeFileSync(path.join(folder, name), text, { mode: 0o600 })
  if (who.uid !== undefined && who.gid !== undefined)
    for (const name of ['', ...Object.keys(files)]) chownSync(path.join(folder, name), who.uid, who.gid)
  const child = spawn(program, ['-q', path.join(folder, 'pgbouncer.ini')], {
    ...who,
    cwd: folder,
    stdio: 'ignore',
  })
  const { username, password } = new URL(superuserUrl)
  const url: PgBouncer['url'] = (mode, role, word) => `postgres://${role}:${word}@127.0.0.1:${port}/${mode}`
  await until('the pooler', async () => {
    const client = new pg.Client({ connectionString: url('session', username, password) })
    client.on('error', () => undefined)
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    )
  })
  return {
    url,
    stop: async () => {
      child.kill('SIGINT')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
