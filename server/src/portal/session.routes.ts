import { Type } from 'typebox'
import { normalEmail, originHeader, requireOwnPage, takeAttempt } from '../domain/accounts/index.ts'
import { enqueue } from '../platform/jobs/index.ts'
import { originOf, sendNothing, type HttpRoutes } from '../platform/http/index.ts'
import { AppError } from '../platform/kernel/index.ts'
import type { PortalDeps } from './deps.ts'
import { portalTags } from './portal.schema.ts'
import { endPortalSession, exchangeLink } from './sessions.ts'

const nothing = Type.Null({ description: 'Done' })
const description = `Needs the header ${originHeader}, which only our own pages can send.`

const enterRoute = {
  config: { right: 'public', rate: { name: 'portal-session', perSecond: 2, burst: 60 } },
  schema: {
    operationId: 'enterPortal',
    tags: portalTags,
    summary: 'Trade the link of a mail for a session',
    description: `${description} A link is good once; the session is a cookie the page cannot read.`,
    body: Type.Object({ link: Type.String({ minLength: 1, maxLength: 200 }) }),
    response: { 204: nothing },
  },
} as const

const leaveRoute = {
  config: { right: 'public' },
  schema: {
    operationId: 'leavePortal',
    tags: portalTags,
    summary: 'End the portal session of the browser',
    description,
    response: { 204: nothing },
  },
} as const

const linksRoute = {
  config: { right: 'public', rate: { name: 'portal-links', perSecond: 0.2, burst: 20 } },
  schema: {
    operationId: 'askForPortalLink',
    tags: portalTags,
    summary: 'Ask for a new link by mail',
    description: `${description} The answer is the same whether anybody is known under the address or not.`,
    body: Type.Object({ email: Type.String({ minLength: 3, maxLength: 254 }) }),
    response: { 202: Type.Null({ description: 'Whoever is known under this address gets a mail.' }) },
  },
} as const

/** The ways in and out of the portal. */
export const sessionRoutes =
  (deps: PortalDeps): HttpRoutes =>
  async (app) => {
    const { cookies, publicUrl } = deps
    app.post('/portal/api/session', enterRoute, async (request, reply) => {
      requireOwnPage(request, publicUrl)
      const entered = await exchangeLink(deps, request.body.link)
      if (entered === null) {
        deps.log('PORTAL_LINK_REFUSED', {}, originOf(request))
        throw new AppError('INVITATION_INVALID')
      }
      const { accountId, contactId, token, maxAgeSeconds } = entered
      deps.log('PORTAL_ENTERED', { accountId, contactId }, originOf(request))
      cookies.write(reply, 'portal', { value: token, maxAgeSeconds })
      return reply.header('cache-control', 'no-store').code(204).send(null)
    })

    app.delete('/portal/api/session', leaveRoute, async (request, reply) => {
      requireOwnPage(request, publicUrl)
      const token = cookies.read(request, 'portal')
      if (token !== null) await endPortalSession(deps, token)
      deps.log('PORTAL_LEFT', {}, originOf(request))
      cookies.clear(reply, 'portal')
      return reply.code(204).send(null)
    })

    app.post('/portal/api/links', linksRoute, async (request, reply) => {
      requireOwnPage(request, publicUrl)
      const email = normalEmail(request.body.email)
      await queueLinks(deps, email)
      return sendNothing(reply, 202)
    })
  }

const maxContacts = 50
const linksPerAddress = { burst: 3, periodMs: 600_000 }

/** The job is queued even when it has nobody to write to: that takes the same time. */
async function queueLinks({ db, clock, budgetKeys }: PortalDeps, email: string): Promise<void> {
  await db.system(async (tx) => {
    // Too many for one address: the same answer again, and no further mail.
    const budget = { key: budgetKeys('portal link', email), ...linksPerAddress }
    if (!(await takeAttempt(tx, budget, clock.now()))) return
    const contacts = await tx
      .selectFrom('contact')
      .select(['account_id as accountId', 'contact_id as contactId'])
      .where((contact) => contact(contact.fn<string>('lower', ['email']), '=', email))
      .where('deleted_at', 'is', null)
      .orderBy('last_seen_at', (order) => order.desc().nullsLast())
      .orderBy('contact_id')
      .limit(maxContacts)
      .execute()
    await enqueue(tx, 'portal.links', { contacts })
  })
}
