import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { mentionableQuery } from '../../parts/comments/comments.queries.ts'
import { useAccountId } from '../../ui/use-account-id.ts'
import type { AdministrationEntry } from './administration.queries.ts'

// Looked up rather than translated: a newer service may say what this page has no words for.
const wordIn = (text: object, key: string): string => (text as Record<string, string>)[key] ?? key

export const entryNames = (t: TFunction): Record<string, string> =>
  t('administration.name', { returnObjects: true })

export const entryTitle = (t: TFunction, name: string): string => wordIn(entryNames(t), name)

export function entryActor(t: TFunction, { type, id, name }: AdministrationEntry['actor']): string {
  const text = t('administration.who', { returnObjects: true })
  if (type === 'JOB' || type === 'OPERATOR' || type === 'ANYONE') return wordIn(text, type)
  if (name !== null) return name
  const isPerson = type === 'USER' || type === 'CONTACT'
  return isPerson && id !== null ? text.erased : wordIn(text, type)
}

const subjectTitles = ['name', 'email', 'label', 'url', 'title'] as const

/** What it was done to, by name where the entry or the account knows one. */
export function useEntrySubject(): (entry: AdministrationEntry) => string | null {
  const { t } = useTranslation()
  const { data: people } = useQuery(mentionableQuery(useAccountId(), ''))
  return ({ subject, personal, actor, after, before }) => {
    const said = { ...before, ...after, ...personal }
    // What was removed is named by what it was.
    const room = said['alertChannel'] ?? before?.['alertChannel']
    const title = subjectTitles.map((key) => said[key]).find((value) => typeof value === 'string')
    if (title !== undefined) return title
    const setting = settingOf(t, { ...said, alertChannel: room })
    if (setting !== null) return setting
    if (subject === null) return null
    const { type, id } = subject
    // Whoever acted on themselves is named already, and the account is this one.
    if (type === 'ACCOUNT') return null
    if (type === actor.type && id === actor.id) return null
    const person = type === 'USER' && people?.content.find(({ userId }) => userId === id)
    if (person) return person.name
    const kind = wordIn(t('administration.subject', { returnObjects: true }), type)
    return id === null ? kind : t('administration.subjectNumber', { kind, id })
  }
}

/** Which of the settings of the account it was; null where the title says it. */
function settingOf(t: TFunction, said: Readonly<Record<string, unknown>>): string | null {
  const { setting, dossierTypeCode, alertChannel } = said
  const text: Record<string, string> = t('administration.setting', { returnObjects: true })
  if (isNamed(alertChannel)) return `${wordIn(text, 'alert-channel')}, ${alertChannel.name}`
  if (typeof setting !== 'string' || !(setting in text)) return null
  const of = typeof dossierTypeCode === 'string' ? `, ${dossierTypeCode}` : ''
  return `${wordIn(text, setting)}${of}`
}

const isNamed = (value: unknown): value is { name: string } =>
  typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string'

/** "Firefox on Windows"; null for programs and what is not known. The detail shows the whole text. */
export function browserText(t: TFunction, origin: AdministrationEntry['origin']): string | null {
  const { browser = null, system = null } = origin ?? {}
  if (browser === null || system === null) return browser
  return t('administration.browserOn', { browser, system })
}
