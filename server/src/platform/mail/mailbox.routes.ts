import { Type, type Static } from 'typebox'
import type { Db } from '../db/index.ts'
import {
  answerNewestFirst,
  dateTimeSchema,
  nullable,
  PageOf,
  pageQuery,
  pathId,
  type Cursors,
  type HttpRoutes,
} from '../http/index.ts'
import { AppError, formatDateTime } from '../kernel/index.ts'
import { getMail, listMails } from './mails.queries.ts'
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
  createdAt: dateTimeSchema,
  sentAt: nullable(dateTimeSchema),
}
const MailSummary = Type.Object(Summary)
const Mail = Type.Object({ ...Summary, messageId: Type.String(), text: Type.String(), html: Type.String() })

const narrowing = {
  recipient: Type.Optional(
    Type.String({ maxLength: 254, description: 'How the address begins, in capitals or not.' }),
  ),
  template: Type.Optional(
    Type.String({ maxLength: 100, description: 'The kind of mail.', examples: ['contact.reminder'] }),
  ),
}

type SummaryRow = Awaited<ReturnType<typeof listMails>>['rows'][number]

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
    createdAt: formatDateTime(row.created_at),
    sentAt: row.sent_at && formatDateTime(row.sent_at),
  }
}

/** What the account's outbox holds: in a demonstration, the mails that would have been sent. */
export const mailboxRoutes =
  ({ db, cursors }: { db: Db; cursors: Cursors }): HttpRoutes =>
  async (app) => {
    app.get(
      '/mailbox/mails',
      {
        config: { right: 'administer' },
        schema: {
          operationId: 'listMails',
          summary: 'List the mails of the account, newest first',
          tags: ['Mailbox'],
          querystring: Type.Object({ ...pageQuery(), ...narrowing }),
          response: { 200: PageOf(MailSummary) },
        },
      },
      (request, reply) => {
        const { scope } = request
        const { recipient, template } = request.query
        const filter = { ...(recipient && { recipient }), ...(template && { template }) }
        return answerNewestFirst(request, reply, {
          cursors,
          filters: { list: 'mails', ...filter },
          read: (window) => db.read(scope, (tx) => listMails(tx, scope, { ...window, filter })),
          numberOf: (mail) => mail.mail_id,
          view: summaryOf,
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
        const mail = await db.read(scope, (tx) => getMail(tx, scope, params.mailId))
        if (!mail) throw new AppError('MAIL_NOT_FOUND', { mailId: params.mailId })
        const words = fillSecret({ text: mail.body_text, html: mail.body_html }, mail.secret)
        return { ...summaryOf(mail), messageId: mail.message_id, ...words }
      },
    )
  }
