import { mkdir, realpath } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { locatePackagedBinaries, placesForCopies, prepareBinaries } from './binaries.ts'
import { ensureCluster, readPassword, wayInto } from './cluster.ts'
import { adminUrl, chooseEndpoint, endpointOfRunning } from './endpoint.ts'
import { codeOf, EmbeddedPostgresError, reasonOf } from './errors.ts'
import { clearLeftovers, markOf, postmasterOf } from './leftovers.ts'
import { openLog } from './log.ts'
import { launchPostmaster, waitUntilReady } from './postmaster.ts'
import type { Exit, Launch, Postmaster } from './postmaster.ts'
import { findRunAs, isRoot } from './run-as.ts'
import { takeLock } from './service-lock.ts'

export interface EmbeddedOptions {
  /** Absolute. The cluster lies in its folder `postgres`. */
  dataDir: string
  /** The unix user to use when the service is root; by default postgres, else nobody. */
  runAs?: string
  /** False gives up safety for speed: for tests only. */
  durable?: boolean
  /** Further server settings; they win over ours. */
  settings?: Record<string, string>
  onProgress?: (step: string) => void
}

export interface EmbeddedPostgres {
  adminUrl: string
  pid: number
  /** Fast shutdown, waits until the server is gone; safe to call twice. */
  stop(): Promise<void>
  /** Resolves when the server ends without having been asked to. */
  died: Promise<{ code: number | null; signal: string | null }>
}

const UNSAFE = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }

const SETTINGS = {
  shared_buffers: '128MB',
  max_connections: '100',
  jit: 'off',
  huge_pages: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Fewer idle processes; neither parallel reading nor replication serves a small machine.
  io_method: 'sync',
  max_logical_replication_workers: '0',
  // Failed statements bear personal data: they are told to the client, which is the service, and not logged.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}

async function makeDataDir(dataDir: string): Promise<string> {
  if (!isAbsolute(dataDir))
    throw new EmbeddedPostgresError(`The data folder ${dataDir} must be an absolute path.`)
  // Others may pass through, for the server's user, but see nothing: all that lies inside is private.
  await mkdir(dataDir, { recursive: true, mode: isRoot() ? 0o711 : 0o700 })
  return realpath(dataDir)
}

async function launch(dataDir: string, options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { durable = true, onProgress = () => {} } = options
  const cluster = join(dataDir, 'postgres')
  const runAs = await findRunAs(options.runAs)
  const binaries = await prepareBinaries(
    locatePackagedBinaries(),
    placesForCopies(dataDir),
    runAs,
    onProgress,
  )
  const password = await ensureCluster({ dataDir, cluster, binaries, runAs, durable, onProgress })
  const endpoint = await chooseEndpoint(dataDir, cluster, runAs)
  await clearLeftovers(cluster, endpoint.host, onProgress)

  onProgress('Starting PostgreSQL')
  const own = { ...SETTINGS, ...(durable ? {} : UNSAFE), ...options.settings }
  const settings = { ...own, ...endpoint.settings, cluster_name: markOf(cluster) }
  const url = adminUrl(endpoint, password)
  const way = await wayInto(cluster, runAs)
  const server = await startServer({ binaries, way, runAs, settings, log: openLog(dataDir) }, url, onProgress)
  let stopRequested = false
  const stop = () => {
    stopRequested = true
    return server.stop()
  }
  const died = new Promise<Exit>(
    (resolve) => void server.exited.then((exit) => stopRequested || resolve(exit)),
  )
  return { adminUrl: url, pid: server.pid, stop, died }
}

async function startServer(
  plan: Launch,
  url: string,
  onProgress: (step: string) => void,
): Promise<Postmaster> {
  let server: Postmaster | undefined
  try {
    server = await launchPostmaster(plan)
    await waitUntilReady(server, url, onProgress)
    return server
  } catch (error) {
    await server?.stop()
    const lines = await plan.log.lastLines()
    throw new EmbeddedPostgresError(`${reasonOf(error)}. Last lines of ${plan.log.path}:\n${lines}`, {
      cause: error,
    })
  } finally {
    plan.log.close()
  }
}

function explainStartError(error: unknown, dataDir: string): unknown {
  const code = codeOf(error)
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new EmbeddedPostgresError(
      `The data folder ${dataDir} cannot be used by this user: ${reasonOf(error)}. ` +
        `Start the service as the user who made it, or choose another data folder.`,
      { cause: error },
    )
  }
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new EmbeddedPostgresError(`The disk of ${dataDir} is full: ${reasonOf(error)}.`, { cause: error })
  }
  if (code === undefined) return error
  return new EmbeddedPostgresError(`The data folder ${dataDir} cannot be used: ${reasonOf(error)}.`, {
    cause: error,
  })
}

/** Starts PostgreSQL on the data folder, creating it at first use, and answers when it takes connections. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  try {
    const dataDir = await makeDataDir(options.dataDir)
    const release = await takeLock(dataDir)
    try {
      const server = await launch(dataDir, options)
      const died = server.died.then((exit) => release().then(() => exit))
      const stop = async () => {
        await server.stop()
        await release()
      }
      return { ...server, died, stop }
    } catch (error) {
      await release()
      throw error
    }
  } catch (error) {
    throw explainStartError(error, options.dataDir)
  }
}

/** The administrator's address of a server that another process runs on this folder, for the commands. */
export async function findRunning(dataDir: string): Promise<string | undefined> {
  const folder = await realpath(dataDir).catch(() => undefined)
  if (folder === undefined) return undefined
  const cluster = join(folder, 'postgres')
  const password = await readPassword(folder)
  if (password === undefined || postmasterOf(cluster) === undefined) return undefined
  return adminUrl(await endpointOfRunning(cluster), password)
}
