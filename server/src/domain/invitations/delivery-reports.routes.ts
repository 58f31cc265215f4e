import { timingSafeEqual } from 'node:crypto'
import { Counter, type Registry } from 'prom-client'
import { Type, type Static } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import { namedObject, type HttpRoutes } from '../../platform/http/index.ts'
import { AppError } from '../../platform/kernel/index.ts'
import { deliveryKinds } from '../../platform/mail/index.ts'
import { settleReports, type DeliveryReport } from './settle-reports.ts'

interface ReportDeps {
  readonly db: Db
  readonly publicUrl: string
  /** Of the installation, which the relay brings; without it nobody is listened to. */
  readonly token: string | null
  readonly registry: Registry
}

const maxReports = 500
const maxBytes = 1024 * 1024

const Report = namedObject('DeliveryReport', {
  messageId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 400, description: 'The Message-ID of the mail, as we sent it.' }),
  ),
  recipient: Type.Optional(
    Type.String({
      minLength: 3,
      maxLength: 254,
      description: 'For relays that do not know our Message-ID; its last mail is meant.',
    }),
  ),
  kind: Type.Enum([...deliveryKinds]),
  permanent: Type.Optional(
    Type.Boolean({ description: 'Of a bounce: nothing more is tried. Without it, a bounce is a delay.' }),
  ),
  reason: Type.Optional(
    Type.String({ maxLength: 2_000, description: 'Of the mail server. Only its codes are kept.' }),
  ),
  at: Type.String({
    pattern: String.raw`^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)?$`,
    maxLength: 40,
    description: 'When it happened; in UTC unless it says otherwise.',
    examples: ['2026-03-31T08:15:30Z'],
  }),
})

const reportRoute = {
  config: { right: 'public' },
  bodyLimit: maxBytes,
  schema: {
    operationId: 'reportDeliveries',
    tags: ['Mailbox'],
    summary: 'What became of mails, reported by the mail relay',
    description:
      'For the relay of the installation, with the token of its operator (MAIL_REPORTS_TOKEN) as bearer; 404 where none is set. A permanent bounce marks the contact and nothing more is sent to them; a complaint stops mails as unsubscribing does. The answer is the same whether or not a mail or an address is known. A report that comes again changes nothing.',
    body: Type.Array(Report, { maxItems: maxReports }),
    response: { 202: Type.Object({ received: Type.Integer() }) },
  },
} as const

export const deliveryReportsRoutes =
  ({ db, publicUrl, token, registry }: ReportDeps): HttpRoutes =>
  async (app) => {
    const counter = new Counter({
      name: 'vigie_mail_reports_total',
      help: 'Reports of the mail relay, by kind and by what became of them',
      labelNames: ['kind', 'outcome'],
      registers: [registry],
    })
    // Before the body is looked at: a stranger learns nothing of what it should be.
    app.addHook('onRequest', async ({ headers }) => requireRelay(headers.authorization, token))
    app.post('/mail/delivery-reports', reportRoute, async (request, reply) => {
      const reports = request.body.map(readReport)
      const settled = await settleReports(db, reports, { publicUrl })
      for (const { kind, outcome } of settled) counter.inc({ kind, outcome })
      return reply.code(202).send({ received: reports.length })
    })
  }

function requireRelay(given: string | undefined, token: string | null): void {
  if (token === null) throw new AppError('ROUTE_NOT_FOUND')
  if (given === undefined) throw new AppError('AUTH_TOKEN_MISSING')
  const [brought, wanted] = [Buffer.from(given), Buffer.from(`Bearer ${token}`)]
  if (brought.length !== wanted.length || !timingSafeEqual(brought, wanted))
    throw new AppError('AUTH_TOKEN_INVALID')
}

function readReport(report: Static<typeof Report>, nth: number): DeliveryReport {
  const { messageId = null, recipient = null, kind, permanent = false, reason = '' } = report
  const at = new Date(/(Z|[+-]\d\d:\d\d)$/.test(report.at) ? report.at : `${report.at}Z`)
  if (Number.isNaN(at.getTime())) throw reportFault(`/${nth}/at`, 'FIELD_FORMAT')
  if (messageId === null && recipient === null) throw reportFault(`/${nth}/messageId`, 'FIELD_REQUIRED')
  return { messageId, recipient, kind, permanent, reason, at }
}

const reportFault = (pointer: string, code: string) =>
  new AppError('VALIDATION_FAILED', {}, { errors: [{ pointer, code, message: '' }] })
