import { chown, lstat, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EmbeddedPostgresError } from './errors.ts'
import { canEnter } from './run-as.ts'
import type { RunAs } from './run.ts'

export const PORT = 5432
// The shortest limit among our systems is 104 bytes with the closing zero (macOS); Linux has 108.
const LONGEST_PATH = 103

/** Where the server listens: `host` is a socket folder, or the loopback address on Windows. */
export interface Endpoint {
  host: string
  port: number
  settings: Record<string, string>
}

export function socketPath(folder: string): string {
  return join(folder, `.s.PGSQL.${PORT}`)
}

export function adminUrl(endpoint: Pick<Endpoint, 'host' | 'port'>, password: string): string {
  const where = `host=${encodeURIComponent(endpoint.host)}&port=${endpoint.port}`
  return `postgres://postgres:${encodeURIComponent(password)}@/postgres?${where}`
}

const recordPath = (dataDir: string) => join(dataDir, 'postgres-socket')

/** The folder that an earlier start chose for its socket, if it is still there and still private. */
async function readSocketFolder(dataDir: string, runAs: RunAs | undefined): Promise<string | undefined> {
  try {
    const folder = (await readFile(recordPath(dataDir), 'utf8')).trim()
    const seen = await lstat(folder)
    const owner = runAs?.uid ?? process.getuid?.()
    const safe = seen.isDirectory() && seen.uid === owner && (seen.mode & 0o077) === 0
    return safe ? folder : undefined
  } catch {
    return undefined
  }
}

async function shortFolder(dataDir: string, runAs: RunAs | undefined): Promise<string> {
  const known = await readSocketFolder(dataDir, runAs)
  if (known !== undefined) return known
  for (const base of new Set([tmpdir(), '/tmp', '/var/tmp'])) {
    if (Buffer.byteLength(base) > LONGEST_PATH - 40 || !(await canEnter(base, runAs))) continue
    const folder = await mkdtemp(join(base, 'vigie-'))
    if (runAs) await chown(folder, runAs.uid, runAs.gid)
    await writeFile(recordPath(dataDir), folder, { mode: 0o600 })
    return folder
  }
  throw new EmbeddedPostgresError(
    `The path of ${dataDir} is too long for a socket and no temporary folder can hold one. ` +
      `Choose a data folder with a shorter path.`,
  )
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

function isShort(folder: string): boolean {
  return Buffer.byteLength(socketPath(folder)) <= LONGEST_PATH
}

/** The socket lies in the cluster, whose mode lets nobody else in; the server's working folder is that cluster. */
export async function chooseEndpoint(
  dataDir: string,
  cluster: string,
  runAs: RunAs | undefined,
): Promise<Endpoint> {
  if (process.platform === 'win32') {
    const [host, port] = ['127.0.0.1', await freePort()]
    return {
      host,
      port,
      settings: { listen_addresses: host, port: String(port), unix_socket_directories: '' },
    }
  }
  const short = isShort(cluster)
  const host = short ? cluster : await shortFolder(dataDir, runAs)
  const settings = {
    listen_addresses: '',
    port: String(PORT),
    unix_socket_directories: short ? '.' : host,
    unix_socket_permissions: '0700',
  }
  return { host, port: PORT, settings }
}

/** Where a server that runs already was told to listen; its pid file has it on lines 4 to 6. */
export async function endpointOfRunning(cluster: string): Promise<Pick<Endpoint, 'host' | 'port'>> {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')
  const folder = lines[4]?.trim() ?? ''
  const host = folder === '.' ? cluster : folder || lines[5]?.trim() || '127.0.0.1'
  return { host, port: Number(lines[3]) }
}
