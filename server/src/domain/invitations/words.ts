import type { Language } from '../../platform/kernel/index.ts'
import type { NewMail } from '../../platform/mail/index.ts'

const days = {
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
  fr: new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'UTC' }),
}

export function formatLong(day: string, language: Language): string {
  const text = days[language].format(new Date(`${day}T00:00:00Z`))
  return language === 'fr' ? text.replace(/^1 /, '1er ') : text
}

/** Names of companies may hold anything; a subject is one line. */
export function subjectLine(text: string): NewMail['subject'] {
  return text.replaceAll(/[\r\n\t]+/g, ' ').slice(0, 300)
}

export const greeting: Record<Language, (person: string) => string> = {
  en: (person) => (person === '' ? 'Hello,' : `Hello ${person},`),
  fr: (person) => (person === '' ? 'Bonjour,' : `Bonjour ${person},`),
}

export const onBehalf: Record<Language, (names: { account: string; company: string }) => string> = {
  en: ({ account, company }) => `Sent on behalf of ${account} because you are its contact for ${company}.`,
  fr: ({ account, company }) =>
    `Envoyé pour le compte de ${account}, dont vous êtes l’interlocuteur pour ${company}.`,
}

export const openSpace: Record<Language, string> = { en: 'Open my portal', fr: 'Ouvrir mon espace' }

export const aboutLink: Record<Language, string> = {
  en: 'The link below opens your portal without a password. It works once, within 14 days; each of our messages contains a new one.',
  fr: 'Le lien ci-dessous ouvre votre espace sans mot de passe. Il fonctionne une fois, dans les 14 jours\u00a0; chacun de nos messages en contient un nouveau.',
}
