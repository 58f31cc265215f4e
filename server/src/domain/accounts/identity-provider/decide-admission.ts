import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/index.ts'
import { AppError, type Language, type Role } from '../../../platform/kernel/index.ts'
import { openAccount } from '../directory.ts'
import { normalEmail } from '../email.ts'
import { mapRoles, type RoleSettings } from './map-roles.ts'
import type { Identity } from './read-claims.ts'
import { SignInRefused, type SignInCause } from './sign-in-refusal.ts'

/** Who comes, through the provider of which account. */
export interface Arriving {
  readonly accountId: number
  readonly identity: Identity
  readonly roles: RoleSettings
}

/** What a sign-in through an account's provider would do. */
export type Admission =
  | {
      readonly kind: 'KNOWN'
      readonly userId: number
      /** Whether the provider keeps their address and name: of people it brought, unless a directory does. */
      readonly keepsWords: boolean
      readonly email: string
      readonly name: string
      /** Null when their roles are not the provider's to give. */
      readonly roles: readonly Role[] | null
      readonly isMember: boolean
    }
  /** Somebody of the account with the proved address, from now on found by what the provider calls them. */
  | {
      readonly kind: 'LINK'
      readonly userId: number
      readonly isMember: boolean
      readonly roles: readonly Role[]
    }
  | { readonly kind: 'INVITED'; readonly invitation: Invitation }
  | { readonly kind: 'NEW'; readonly roles: readonly Role[] }

interface Invitation {
  invitationId: number
  name: string
  language: Language
  roles: string[]
}

/** Reads only. Throws `SignInRefused`. Needs a transaction of the directory. */
export async function decideAdmission(tx: ReadTx, arriving: Arriving): Promise<Admission> {
  await openAccount(tx, arriving.accountId)
  const known = await findLinked(tx, arriving)
  if (known && (known.isMember || known.isDirectory)) return admitKnown(tx, arriving, known)
  const named = await findByExternalId(tx, arriving)
  if (named) return linkTo(tx, arriving, named)
  const email = requireProvedEmail(arriving.identity)
  const person = await findByEmail(tx, arriving, email)
  if (person) return linkTo(tx, arriving, person)
  const invitation = await findInvitation(tx, arriving.accountId, email)
  if (invitation) return { kind: 'INVITED', invitation }
  await refuseProvisioned(tx, arriving)
  return { kind: 'NEW', roles: requireRoles(arriving) }
}

async function linkTo(tx: ReadTx, arriving: Arriving, person: Candidate): Promise<Admission> {
  const { userId, isMember } = person
  if (person.isLinked) throw new SignInRefused('ADDRESS_TAKEN')
  if (!person.isActive) throw new SignInRefused('SUSPENDED')
  if (!isMember) await refuseProvisioned(tx, arriving)
  return { kind: 'LINK', userId, isMember, roles: isMember ? [] : requireRoles(arriving) }
}

/** Where a directory decides who is a member, a claim brings nobody in whom it does not name, or has removed. */
async function refuseProvisioned(tx: ReadTx, { accountId }: Arriving): Promise<void> {
  const token = await tx
    .selectFrom('provisioning_token')
    .select('token_id')
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst()
  if (token) throw new SignInRefused('NOT_INVITED', 'The directory of the account names nobody like that.')
}

/** Throws unless the provider, or the account's word for it, proves the address. */
export function requireProvedEmail({ email, emailProved }: Identity): string {
  if (email === null) throw new SignInRefused('NO_EMAIL')
  if (!emailProved) throw new SignInRefused('EMAIL_NOT_VERIFIED')
  return readEmail(email)
}

function readEmail(email: string): string {
  try {
    return normalEmail(email)
  } catch (error) {
    if (error instanceof AppError) throw new SignInRefused('NO_EMAIL', 'The address is not well-formed.')
    throw error
  }
}

function requireRoles({ roles, identity }: Arriving): Role[] {
  const given = mapRoles(roles, identity.roleValues)
  if (given.length === 0) throw new SignInRefused('NO_ROLE')
  return given
}

interface Linked {
  userId: number
  email: string
  name: string
  isDirectory: boolean
  isActive: boolean
  isMember: boolean
  /** The directory of the account keeps them: it alone says what they are called and what they may do. */
  isManaged: boolean
  givesRoles: boolean
  isLastAdmin: boolean
}

async function admitKnown(tx: ReadTx, arriving: Arriving, known: Linked): Promise<Admission> {
  if (!known.isActive) throw new SignInRefused('SUSPENDED' satisfies SignInCause)
  const { identity, roles } = arriving
  if (!known.isMember) await refuseProvisioned(tx, arriving)
  const followsClaim = known.givesRoles && roles.mapping.length > 0 && !known.isManaged
  const wanted = followsClaim || !known.isMember ? rolesOfKnown(arriving, known) : null
  const keepsWords = known.isDirectory && !known.isManaged
  const isNews = keepsWords && identity.email !== null && identity.emailProved
  const email = isNews ? readEmail(identity.email ?? '') : known.email
  if (email !== known.email && (await isTaken(tx, arriving.accountId, email))) {
    throw new SignInRefused('ADDRESS_TAKEN')
  }
  const { userId, isMember } = known
  const name = (keepsWords ? identity.name : null) ?? known.name
  return { kind: 'KNOWN', userId, keepsWords, isMember, email, name, roles: wanted }
}

/** Whoever is the last to govern the account is let in without a role, and stays what they are. */
function rolesOfKnown(arriving: Arriving, { isLastAdmin }: Linked): Role[] {
  return isLastAdmin ? mapRoles(arriving.roles, arriving.identity.roleValues) : requireRoles(arriving)
}

async function findLinked(tx: ReadTx, { accountId, identity }: Arriving): Promise<Linked | undefined> {
  const { rows } = await sql<Linked>`
    select u.user_id as "userId", u.email, u.name, u.directory_account_id is not null as "isDirectory",
      u.active and coalesce(m.active, true) as "isActive", m.user_id is not null as "isMember",
      p.user_id is not null as "isManaged", i.gives_roles as "givesRoles",
      coalesce('ADMIN' = any(m.roles) and m.all_units, false) and not exists (
        select from membership o join app_user a on a.user_id = o.user_id
        where o.account_id = ${accountId} and o.user_id <> i.user_id and o.active and o.all_units and a.active
          and 'ADMIN' = any(o.roles)) as "isLastAdmin"
    from person_identity i
    join app_user u on u.user_id = i.user_id
    left join membership m on m.account_id = ${accountId} and m.user_id = i.user_id
    left join directory_person p on p.account_id = ${accountId} and p.user_id = i.user_id
    where i.provider_account_id = ${accountId} and i.issuer = ${identity.issuer}
      and i.subject = ${identity.subject}`.execute(tx)
  return rows[0]
}

interface Candidate {
  userId: number
  isActive: boolean
  isMember: boolean
  /** The provider calls them something else. */
  isLinked: boolean
}

/** What the directory calls somebody is what the provider calls them, at those that are one: no address is needed. */
async function findByExternalId(tx: ReadTx, { accountId, identity }: Arriving) {
  const { rows } = await sql<Candidate>`
    select u.user_id as "userId", u.active and m.active as "isActive", true as "isMember",
      exists (select from person_identity i where i.user_id = u.user_id
        and i.provider_account_id = ${accountId} and i.issuer = ${identity.issuer}) as "isLinked"
    from directory_person p
    join app_user u on u.user_id = p.user_id
    join membership m on m.account_id = p.account_id and m.user_id = p.user_id
    where p.account_id = ${accountId} and p.external_id = ${identity.subject}
    limit 2`.execute(tx)
  // Nobody promises that they are unique: of two it is neither.
  return rows.length === 1 ? rows[0] : undefined
}

/** The account's own directory first; people of the installation only if they are members. */
async function findByEmail(tx: ReadTx, { accountId, identity }: Arriving, email: string) {
  const { rows } = await sql<Candidate>`
    select u.user_id as "userId", u.active and coalesce(m.active, true) as "isActive",
      m.user_id is not null as "isMember",
      exists (select from person_identity i where i.user_id = u.user_id
        and i.provider_account_id = ${accountId} and i.issuer = ${identity.issuer}) as "isLinked"
    from app_user u
    left join membership m on m.account_id = ${accountId} and m.user_id = u.user_id
    where u.email = ${email} and (u.directory_account_id = ${accountId}
      or u.directory_account_id is null and m.user_id is not null)
    order by u.directory_account_id is null limit 1`.execute(tx)
  return rows[0]
}

async function isTaken(tx: ReadTx, accountId: number, email: string): Promise<boolean> {
  const row = await tx
    .selectFrom('app_user')
    .select('user_id')
    .where('directory_account_id', '=', accountId)
    .where('email', '=', email)
    .executeTakeFirst()
  return row !== undefined
}

async function findInvitation(tx: ReadTx, accountId: number, email: string): Promise<Invitation | undefined> {
  const { rows } = await sql<Invitation>`
    select invitation_id as "invitationId", name, language, roles from member_invitation
    where account_id = ${accountId} and email = ${email} and closed_at is null and link_expires_at > now()
    order by invitation_id limit 1`.execute(tx)
  return rows[0]
}
