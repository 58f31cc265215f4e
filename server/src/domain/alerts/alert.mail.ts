import type { Language } from '../../platform/kernel/index.ts'
import { renderMail, type NewMail } from '../../platform/mail/index.ts'
import { alertPage, textOf } from './alert.view.ts'
import type { AlertRow } from './alerts.queries.ts'
import type { MailedChannel } from './next-slot.ts'
import { buildAlertLinks, type AlertMailSettings } from './unsubscribe-links.ts'

/** One mail to one person, however much happened. */
export interface Mailing {
  readonly accountId: number
  readonly account: string
  readonly userId: number
  readonly email: string
  readonly language: Language
  readonly channel: MailedChannel
  /** The last alert before it: names the mail, which is then written once. */
  readonly after: number
  /** The gravest and newest of them. */
  readonly alerts: readonly AlertRow[]
  /** A thousand stands for that many or more. */
  readonly total: number
}

interface Words {
  readonly title: Record<MailedChannel, (total: number) => string>
  readonly more: (left: number) => string
  readonly open: string
  readonly openAll: string
  readonly footer: (account: string) => string
}

const words: Record<Language, Words> = {
  en: {
    title: {
      AT_ONCE: (total) => `${total} things need your attention`,
      DAILY: (total) => (total === 1 ? 'Your day: one alert' : `Your day: ${total} alerts`),
      WEEKLY: (total) => (total === 1 ? 'Your week: one alert' : `Your week: ${total} alerts`),
    },
    more: (left) => `And at least ${left} more, which the page shows.`,
    open: 'Open in Vigie',
    openAll: 'Open Vigie',
    footer: (account) =>
      `You receive this message as a member of ${account}. Your alert settings say what you are told and how.`,
  },
  fr: {
    title: {
      AT_ONCE: (total) => `${total} points demandent votre attention`,
      DAILY: (total) =>
        total === 1 ? 'Votre journée\u00a0: une alerte' : `Votre journée\u00a0: ${total} alertes`,
      WEEKLY: (total) =>
        total === 1 ? 'Votre semaine\u00a0: une alerte' : `Votre semaine\u00a0: ${total} alertes`,
    },
    more: (left) => `Et au moins ${left} de plus, que la page affiche.`,
    open: 'Ouvrir dans Vigie',
    openAll: 'Ouvrir Vigie',
    footer: (account) =>
      `Vous recevez ce message en tant que membre de ${account}. Vos réglages d’alertes disent de quoi vous êtes informé et comment.`,
  },
}

/** What happened, why it matters, and the next step with its link. */
export function composeAlertMail(mailing: Mailing, settings: AlertMailSettings): NewMail {
  const { language, channel, total, alerts, userId, after } = mailing
  const { headers, footerLink } = buildAlertLinks(mailing, settings)
  const said = words[language]
  const [only] = alerts
  const isAlone = only !== undefined && total === 1 && channel === 'AT_ONCE'
  const content = isAlone ? tellOne(mailing, only, settings) : tellMany(mailing, settings)
  const title = isAlone ? textOf(language, only).what : said.title[channel](total)
  return {
    dedupeKey: `alerts:${userId}:${channel}:${after}`,
    template: `alerts.${channel.toLowerCase().replace('_', '-')}`,
    recipient: mailing.email,
    language,
    subject: title.replaceAll(/[\r\n\t]+/g, ' ').slice(0, 300),
    headers,
    ...renderMail({ language, title, ...content, footer: said.footer(mailing.account), footerLink }),
  }
}

function tellOne({ language, accountId }: Mailing, alert: AlertRow, { publicUrl }: AlertMailSettings) {
  const { why, next } = textOf(language, alert)
  return {
    paragraphs: [why, next],
    action: { label: words[language].open, url: `${publicUrl}${alertPage(accountId, alert)}` },
  }
}

function tellMany({ language, accountId, alerts, total }: Mailing, { publicUrl }: AlertMailSettings) {
  const left = total - alerts.length
  return {
    paragraphs: [],
    items: alerts.map((alert) => {
      const { what, why, next } = textOf(language, alert)
      return { label: what, note: `${why} ${next}`, url: `${publicUrl}${alertPage(accountId, alert)}` }
    }),
    closing: left > 0 ? [words[language].more(left)] : [],
    action: { label: words[language].openAll, url: `${publicUrl}/app/account/${accountId}` },
  }
}
