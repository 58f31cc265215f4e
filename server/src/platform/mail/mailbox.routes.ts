import { sql } from 'kysely'
import { Type, type Static } from 'typebox'
import {
  dateTimeSchema,
  namedObject,
  nullable,
  PageOf,
  pageQuery,
  pathId,
  type HttpRoutes,
} from '../http/index.ts'
import { AppError, formatDateTime, type Scope } from '../kernel/index.ts'
import {
  answerList,
  filter,
  filterConditions,
  filterQuery,
  orderById,
  tableColumns,
  type FilterValues,
  type PlainListDeps,
} from '../lists/index.ts'
import { getMail, mailSummary } from './mails.queries.ts'
import { deliveryKinds, type DeliveryKind } from './note-delivery.ts'
import { fillSecret } from './secret-link.ts'

const Summary = {
  mailId: Type.Integer(),
  template: Type.String(),
  recipient: Type.String(),
  language: Type.String(),
  subject: Type.String(),
  status: Type.Enum(['QUEUED', 'SENT', 'FAILED']),
  attempts: Type.Integer(),
  lastError: nullable(Type.String()),
  delivery: nullable(
    Type.Enum([...deliveryKinds], { description: 'What the relay has reported of it since, if it reports.' }),
  ),
  createdAt: dateTimeSchema,
  sentAt: nullable(dateTimeSchema),
}
const MailSummary = namedObject('MailRow', Summary)
const Mail = namedObject('Mail', {
  ...Summary,
  messageId: Type.String(),
  text: Type.String(),
  html: Type.String(),
})

const recipientKey = sql`mail.recipient collate "C"`
// Behind every address that begins the same.
const afterAll = '\u{10ffff}'

const filters = {
  recipient: filter(
    Type.String({ maxLength: 254, description: 'How the address begins, in capitals or not.' }),
    (typed) => {
      const from = typed.trim().toLowerCase()
      return sql`${recipientKey} >= ${from} and ${recipientKey} < ${from + afterAll}`
    },
  ),
  template: filter(
    Type.String({ maxLength: 100, description: 'The kind of mail.', examples: ['contact.reminder'] }),
    (template) => sql`mail.template = ${template}`,
  ),
}

// Counting is most of what a page costs, and nobody pages through more.
const countCap = 2_000

function mailListing(scope: Scope, values: FilterValues<typeof filters>) {
  return {
    order: orderById('newest first'),
    source: {
      id: sql`mail.mail_id`,
      from: sql`mail`,
      conditions: [sql`mail.account_id = ${scope.accountId}`, ...filterConditions(filters, values, scope)],
      columns: tableColumns('mail', mailSummary),
    },
    countCap,
  }
}

type SummaryRow = Pick<NonNullable<Awaited<ReturnType<typeof getMail>>>, (typeof mailSummary)[number]>

function summaryOf(row: SummaryRow): Static<typeof MailSummary> {
  return {
    mailId: row.mail_id,
    template: row.template,
    recipient: row.recipient,
    language: row.language,
    subject: row.subject,
    status: row.status as Static<typeof MailSummary>['status'],
    attempts: row.attempts,
    lastError: row.last_error,
    delivery: row.delivery as DeliveryKind | null,
    createdAt: formatDateTime(row.created_at),
    sentAt: row.sent_at && formatDateTime(row.sent_at),
  }
}

/** What the account's outbox holds: in a demonstration, the mails that would have been sent. */
export const mailboxRoutes =
  (deps: PlainListDeps): HttpRoutes =>
  async (app) => {
    app.get(
      '/mailbox/mails',
      {
        config: { right: 'administer' },
        schema: {
          operationId: 'listMails',
          summary: 'List the mails of the account, newest first',
          description:
            'For support: what was sent to whom and whether the relay took it. Texts are in the single mail.',
          tags: ['Mailbox'],
          querystring: Type.Object({ ...pageQuery(), ...filterQuery(filters) }),
          response: { 200: PageOf(MailSummary) },
        },
      },
      (request, reply) => {
        const { recipient, template } = request.query
        const values = { recipient: recipient || null, template: template || null }
        return answerList(deps, request, reply, {
          filters: { list: 'mails', ...values },
          open: () => mailListing(request.scope, values),
          view: (rows) => rows.map(summaryOf),
        })
      },
    )
    app.get(
      '/mailbox/mails/:mailId',
      {
        config: { right: 'administer' },
        schema: {
          operationId: 'getMail',
          summary: 'One mail, as it is sent',
          description:
            'A link that lets its recipient in is shown in sandbox accounts only, and there only until it has left by a relay or failed.',
          tags: ['Mailbox'],
          params: Type.Object({ mailId: pathId }),
          response: { 200: Mail },
        },
      },
      async ({ scope, params }) => {
        const mail = await deps.db.read(scope, (tx) => getMail(tx, scope, params.mailId))
        if (!mail) throw new AppError('MAIL_NOT_FOUND', { mailId: params.mailId })
        const words = fillSecret({ text: mail.body_text, html: mail.body_html }, mail.secret)
        return { ...summaryOf(mail), messageId: mail.message_id, ...words }
      },
    )
  }
