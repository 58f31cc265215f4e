import pg from 'pg'
import { clientOf, editAddress, Hosts, newClient } from './hosts.ts'
import { applyMigrations, requireLongOnes, type MigrationSource } from './apply-migrations.ts'
import { fenceDatabase } from './fence.ts'
import { requireKey, WrongSecretKey } from './installation-key.ts'
import { planMigrations, whileMigrating } from './migrate.ts'
import { createGroups, giveLogin, ownerRole } from './roles.ts'

export interface PrepareOptions {
  /** A role that may create roles and a schema; used for this and never again while serving. */
  adminUrl: string
  /** Password of the role this installation signs in as; null leaves roles to the administrator. */
  appPassword: string | null
  /** Installs what is not ours but lives in the same database (the job queue), as the owner. */
  asOwner?: (pool: pg.Pool) => Promise<void>
  onProgress?: (step: string) => void
  /** Told what the administrator should know, though nothing is kept from working. */
  onWarning?: (sentence: string) => void
  /** The last migration to apply: a restored copy is brought forward once its rows are there. */
  through?: string
  /** What the secret key of this process must prove; without it nobody asks. */
  key?: StarterKey
  /** Instead of those of this version. */
  source?: MigrationSource
  /** Also brings long migrations to their end, however long that takes. */
  finish?: boolean
}

export interface StarterKey {
  readonly check: Buffer
  /** Whether it opens this signing key: asked once, by the first start that notes the key. */
  readonly opens: (kid: string, sealed: Buffer) => boolean
}

/**
 * Brings a database to the present schema and returns the names of the migrations it applied. The service
 * then connects as a member of the application role, which owns nothing and cannot pass row-level security.
 */
export async function prepareDatabase(options: PrepareOptions): Promise<string[]> {
  const progress = options.onProgress ?? (() => undefined)
  const admin = newClient(options.adminUrl, {
    application_name: 'vigie migrate',
    connectionTimeoutMillis: 15_000,
  })
  // What is asked of a connection that is lost fails by itself; unheard, its loss would end the process.
  admin.on('error', () => undefined)
  await admin.connect()
  try {
    return await whileMigrating(admin, async () => {
      // A database of another version is left exactly as it is: no role gets a new password, no right is given.
      const plan = await planMigrations(admin, options.source?.folder)
      const finish = plan.isNew || options.finish === true
      if (!finish) await requireLongOnes(admin, plan.fresh, options.source?.long)
      await createGroups(admin, { signsIn: options.appPassword === null })
      // Before the password of the role follows from it.
      if (options.key) await requireKey(admin, options.key.check)
      const { adminUrl, appPassword: password } = options
      const login = password === null ? null : await giveLogin(admin, { adminUrl, password })
      await admin.query(`set role ${ownerRole}`)
      await admin.query('set search_path = vigie')
      const { source, through } = options
      const names = await applyMigrations(admin, { ...source, finish, through, onProgress: progress })
      if (options.key) await recordKey(admin, options.key)
      if (options.asOwner) await withOwnerPool(options.adminUrl, options.asOwner)
      await admin.query('select journal_prepare_partitions(12)')
      await admin.query('reset role')
      if (login !== null) {
        const warning = await fenceDatabase(admin, { login, isNew: names[0]?.startsWith('0001-') === true })
        if (warning !== null) options.onWarning?.(warning)
      }
      return names
    })
  } finally {
    await admin.end()
  }
}

/** The first start of this version: the key is noted, if it is the one that sealed what is there. */
async function recordKey(admin: pg.Client, { check, opens }: StarterKey): Promise<void> {
  const { rows } = await admin.query<{ kid: string; sealed: Buffer }>(
    `select kid, sealed_private_jwk as sealed from signing_key
     where signs_until is null and not exists (select from installation_key)`,
  )
  if (rows.some(({ kid, sealed }) => !opens(kid, sealed))) throw new WrongSecretKey()
  await admin.query('insert into installation_key (key_check) values ($1) on conflict do nothing', [check])
}

async function withOwnerPool(adminUrl: string, work: (pool: pg.Pool) => Promise<void>): Promise<void> {
  const Client = clientOf(new Hosts(adminUrl))
  const pool = new pg.Pool({ connectionString: adminUrl, Client, max: 1, options: `-c role=${ownerRole}` })
  try {
    await work(pool)
  } finally {
    await pool.end()
  }
}

/** One connection for what only the owner of the tables may do, without a limit of time. */
export async function withOwner<T>(adminUrl: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  return withClient(adminUrl, async (client) => {
    await client.query(`set role ${ownerRole}`)
    await client.query('set search_path = vigie')
    return work(client)
  })
}

/** Creates the named database when it is missing and returns its address. */
export async function ensureDatabase(serverUrl: string, name: string): Promise<string> {
  await withClient(serverUrl, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (!rowCount) await client.query(`create database ${client.escapeIdentifier(name)}`)
  })
  return urlOfDatabase(serverUrl, name)
}

/** One connection for one piece of work. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = newClient(url)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export function urlOfDatabase(url: string, name: string): string {
  return editAddress(url, (address) => {
    address.pathname = `/${name}`
  })
}
