import type { Language } from '../../platform/kernel/index.ts'
import { renderMail, type NewMail } from '../../platform/mail/index.ts'
import { subjectLine } from '../invitations/index.ts'
import { alertPage, textOf } from './alert.view.ts'
import type { AlertRow } from './alerts.queries.ts'
import type { MailedChannel } from './next-slot.ts'
import { buildAlertLinks, type AlertMailSettings } from './unsubscribe-links.ts'

/** Of a busier time only the newest are looked at: a mail costs the same however much happened. */
export const mostCounted = 1_000

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
  /** The subject of several at once: the gravest, and how many others. */
  readonly besides: (what: string, left: number) => string
  readonly next: (next: string) => string
  readonly more: (left: number, isCounted: boolean) => string
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
    besides: (what, left) => `${what}, and ${left} more`,
    next: (next) => `Next: ${next}`,
    more: (left, isCounted) => `And ${isCounted ? '' : 'at least '}${left} more, which Vigie shows.`,
    open: 'Open in Vigie',
    openAll: 'See all my alerts',
    footer: (account) =>
      `You receive this message as a member of ${account}. Under “My alerts” in Vigie you choose what you are told, how and when.`,
  },
  fr: {
    title: {
      AT_ONCE: (total) => `${total} points demandent votre attention`,
      DAILY: (total) =>
        total === 1 ? 'Votre journée\u00a0: une alerte' : `Votre journée\u00a0: ${total} alertes`,
      WEEKLY: (total) =>
        total === 1 ? 'Votre semaine\u00a0: une alerte' : `Votre semaine\u00a0: ${total} alertes`,
    },
    besides: (what, left) => `${what}, et ${left} autre${left === 1 ? '' : 's'}`,
    next: (next) => `À faire\u00a0: ${next}`,
    more: (left, isCounted) => `Et ${isCounted ? '' : 'au moins '}${left} de plus, à voir dans Vigie.`,
    open: 'Ouvrir dans Vigie',
    openAll: 'Voir toutes mes alertes',
    footer: (account) =>
      `Vous recevez ce message en tant que membre de ${account}. Dans «\u00a0Mes alertes\u00a0» de Vigie, vous choisissez ce qui vous est signalé, comment et quand.`,
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
    subject: subjectLine(isAlone ? title : subjectOf(mailing, title)),
    headers,
    ...renderMail({ language, title, ...content, footer: said.footer(mailing.account), footerLink }),
  }
}

/** What cannot wait says in its subject what it is; a digest says how much it holds. */
function subjectOf({ language, channel, alerts: [gravest], total }: Mailing, title: string): string {
  if (channel !== 'AT_ONCE' || gravest === undefined) return title
  return words[language].besides(textOf(language, gravest).what, total - 1)
}

function tellOne({ language, accountId }: Mailing, alert: AlertRow, { publicUrl }: AlertMailSettings) {
  const { why, next } = textOf(language, alert)
  return {
    paragraphs: [why, words[language].next(next)],
    action: { label: words[language].open, url: `${publicUrl}${alertPage(accountId, alert)}` },
  }
}

function tellMany({ language, accountId, alerts, total }: Mailing, { publicUrl }: AlertMailSettings) {
  const left = total - alerts.length
  const said = words[language]
  return {
    paragraphs: [],
    items: alerts.map((alert) => {
      const { what, why, next } = textOf(language, alert)
      return {
        label: what,
        note: `${why} ${said.next(next)}`,
        url: `${publicUrl}${alertPage(accountId, alert)}`,
      }
    }),
    closing: left > 0 ? [said.more(left, total < mostCounted)] : [],
    action: { label: said.openAll, url: `${publicUrl}/app/account/${accountId}/alerts` },
  }
}
