import type pg from 'pg'
import { appRole, readDatabaseName } from './roles.ts'

interface Found {
  /** Whether whoever asks may say who connects to this database. */
  readonly may: boolean
  readonly isOpen: boolean
  /** Whether other installations sign in on this server. */
  readonly shared: boolean
}

// Roles that other installations sign in as: members of the application's role, named after their database.
const otherLogins = `select r.rolname from pg_roles r join pg_auth_members m on m.member = r.oid
  where m.roleid = to_regrole('${appRole}') and r.rolname like '${appRole}\\_%' and r.rolname <> $1`

/**
 * Keeps the logins of other installations on the server out of this database: every one of them is a member of
 * `vigie_app`, which may read its tables. Returns what the administrator should know when that cannot be done.
 */
export async function fenceDatabase(
  admin: pg.Client,
  { login, isNew }: { login: string; isNew: boolean },
): Promise<string | null> {
  const name = await readDatabaseName(admin)
  const found = await look(admin, login)
  if (!found.may) return found.isOpen && found.shared ? openSentence(name) : null
  const database = admin.escapeIdentifier(name)
  await admin.query('begin')
  try {
    if (found.isOpen) {
      // Whoever came in by the right of everybody, a monitor or a backup, still does.
      const kept = isNew ? [] : await rolesOf(admin, throughPublic, login)
      for (const role of kept)
        await admin.query(`grant connect on database ${database} to ${admin.escapeIdentifier(role)}`)
      await admin.query(`revoke connect on database ${database} from public`)
    }
    for (const role of await rolesOf(admin, admitted, login))
      await admin.query(`revoke connect on database ${database} from ${admin.escapeIdentifier(role)}`)
    await admin.query('commit')
    return null
  } catch (error) {
    await admin.query('rollback')
    throw error
  }
}

async function look(admin: pg.Client, login: string): Promise<Found> {
  const { rows } = await admin.query<Found>(
    `select pg_has_role(datdba, 'usage') as may, has_database_privilege('public', oid, 'connect') as "isOpen",
       exists (${otherLogins}) as shared
     from pg_database where datname = current_database()`,
    [login],
  )
  return rows[0] ?? { may: false, isOpen: false, shared: false }
}

// By their names: one that is being made at this moment is no member yet.
const throughPublic = `select r.rolname as name from pg_roles r
  where r.rolcanlogin and not r.rolsuper and r.rolname <> $1 and r.rolname not like '${appRole}\\_%'`

/**
 * Other installations' logins that were let in here, as after a database was renamed; and `vigie_app` itself, unless a
 * process of an earlier version still works as it: who may enter as the group, all its members may.
 */
const admitted = `select r.rolname as name from pg_database d, aclexplode(d.datacl) a join pg_roles r on r.oid = a.grantee
  where d.datname = current_database() and a.privilege_type = 'CONNECT' and (r.rolname in (${otherLogins})
    or (r.rolname = '${appRole}' and $1 <> '${appRole}' and not exists (
      select from pg_stat_activity s where s.datid = d.oid and s.usename = '${appRole}')))`

async function rolesOf(admin: pg.Client, statement: string, login: string): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(statement, [login])
  return rows.map(({ name }) => name)
}

function openSentence(name: string): string {
  return (
    `Everybody may connect to the database ${name}, the other installations on this server too. As its owner, run: ` +
    `revoke connect on database ${name} from public`
  )
}
