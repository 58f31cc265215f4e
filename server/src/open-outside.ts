import type { Config } from './config.ts'
import { markBouncedInvitation } from './domain/accounts/index.ts'
import { contactRefused, type InvitationSettings } from './domain/invitations/index.ts'
import { clamdScanner, type Scanner } from './platform/files/index.ts'
import { mailboxTransport, smtpTransport, type MailTransport, type OnRefused } from './platform/mail/index.ts'

/** How mails leave: by the relay, or into the mailbox of the installation. */
export function openMailTransport({ smtp }: Pick<Config, 'smtp'>): MailTransport {
  return smtp === null ? mailboxTransport() : smtpTransport(smtp)
}

/** A refused address is a contact's or an invited colleague's; each hears of its own. */
export const onRefused =
  (invitations: InvitationSettings | null): OnRefused =>
  async (tx, scope, refused) => {
    await markBouncedInvitation(tx, scope, refused)
    if (invitations) await contactRefused(invitations)(tx, scope, refused)
  }

/** Who looks at uploads; nobody without a setting. */
export function openScanner({ clamd }: Pick<Config, 'clamd'>): Scanner | null {
  if (clamd === null) return null
  const { host, port, socket, timeoutMs, maxBytes } = clamd
  const place = socket === null ? { port, ...(host === null ? {} : { host }) } : { socket }
  return clamdScanner({ ...place, timeoutMs, maxBytes })
}
