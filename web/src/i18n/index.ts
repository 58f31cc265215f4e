import i18next, { type FormatterModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Texts } from './en/index.ts'

export const languages = { fr: 'Français', en: 'English' } as const
export type Language = keyof typeof languages

// The same key is read by first-paint.js.
const storageKey = 'vigie-language'

/** Parts that are fetched together: the door need not wait for the words of the house. */
export type TextGroup = 'entrance' | 'arrival' | 'home' | 'work'

// A reader needs one language: the other is not sent.
const texts: Record<Language, Record<TextGroup, () => Promise<Partial<Texts>>>> = {
  en: {
    entrance: async () => (await import('./en/entrance.ts')).entrance,
    arrival: async () => (await import('./en/arrival.ts')).arrival,
    home: async () => (await import('./en/home.ts')).home,
    work: async () => (await import('./en/work.ts')).work,
  },
  fr: {
    entrance: async () => (await import('./fr/entrance.ts')).entrance,
    arrival: async () => (await import('./fr/arrival.ts')).arrival,
    home: async () => (await import('./fr/home.ts')).home,
    work: async () => (await import('./fr/work.ts')).work,
  },
}

const wanted = new Set<TextGroup>()
const loaded = new Set<string>()

function isLanguage(value: string): value is Language {
  return value in languages
}

export function currentLanguage(): Language {
  const { lang } = document.documentElement
  return isLanguage(lang) ? lang : 'en'
}

async function load(language: Language, group: TextGroup): Promise<void> {
  const name = `${language}/${group}`
  if (loaded.has(name)) return
  i18next.addResourceBundle(language, 'translation', await texts[language][group](), true)
  loaded.add(name)
}

/** Before a page is shown; a page that comes later finds them there. */
export async function loadTexts(group: TextGroup): Promise<void> {
  wanted.add(group)
  await load(currentLanguage(), group)
}

// Numbers that are names are not grouped.
const names = new Set(['id', 'seq', 'year', 'version', 'status'])

const quantities: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format(value: unknown, _format, language, options) {
    const { interpolationkey: key } = (options ?? {}) as { interpolationkey?: string }
    if (typeof value !== 'number' || names.has(key ?? '')) return value as string
    return new Intl.NumberFormat(language).format(value)
  },
}

export async function startI18n(): Promise<void> {
  await i18next
    .use(initReactI18next)
    .use(quantities)
    .init({
      lng: currentLanguage(),
      fallbackLng: false,
      contextSeparator: '|',
      pluralSeparator: '|',
      resources: {},
      // React escapes what it prints.
      interpolation: { escapeValue: false, alwaysFormat: true },
      // A page that lacks a sentence says so where its tests listen.
      saveMissing: true,
      missingKeyHandler: (_languages, _namespace, key: string) =>
        reportError(new Error(`No text for ${key}`)),
    })
  await loadTexts('entrance')
}

export async function chooseLanguage(language: Language): Promise<void> {
  await Promise.all([...wanted].map((group) => load(language, group)))
  document.documentElement.lang = language
  try {
    window.localStorage.setItem(storageKey, language)
  } catch {
    // A browser that keeps nothing still shows the chosen language until the page is left.
  }
  await i18next.changeLanguage(language)
}
