export { countWaitingMails, dropMails, requeueMails } from './act-on-mails.ts'
export { eraseMails } from './erase-mails.ts'
export { renderMail, type MailContent } from './layout.ts'
export { mailboxRoutes } from './mailbox.routes.ts'
export { getMail, mailStates } from './mails.queries.ts'
export {
  deliveryKinds,
  findLastMails,
  findMessage,
  noteDelivery,
  type DeliveryKind,
} from './note-delivery.ts'
export { queueMail, queueMails, readMessageId, type NewMail } from './queue-mail.ts'
export { secretLink, type SecretLink } from './secret-link.ts'
export { sendMail, type OnRefused, type RefusedMail } from './send-mail.task.ts'
export { isReservedAddress, smtpTransport, type SmtpOptions } from './smtp-transport.ts'
export { DeliveryFault, mailboxTransport, type MailTransport, type OutgoingMail } from './transport.ts'
