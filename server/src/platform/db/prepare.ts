import pg from 'pg'
import { clientOf, editAddress, Hosts } from './hosts.ts'
import { requireKey, WrongSecretKey } from './installation-key.ts'
import { applyMigrations, requireLongOnes, type MigrationSource } from './apply-migrations.ts'
import { planMigrations, whileMigrating } from './migrate.ts'
import { fenceDatabase } from './fence.ts'
import { requireKey, WrongSecretKey } from './installation-key.ts'
import { applyMigrations, planMigrations, whileMigrating } from './migrate.ts'
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

export const ownerRole = 'vigie_owner'
export const appRole = 'vigie_app'
/** Reads every row and writes none; nobody signs in as it. */
export const backupRole = 'vigie_backup'

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
      await createRoles(admin)
      await planMigrations(admin)
      await createGroups(admin, { signsIn: options.appPassword === null })
      // Before the password of the role follows from it.
      if (options.key) await requireKey(admin, options.key.check)
      const { adminUrl, appPassword: password } = options
      const login = password === null ? null : await giveLogin(admin, { adminUrl, password })
      await admin.query(`set role ${ownerRole}`)
      await admin.query('set search_path = vigie')
      const names = await applyMigrations(admin, { ...options.source, finish, onProgress: progress })
      const names = await applyMigrations(
        admin,
        (name) => progress(`Applying migration ${name}`),
        options.through,
      )
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

async function createRoles(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ rolname: string }>(
    'select rolname from pg_roles where rolname = any($1)',
    [[ownerRole, appRole, backupRole]],
  )
  const existing = new Set(rows.map((row) => row.rolname))
  if (!existing.has(ownerRole)) await admin.query(`create role ${ownerRole} nologin`)
  if (!existing.has(appRole)) await admin.query(`create role ${appRole} login`)
  if (!existing.has(backupRole)) await admin.query(`create role ${backupRole} nologin`)
  await admin.query(`alter role ${appRole} set search_path = vigie`)
  await admin.query(`grant ${ownerRole}, ${backupRole} to current_user`)
  await admin.query(`create schema if not exists vigie authorization ${ownerRole}`)
  await admin.query(`grant usage on schema vigie to ${appRole}`)
  const { rows: here } = await admin.query<{ name: string }>('select current_database() as name')
  const database = admin.escapeIdentifier(here[0]?.name ?? '')
  // The job queue makes its own schema; the owner may do that, the application may only connect.
  await admin.query(`grant connect, create on database ${database} to ${ownerRole}`)
  await admin.query(`grant connect on database ${database} to ${appRole}`)
}

async function setPassword(admin: pg.Client, password: string | null): Promise<void> {
  if (password === null) return
  await admin.query(`alter role ${appRole} login password ${admin.escapeLiteral(password)}`)
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

/** The same server and database, entered as another role. */
export function urlAs(url: string, role: string, password: string): string {
  return editAddress(url, (address) => {
    address.username = role
    address.password = encodeURIComponent(password)
  })
}

/** The same server and database, entered as whoever another address names. */
export function urlAsIn(url: string, other: string): string {
  let found = { username: '', password: '' }
  editAddress(other, ({ username, password }) => {
    found = { username, password }
  })
  return editAddress(url, (address) => Object.assign(address, found))
}

/** Creates the named database when it is missing and returns its address. */
export async function ensureDatabase(serverUrl: string, name: string): Promise<string> {
  await withClient(serverUrl, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (!rowCount) await client.query(`create database ${client.escapeIdentifier(name)}`)
  })
  return urlOfDatabase(serverUrl, name)
}

function newClient(url: string, config: pg.ClientConfig = {}): pg.Client {
  const Client = clientOf(new Hosts(url))
  return new Client({ ...config, connectionString: url })
}

/** One connection for one piece of work. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = newClient(url)
  const client = new pg.Client({ connectionString: url })
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
