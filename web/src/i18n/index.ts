import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Texts } from './en/index.ts'

export const languages = { fr: 'Français', en: 'English' } as const
export type Language = keyof typeof languages

// The same key is read by first-paint.js.
const storageKey = 'vigie-language'

// A reader needs one of them: the other is not sent.
const texts: Record<Language, () => Promise<Texts>> = {
  en: async () => (await import('./en/index.ts')).en,
  fr: async () => (await import('./fr/index.ts')).fr,
}

function isLanguage(value: string): value is Language {
  return value in languages
}

export function currentLanguage(): Language {
  const { lang } = document.documentElement
  return isLanguage(lang) ? lang : 'en'
}

export async function startI18n(): Promise<void> {
  const language = currentLanguage()
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    contextSeparator: '|',
    pluralSeparator: '|',
    resources: { [language]: { translation: await texts[language]() } },
    // React escapes what it prints.
    interpolation: { escapeValue: false },
  })
}

export async function chooseLanguage(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'translation')) {
    i18next.addResourceBundle(language, 'translation', await texts[language]())
  }
  document.documentElement.lang = language
  try {
    window.localStorage.setItem(storageKey, language)
  } catch {
    // A browser that keeps nothing still shows the chosen language until the page is left.
  }
  await i18next.changeLanguage(language)
}
