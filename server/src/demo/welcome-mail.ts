import type { Tx } from '../platform/db/index.ts'
import type { Scope } from '../platform/kernel/index.ts'
import { queueMail, renderMail } from '../platform/mail/index.ts'
import { adminEmail } from './people.ts'

/** What to try first. */
export async function writeWelcome(tx: Tx, scope: Scope, baseUrl: string): Promise<void> {
  const words = renderMail({
    language: 'en',
    title: 'Welcome to Vigie',
    paragraphs: [
      'This is the mailbox of the demonstration. Mails that Vigie would send to your suppliers and colleagues stay here.',
      'To begin, search for Passerelle Formation, add it to your portfolio and give it a contact: the link to the supplier portal arrives here.',
      'Configure SMTP_URL and MAIL_FROM to have them delivered.',
    ],
    action: { label: 'Open the portfolio', url: `${baseUrl}/app/` },
    footer: 'Vigie, demonstration account',
  })
  const mail = { dedupeKey: 'welcome', template: 'welcome', recipient: adminEmail, language: 'en' as const }
  await queueMail(tx, scope, { ...mail, subject: 'Welcome to Vigie', ...words })
}
