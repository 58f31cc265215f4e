import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { formatDate, type Language, type Scope } from '../../platform/kernel/index.ts'
import { queueMail, renderMail } from '../../platform/mail/index.ts'
import type { StateReason } from './endpoint.ts'

interface Disabled {
  readonly endpointId: number
  readonly reason: StateReason
  readonly url: string
  readonly version: number
  readonly failing_since: Date | null
}

interface Administrator {
  userId: number
  email: string
  language: Language
  account: string
}

/** Tells every administrator who governs the account, each in their language, that a webhook was switched off. */
export async function mailDisabled(tx: Tx, scope: Scope, disabled: Disabled): Promise<void> {
  const { endpointId, version } = disabled
  for (const { userId, email, language, account } of await administratorsOf(tx, scope)) {
    const { subject, title, paragraphs, footer } = words[language](account, disabled)
    await queueMail(tx, scope, {
      // The version tells one switching-off from the next.
      dedupeKey: `webhook.disabled:${endpointId}:${version}:${userId}`,
      template: 'webhook.disabled',
      recipient: email,
      language,
      subject,
      ...renderMail({ language, title, paragraphs, footer }),
    })
  }
}

async function administratorsOf(tx: Tx, { accountId }: Scope): Promise<Administrator[]> {
  const { rows } = await sql<Administrator>`
    select u.user_id as "userId", u.email, u.language, a.name as account
    from membership m
    join app_user u on u.user_id = m.user_id and u.active
    join account a on a.account_id = m.account_id
    where m.account_id = ${accountId} and m.active and m.all_units and 'ADMIN' = any(m.roles)
    order by u.user_id`.execute(tx)
  return rows
}

interface Words {
  subject: string
  title: string
  paragraphs: string[]
  footer: string
}

// The path and the query of the address may hold a secret of the receiver; its host says enough.
const hostOf = (url: string) => new URL(url).host

const words: Record<Language, (account: string, disabled: Disabled) => Words> = {
  en: (account, { endpointId, reason, url, failing_since: since }) => ({
    subject: `Webhook disabled: ${hostOf(url)}`.slice(0, 300),
    title: 'A webhook was disabled',
    paragraphs: [
      reason === 'GONE'
        ? `${hostOf(url)} answered that it is gone for good (status 410). Webhook ${endpointId} of ${account} was therefore disabled.`
        : `${hostOf(url)} has accepted nothing since ${since ? formatDate(since) : 'several days ago'}. Webhook ${endpointId} of ${account} was therefore disabled.`,
      'What to do next: repair the receiver or change the address, send a test, then resume the webhook. Events from the meantime are kept and will be sent then.',
    ],
    footer: `Sent to the administrators of ${account}.`,
  }),
  fr: (account, { endpointId, reason, url, failing_since: since }) => ({
    subject: `Webhook désactivé\u00a0: ${hostOf(url)}`.slice(0, 300),
    title: 'Un webhook a été désactivé',
    paragraphs: [
      reason === 'GONE'
        ? `${hostOf(url)} a répondu qu’il n’existe plus (statut 410). Le webhook ${endpointId} de ${account} a donc été désactivé.`
        : `${hostOf(url)} n’a rien accepté depuis ${since ? `le ${formatDate(since)}` : 'plusieurs jours'}. Le webhook ${endpointId} de ${account} a donc été désactivé.`,
      'Ce qu’il faut faire\u00a0: rétablissez le destinataire ou changez l’adresse, faites un envoi de test, puis réactivez le webhook. Les événements survenus entre-temps sont conservés et partiront alors.',
    ],
    footer: `Envoyé aux administrateurs de ${account}.`,
  }),
}
