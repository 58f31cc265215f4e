import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Language, Scope } from '../../platform/kernel/index.ts'
import { queueMails, renderMail, type NewMail } from '../../platform/mail/index.ts'
import type { ExportFault } from './exports.queries.ts'

interface Administrator {
  userId: number
  email: string
  language: Language
  account: string
}

export interface LeavingWords {
  readonly subject: string
  readonly title: string
  readonly paragraphs: string[]
}

interface Notice {
  /** Tells one occasion from the next. */
  readonly key: string
  readonly template: string
  readonly publicUrl: string | null
  readonly words: Record<Language, (account: string) => LeavingWords>
}

export const longDays: Record<Language, Intl.DateTimeFormat> = {
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
  fr: new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'UTC' }),
}

const labels: Record<Language, string> = { en: 'Open the page', fr: 'Ouvrir la page' }
const footers: Record<Language, (account: string) => string> = {
  en: (account) => `Sent to the administrators of ${account}.`,
  fr: (account) => `Envoyé aux administrateurs de ${account}.`,
}

/** Tells everybody who governs the account, each in their language. */
export async function mailAdministrators(tx: Tx, scope: Scope, notice: Notice): Promise<void> {
  const { rows } = await sql<Administrator>`
    select u.user_id as "userId", u.email, u.language, a.name as account
    from membership m
    join app_user u on u.user_id = m.user_id and u.active
    join account a on a.account_id = m.account_id
    where m.account_id = ${scope.accountId} and m.active and m.all_units and 'ADMIN' = any(m.roles)
    order by u.user_id`.execute(tx)
  const { key, template, publicUrl } = notice
  const url = publicUrl && `${publicUrl}/app/account/${scope.accountId}/settings/leaving`
  const mails = rows.map(({ userId, email, language, account }): NewMail => {
    const name = account.replaceAll(/[\r\n\t]+/g, ' ')
    const { subject, title, paragraphs } = notice.words[language](name)
    const action = url === null ? {} : { action: { label: labels[language], url } }
    const footer = footers[language](name)
    const layout = renderMail({ language, title, paragraphs, footer, ...action })
    return { dedupeKey: `${key}:${userId}`, template, recipient: email, language, subject, ...layout }
  })
  await queueMails(tx, scope, mails)
}

interface Ready {
  readonly exportId: number
  readonly expiresAt: Date
  readonly publicUrl: string | null
}

export async function mailExportReady(tx: Tx, scope: Scope, ready: Ready): Promise<void> {
  const { exportId, expiresAt, publicUrl } = ready
  const day = (language: Language) => longDays[language].format(expiresAt)
  await mailAdministrators(tx, scope, {
    key: `leaving.export-ready:${exportId}`,
    template: 'leaving.export-ready',
    publicUrl,
    words: {
      en: (account) => ({
        subject: `The export of ${account} is ready`,
        title: 'The export of your account is ready',
        paragraphs: [
          `Everything that ${account} owns can now be downloaded, until ${day('en')}. After that the file is deleted.`,
          'If nobody in your organisation asked for it, look at the administration journal: it says who did.',
        ],
      }),
      fr: (account) => ({
        subject: `L’export de ${account} est prêt`,
        title: 'L’export de votre compte est prêt',
        paragraphs: [
          `Tout ce que possède ${account} peut maintenant être téléchargé, jusqu’au ${day('fr')}. Le fichier sera ensuite supprimé.`,
          'Si personne chez vous ne l’a demandé, consultez le journal d’administration\u00a0: il indique qui l’a fait.',
        ],
      }),
    },
  })
}

interface Failed {
  readonly exportId: number
  readonly fault: ExportFault
  readonly publicUrl: string | null
}

export async function mailExportFailed(tx: Tx, scope: Scope, failed: Failed): Promise<void> {
  const { exportId, publicUrl } = failed
  await mailAdministrators(tx, scope, {
    key: `leaving.export-failed:${exportId}`,
    template: 'leaving.export-failed',
    publicUrl,
    words: {
      en: (account) => ({
        subject: `The export of ${account} could not be made`,
        title: 'The export of your account could not be made',
        paragraphs: [
          'Nothing was lost, and nothing of the attempt was kept. The page says why it failed.',
          'Ask for it again later. If it fails again, ask the operator of this service.',
        ],
      }),
      fr: (account) => ({
        subject: `L’export de ${account} n’a pas pu être produit`,
        title: 'L’export de votre compte n’a pas pu être produit',
        paragraphs: [
          'Rien n’a été perdu, et rien de cette tentative n’a été conservé. La page en donne la raison.',
          'Redemandez-le plus tard. S’il échoue encore, adressez-vous à l’exploitant de ce service.',
        ],
      }),
    },
  })
}
