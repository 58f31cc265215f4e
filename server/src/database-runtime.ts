import { hkdfSync } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Config } from './config.ts'
import { opensSigningKey } from './domain/accounts/index.ts'
import { installCatalogue } from './domain/evaluation/index.ts'
import {
  ensureDatabase,
  faultOf,
  findRunning,
  guardKey,
  loginRoleOf,
  prepareDatabase,
  refusePooler,
  readDatabaseName,
  requireKey,
  requireSameSchema,
  startEmbedded,
  urlAs,
  urlAsIn,
  withClient,
  WrongSecretKey,
  type EmbeddedPostgres,
  type KeyGuard,
} from './platform/db/index.ts'
import { installJobs } from './platform/jobs/index.ts'
import { AppError } from './platform/kernel/index.ts'
import { installEventTypes } from './platform/journal/index.ts'

/** The database the service will talk to, and how to be done with it. */
export interface DatabaseRuntime {
  /** For every pool of this process. */
  readonly guard: KeyGuard
  /** As the role this installation signs in as. */
  readonly appUrl: string
  /** The same past the pooler, for what needs a session of its own; without a pooler it is no other. */
  readonly directUrl: string
  /** As the application role as well. */
  readonly replicaUrl: string | null
  /** As who migrates: for long migrations and backups, which only members of the owner can make. */
  readonly adminUrl: string
  stop(): Promise<void>
}

interface Hooks {
  onProgress: (step: string) => void
  /** Told when the embedded server died by itself and again when it is back. */
  onIncident: (sentence: string) => void
  /** Also brings long migrations to their end. */
  finish?: boolean
}

const databaseName = 'vigie'
const restartDelayMs = 1_000
const quiet: Hooks = { onProgress: () => undefined, onIncident: () => undefined }

/** For serving: the external server of DATABASE_URL, or an embedded one of our own, migrated either way. */
export async function startDatabase(
  config: Config,
  secretKey: Uint8Array,
  hooks: Hooks,
): Promise<DatabaseRuntime> {
  const server = await openServer(config, hooks)
  try {
    const { adminUrl } = server
    const urls = await migrateDatabase(config, secretKey, { adminUrl, ...hooks })
    return { ...urls, adminUrl, guard: guardOf(secretKey), stop: () => server.stop() }
  } catch (error) {
    await server.stop()
    if (config.databaseUrl === null || error instanceof WrongSecretKey) throw error
    throw new Error('The database of DATABASE_URL cannot be used.', { cause: error })
  }
}

/** For a process that serves: a database that goes away while it opens is told as one that was never there. */
export async function nameLostDatabase(config: Config, run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    const isGone =
      faultOf(error) === 'gone' || (error instanceof AppError && error.code === 'DATABASE_UNAVAILABLE')
    if (config.databaseUrl === null || !isGone) throw error
    throw new Error('The database of DATABASE_URL cannot be used.', { cause: error })
  }
}

/** The database as it is: of DATABASE_URL, or of an embedded server that is started and, at the end, stopped. */
export async function openServer(
  config: Config,
  hooks: Hooks,
): Promise<{ readonly adminUrl: string; stop(): Promise<void> }> {
  if (config.databaseUrl !== null)
    return { adminUrl: await externalUrl(config), stop: () => Promise.resolve() }
  const server = await superviseEmbedded(config, hooks)
  try {
    return { adminUrl: await ensureDatabase(server.adminUrl, databaseName), stop: () => server.stop() }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** The address that migrations use: locks and roles of a session are no good behind a pooler that shares it. */
async function externalUrl({ databaseUrl, databaseDirectUrl }: Config): Promise<string> {
  const setting = databaseDirectUrl === null ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
  const url = databaseDirectUrl ?? databaseUrl ?? ''
  await refusePooler(url, { setting, pooled: false })
  return url
}

/** The same for a service that runs: null when there is none. */
export async function findAdminUrl(config: Config): Promise<string | null> {
  if (config.databaseUrl !== null) return externalUrl(config)
  const running = await findRunning(config.dataDir)
  return running === undefined ? null : ensureDatabase(running, databaseName)
}

/** As who migrates, to look at a database of any version: nothing in it is changed. */
export async function withAdminUrl<T>(config: Config, work: (adminUrl: string) => Promise<T>): Promise<T> {
  const running = await findAdminUrl(config)
  if (running !== null) return work(running)
  const server = await openServer(config, quiet)
  try {
    return await work(server.adminUrl)
  } finally {
    await server.stop()
  }
}

/** For a command: joins the embedded server of a running service, or starts it for as long as the command runs. */
export async function joinDatabase(config: Config, secretKey: Uint8Array): Promise<DatabaseRuntime> {
  const running = config.databaseUrl === null ? await findRunning(config.dataDir) : undefined
  if (running === undefined) return startDatabase(config, secretKey, quiet)
  const adminUrl = await ensureDatabase(running, databaseName)
  const guard = guardOf(secretKey)
  await withClient(adminUrl, async (client) => {
    await requireKey(client, guard.check)
    await requireSameSchema(client)
  })
  const urls = await appUrlsOf(config, secretKey, adminUrl)
  return { ...urls, adminUrl, guard, stop: () => Promise.resolve() }
}

/** To the schema of this version; returns where the service enters. */
export async function migrateDatabase(
  config: Config,
  secretKey: Uint8Array,
  { adminUrl, onProgress, onIncident: onWarning, finish = false }: Hooks & { readonly adminUrl: string },
): Promise<AppUrls> {
  const appPassword = config.databaseAppUrl === null ? appPasswordOf(secretKey) : null
  const key = { check: keyCheckOf(secretKey), opens: opensSigningKey(secretKey) }
  const asOwner = installOwned
  await prepareDatabase({ adminUrl, appPassword, asOwner, onProgress, onWarning, key, finish })
  return appUrlsOf(config, secretKey, adminUrl)
}

type AppUrls = Pick<DatabaseRuntime, 'appUrl' | 'directUrl' | 'replicaUrl'>

async function appUrlsOf(config: Config, secretKey: Uint8Array, adminUrl: string): Promise<AppUrls> {
  const { databaseUrl, databaseAppUrl, databaseDirectUrl, databaseReplicaUrl } = config
  const login = databaseAppUrl === null ? loginRoleOf(await withClient(adminUrl, readDatabaseName)) : ''
  const asApp = (url: string) =>
    databaseAppUrl === null ? urlAs(url, login, appPasswordOf(secretKey)) : urlAsIn(url, databaseAppUrl)
  const appUrl = databaseAppUrl ?? asApp(databaseUrl ?? adminUrl)
  return {
    appUrl,
    directUrl: databaseDirectUrl === null ? appUrl : asApp(databaseDirectUrl),
    replicaUrl: databaseReplicaUrl === null ? null : asApp(databaseReplicaUrl),
  }
}

/** Tells nothing about the key, and is another for every other key. */
export function keyCheckOf(secretKey: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', 'installation key check', 32))
}

const guardOf = (secretKey: Uint8Array) => guardKey(keyCheckOf(secretKey))

/** Derived, not stored: every process of the installation knows it, and it appears in no file. */
export function appPasswordOf(secretKey: Uint8Array): string {
  return Buffer.from(hkdfSync('sha256', secretKey, '', 'database application role', 32)).toString('base64url')
}

/** A server of ours that dies (out of memory, a stray kill) is started again; requests meanwhile get 503. */
async function superviseEmbedded(
  config: Config,
  hooks: Hooks,
): Promise<Pick<EmbeddedPostgres, 'adminUrl' | 'stop'>> {
  const start = () =>
    startEmbedded({
      dataDir: config.dataDir,
      onProgress: hooks.onProgress,
      ...(config.postgresUser === null ? {} : { runAs: config.postgresUser }),
    })
  const stopping = new AbortController()
  const first = await start()
  const supervision = supervise(first, start, { onIncident: hooks.onIncident, stopping: stopping.signal })
  return {
    adminUrl: first.adminUrl,
    stop: async () => {
      stopping.abort()
      await supervision
    },
  }
}

/** Ends when asked to stop, once the server is gone. A start that fails (killed again, disk full) is repeated. */
async function supervise(
  first: EmbeddedPostgres,
  start: () => Promise<EmbeddedPostgres>,
  { onIncident, stopping }: { onIncident: Hooks['onIncident']; stopping: AbortSignal },
): Promise<void> {
  const asked = new Promise<void>((resolve) =>
    stopping.addEventListener('abort', () => resolve(), { once: true }),
  )
  let server: EmbeddedPostgres | null = first
  while (!stopping.aborted) {
    if (server) {
      await Promise.race([server.died, asked])
      if (stopping.aborted) break
      onIncident('PostgreSQL ended unexpectedly; starting it again.')
    } else {
      await delay(restartDelayMs, undefined, { signal: stopping }).catch(() => undefined)
      if (stopping.aborted) break
    }
    server = await start().catch((error: Error) => {
      onIncident(`PostgreSQL could not be started again: ${error.message}`)
      return null
    })
    if (server) onIncident('PostgreSQL is back.')
  }
  await server?.stop()
}

/** What stands in the database beside the schema and comes with the version of the product. */
export async function installOwned(pool: Pool): Promise<void> {
  await installJobs(pool)
  await installEventTypes(pool)
  await installCatalogue(pool)
}
