import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/index.ts'
import type { Handler } from '../../platform/jobs/index.ts'
import { jobScope, type Language, type Scope } from '../../platform/kernel/index.ts'
import { queueMails, renderMail, type NewMail } from '../../platform/mail/index.ts'

interface Ending {
  secretId: number
  clientName: string
  label: string | null
  /** never null: only secrets with an end are warned of */
  expiresAt: Date
}

interface Administrator {
  userId: number
  email: string
  language: Language
  account: string
}

/**
 * Writes to the administrators two weeks before a secret of an API client ends: an integration that stops by itself
 * is noticed by its users first.
 */
export const warnOfSecrets =
  (settings: { readonly publicUrl: string } | null): Handler<'clients.warn-secrets'> =>
  async (_payload, { db }) => {
    if (!settings) return
    for (const accountId of await accountsConcerned(db)) {
      const scope = jobScope(accountId, 'clients.warn-secrets')
      await db.write(scope, (tx) => warnAdministrators(tx, scope, settings.publicUrl))
    }
  }

const isEnding = sql<boolean>`s.warned_at is null and s.expires_at > now() and s.expires_at <= now() + interval '14 days'`

async function accountsConcerned(db: Db): Promise<number[]> {
  const rows = await db.system((tx) =>
    tx
      .selectFrom('api_client_secret as s')
      .select('s.account_id')
      .distinct()
      .where(isEnding)
      .orderBy('s.account_id')
      .execute(),
  )
  return rows.map((row) => row.account_id)
}

async function warnAdministrators(tx: Tx, scope: Scope, publicUrl: string): Promise<void> {
  const { rows: ending } = await sql<Ending>`
    update api_client_secret s set warned_at = now()
    from api_client c
    where s.account_id = ${scope.accountId} and c.account_id = s.account_id
      and c.api_client_id = s.api_client_id and ${isEnding}
    returning s.secret_id as "secretId", c.name as "clientName", s.label, s.expires_at as "expiresAt"`.execute(
    tx,
  )
  const { rows: administrators } = await sql<Administrator>`
    select u.user_id as "userId", u.email, u.language, a.name as account
    from membership m
    join app_user u on u.user_id = m.user_id and u.active
    join account a on a.account_id = m.account_id
    where m.account_id = ${scope.accountId} and m.active and 'ADMIN' = any(m.roles)
    order by u.user_id`.execute(tx)
  const url = `${publicUrl}/app/account/${scope.accountId}/settings/clients`
  const mails = ending.flatMap((secret) => administrators.map((person) => mailOf(secret, person, url)))
  await queueMails(tx, scope, mails)
}

function mailOf(secret: Ending, { userId, email, language, account }: Administrator, url: string): NewMail {
  const name = secret.clientName.replaceAll(/[\r\n\t]+/g, ' ')
  const day = days[language].format(secret.expiresAt)
  const { subject, title, paragraphs, label, footer } = words[language]({ ...secret, name, day, account })
  return {
    dedupeKey: `client.secret-ends:${secret.secretId}:${userId}`,
    template: 'client.secret-ends',
    recipient: email,
    language,
    subject,
    ...renderMail({ language, title, paragraphs, action: { label, url }, footer }),
  }
}

const days: Record<Language, Intl.DateTimeFormat> = {
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
  fr: new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'UTC' }),
}

interface ExpiringSecret {
  readonly name: string
  readonly label: string | null
  readonly day: string
  readonly account: string
}

const words = {
  en: ({ name, label, day, account }: ExpiringSecret) => ({
    subject: `A secret of “${name}” ends on ${day}`,
    title: 'A secret of an API client will end soon',
    paragraphs: [
      `The secret ${label === null ? '' : `“${label}” `}of the API client “${name}” works until ${day}. After that, whatever still uses it loses access.`,
      'What to do: add a second secret, give it to the application, then remove the old one.',
    ],
    label: 'Open the API clients',
    footer: `Sent to the administrators of ${account}.`,
  }),
  fr: ({ name, label, day, account }: ExpiringSecret) => ({
    subject: `Un secret de «\u00a0${name}\u00a0» prend fin le ${day}`,
    title: 'Un secret d’un client d’API prend bientôt fin',
    paragraphs: [
      `Le secret ${label === null ? '' : `«\u00a0${label}\u00a0» `}du client d’API «\u00a0${name}\u00a0» est valable jusqu’au ${day}. Ensuite, tout ce qui l’utilise encore perdra l’accès.`,
      'Ce qu’il faut faire\u00a0: ajoutez un second secret, transmettez-le à l’application, puis supprimez l’ancien.',
    ],
    label: 'Ouvrir les clients d’API',
    footer: `Envoyé aux administrateurs de ${account}.`,
  }),
} satisfies Record<Language, (secret: ExpiringSecret) => object>
