import type { Language } from '../../platform/kernel/index.ts'
import { alertPage, textOf } from './alert.view.ts'
import type { AlertRow } from './alerts.queries.ts'

export interface ChatNews {
  readonly accountId: number
  readonly language: Language
  readonly publicUrl: string
  readonly alerts: readonly AlertRow[]
  readonly total: number
}

const more: Record<Language, (left: number) => string> = {
  en: (left) => `And ${left} more in Vigie.`,
  fr: (left) => `Et ${left} de plus dans Vigie.`,
}

interface Line {
  readonly what: string
  readonly why: string
  readonly url: string
}

const linesOf = ({ alerts, language, publicUrl, accountId }: ChatNews): Line[] =>
  alerts.map((alert) => {
    const { what, why, next } = textOf(language, alert)
    return { what, why: `${why} ${next}`, url: `${publicUrl}${alertPage(accountId, alert)}` }
  })

const leftOf = ({ alerts, total, language }: ChatNews): string[] =>
  total > alerts.length ? [more[language](total - alerts.length)] : []

/** Names are whatever somebody wrote: they must call nobody and lead nowhere. */
const plainSlack = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('|', '¦')
const plainCard = (text: string) => text.replaceAll(/[[\]()*_`~#<>\\]/g, ' ')

/** As the incoming webhooks of Slack take it, and what speaks like it (Mattermost, Rocket.Chat). */
export function composeSlack(news: ChatNews): string {
  const lines = linesOf(news).map(
    ({ what, why, url }) => `• <${url}|${plainSlack(what)}>\n${plainSlack(why)}`,
  )
  return JSON.stringify({ text: [...lines, ...leftOf(news)].join('\n') })
}

/** As the workflows of Teams take it: one adaptive card. */
export function composeTeams(news: ChatNews): string {
  const blocks = linesOf(news).flatMap(({ what, why, url }) => [
    { type: 'TextBlock', wrap: true, weight: 'Bolder', text: `[${plainCard(what)}](${url})` },
    { type: 'TextBlock', wrap: true, isSubtle: true, spacing: 'None', text: plainCard(why) },
  ])
  const rest = leftOf(news).map((text) => ({ type: 'TextBlock', wrap: true, text }))
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [...blocks, ...rest],
  }
  const contentType = 'application/vnd.microsoft.card.adaptive'
  return JSON.stringify({ type: 'message', attachments: [{ contentType, contentUrl: null, content }] })
}
