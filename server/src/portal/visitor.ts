import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { requireOwnPage } from '../domain/accounts/index.ts'
import { requireUsable, type ReadTx } from '../platform/db/index.ts'
import { refuseByRate, type HttpApp } from '../platform/http/index.ts'
import { AppError, wholeAccount, type Language, type Scope } from '../platform/kernel/index.ts'
import type { PortalDeps } from './deps.ts'
import { findSession, recordSessionUse, type FoundSession, type SessionPlace } from './sessions.ts'

/** Somebody of a third party, and all of it they may ever see: this company, in these themes, of this account. */
export interface Visitor {
  readonly accountId: number
  /** Units are of the buyer's people; a contact is held to one company anyway. */
  readonly units: 'ALL'
  readonly contactId: number
  readonly thirdpartyId: number
  readonly email: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly language: Language
  /** None means all of them. */
  readonly themes: readonly string[]
  readonly company: string
  readonly account: string
  readonly sessionEndsAt: Date
}

declare module 'fastify' {
  interface FastifyRequest {
    visitor: Visitor | null
  }
}

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Every route registered after it is for people with a session, and writes only for our own pages. */
export function admitVisitors(app: HttpApp, deps: PortalDeps): void {
  app.decorateRequest('visitor', null)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'private, no-store')
    if (!safe.has(request.method)) requireOwnPage(request, deps.publicUrl)
    await enter(request, deps)
  })
}

async function enter(request: FastifyRequest, deps: PortalDeps): Promise<void> {
  const token = deps.cookies.read(request, 'portal')
  const session = token === null ? null : await findSession(deps, token)
  if (session)
    await deps.db.read(wholeAccount(session.accountId), (tx) => requireUsable(tx, session.accountId))
  const visitor =
    session && (await deps.db.read(wholeAccount(session.accountId), (tx) => visitorOf(tx, session)))
  if (!session || !visitor) throw new AppError('PORTAL_SESSION_ENDED')
  const key = `contact:${visitor.contactId}`
  const { allowed, seconds } = await deps.contacts.take(key)
  if (!allowed) throw refuseByRate(seconds)
  await recordSessionUse(deps, session)
  const name = visitorName(visitor)
  request.visitor = visitor
  request.identity = {
    principal: { kind: 'CONTACT', id: visitor.contactId, key },
    scope: { ...wholeAccount(visitor.accountId), actor: { type: 'CONTACT', id: visitor.contactId, name } },
    rights: new Set(),
    owesStepUp: null,
    language: visitor.language,
  }
}

function visitorName({ firstName, lastName, email }: Visitor): string {
  return [firstName, lastName].filter((part) => part !== null).join(' ') || email
}

async function visitorOf(tx: ReadTx, session: FoundSession): Promise<Visitor | null> {
  const { rows } = await sql<Omit<Visitor, 'sessionEndsAt' | 'units'>>`
    select c.account_id as "accountId", c.contact_id as "contactId", c.thirdparty_id as "thirdpartyId", c.email,
      c.first_name as "firstName", c.last_name as "lastName", c.language, c.themes,
      coalesce(t.name, t.identifier_value) as company, a.name as account
    from contact c
    join thirdparty t on t.account_id = c.account_id and t.thirdparty_id = c.thirdparty_id
    join account a on a.account_id = c.account_id
    where c.account_id = ${session.accountId} and c.contact_id = ${session.contactId}
      and c.deleted_at is null`.execute(tx)
  const [row] = rows
  return row ? { ...row, units: 'ALL', sessionEndsAt: session.expiresAt } : null
}

export function visitorIn({ visitor }: FastifyRequest): Visitor {
  if (visitor === null) throw new Error('This route is not behind the portal’s door.')
  return visitor
}

/** An upload may take long: what it ends in is asked for by somebody who is still welcome. */
export async function requireStillWelcome(
  tx: ReadTx,
  scope: Scope,
  { contactId }: Pick<SessionPlace, 'contactId'>,
): Promise<void> {
  const contact = await tx
    .selectFrom('contact')
    .select('contact_id')
    .where('account_id', '=', scope.accountId)
    .where('contact_id', '=', contactId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!contact) throw new AppError('PORTAL_SESSION_ENDED')
}
