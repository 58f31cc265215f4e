import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { newClient, urlAs } from './hosts.ts'

/** Owns the schema. Roles are the server's: every installation on it shares this one and the next. */
export const ownerRole = 'vigie_owner'
/** What the application may do, as the migrations name it. Whoever signs in is a member of it. */
export const appRole = 'vigie_app'
/** Reads every row and writes none; nobody signs in as it. */
export const backupRole = 'vigie_backup'

const longestName = 63
const longestReadable = 40
const attempts = 5
const pauseMs = 50
// Another installation made or changed the same role at the same moment.
const collisions = new Set(['42710', '23505', 'XX000'])

/**
 * The role that the processes of one installation sign in as: named after its database, so that no other installation on
 * the server gives it another password.
 */
export function loginRoleOf(database: string): string {
  const plain = `${appRole}_${database}`
  if (/^[a-z0-9_]+$/.test(database) && plain.length <= longestName) return plain
  const readable = database
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]/g, '_')
    .slice(0, longestReadable)
  const mark = createHash('sha256').update(database).digest('hex').slice(0, 10)
  return `${appRole}_${readable}_${mark}`
}

export async function readDatabaseName(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  return rows[0]?.name ?? ''
}

interface GroupOptions {
  /** Whether the administrator keeps the roles: then the group itself may be the one that signs in. */
  readonly signsIn: boolean
}

/** The roles the migrations name, and the schema. */
export async function createGroups(admin: pg.Client, { signsIn }: GroupOptions): Promise<void> {
  await againOnCollision(async () => {
    await createIfMissing(admin, ownerRole, 'nologin')
    await createIfMissing(admin, appRole, signsIn ? 'login' : 'nologin')
    await createIfMissing(admin, backupRole, 'nologin')
    await nameSchema(admin, appRole)
    await admin.query(`grant ${ownerRole}, ${backupRole} to current_user`).catch(throwForeignGroup)
  })
  await admin.query(`create schema if not exists vigie authorization ${ownerRole}`)
  await admin.query(`grant usage on schema vigie to ${appRole}`)
  const database = admin.escapeIdentifier(await readDatabaseName(admin))
  // The job queue makes its own schema; the owner may do that, the application may only connect.
  await admin.query(`grant connect, create on database ${database} to ${ownerRole}`)
}

interface Login {
  readonly adminUrl: string
  readonly password: string
}

/**
 * Makes the role that signs in, or makes sure that the password opens it. Never changes the password of a role that
 * others use, and never that of `vigie_app`, which earlier versions signed in as and may do still.
 */
export async function giveLogin(admin: pg.Client, { adminUrl, password }: Login): Promise<string> {
  const database = await readDatabaseName(admin)
  const login = loginRoleOf(database)
  const secret = admin.escapeLiteral(password)
  const known = await roleExists(admin, login)
  if (known && !(await opens(urlAs(adminUrl, login, password)))) {
    await refuseIfUsedElsewhere(admin, login)
    await admin.query(`alter role ${login} login password ${secret}`)
  }
  await againOnCollision(async () => {
    if (!(await roleExists(admin, login))) await admin.query(`create role ${login} login password ${secret}`)
    await nameSchema(admin, login)
    if (!(await isMember(admin, login))) await admin.query(`grant ${appRole} to ${login}`)
  })
  await admin.query(`grant connect on database ${admin.escapeIdentifier(database)} to ${login}`)
  return login
}

async function roleExists(admin: pg.Client, role: string): Promise<boolean> {
  const { rowCount } = await admin.query('select from pg_roles where rolname = $1', [role])
  return rowCount === 1
}

async function createIfMissing(admin: pg.Client, role: string, attributes: string): Promise<void> {
  if (!(await roleExists(admin, role))) await admin.query(`create role ${role} ${attributes}`)
}

/** A setting of a role is not inherited by its members. */
async function nameSchema(admin: pg.Client, role: string): Promise<void> {
  const { rowCount } = await admin.query(
    `select from pg_roles where rolname = $1 and 'search_path=vigie' = any(rolconfig)`,
    [role],
  )
  if (!rowCount) await admin.query(`alter role ${role} set search_path = vigie`)
}

async function isMember(admin: pg.Client, login: string): Promise<boolean> {
  const { rowCount } = await admin.query(
    'select from pg_auth_members where roleid = to_regrole($1) and member = to_regrole($2)',
    [appRole, login],
  )
  return (rowCount ?? 0) > 0
}

function throwForeignGroup(error: Error & { code?: string }): never {
  if (error.code !== '42501') throw error
  throw new Error(
    `The role of DATABASE_URL may not use the role ${ownerRole}, which another installation on this server made. ` +
      `Let its administrator run: grant ${ownerRole}, ${appRole}, ${backupRole} to <the role of DATABASE_URL> with admin option`,
    { cause: error },
  )
}

async function againOnCollision(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!collisions.has((error as { code?: string }).code ?? '') || attempt === attempts) throw error
      await delay(pauseMs * attempt)
    }
  }
}

// The password was wrong, or the role may not sign in at all.
const notOpened = new Set(['28P01', '28000'])
// The password was right; that it may not connect to this database yet is another matter.
const notAdmitted = '42501'

async function opens(url: string): Promise<boolean> {
  const client = newClient(url, { connectionTimeoutMillis: 15_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === notAdmitted) return true
    if (code !== undefined && notOpened.has(code)) return false
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Databases beside this one that the role may enter or is connected to. */
async function refuseIfUsedElsewhere(admin: pg.Client, login: string): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    `select d.datname as name from pg_database d
     where d.datname <> current_database() and (
       exists (select from pg_stat_activity a where a.datid = d.oid and a.usename = $1)
       or exists (select from pg_shdepend s where s.refclassid = 'pg_authid'::regclass and s.refobjid = to_regrole($1)
         and (s.dbid = d.oid or (s.dbid = 0 and s.classid = 'pg_database'::regclass and s.objid = d.oid))))
     order by name`,
    [login],
  )
  if (rows.length === 0) return
  const others = rows.map(({ name }) => name).join(', ')
  throw new Error(
    `The role ${login} has another password than the secret key of this installation gives it, and serves another ` +
      `database too: ${others}. Its password was left as it is. If that database was renamed, start its own ` +
      `installation once, which then signs in under its new name; if not, set DATABASE_APP_URL.`,
  )
}
