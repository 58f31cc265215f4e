import { createContext, use, useCallback, useMemo, useState, type ReactNode } from 'react'
import { createFormat, type Format } from './format.ts'
import { writeStored, readStored } from './device-storage.ts'
import type { Texts } from './texts/en.ts'

export const languages = { fr: 'Français', en: 'English' } as const
export type Language = keyof typeof languages

// A reader needs one of them: the other is not sent.
const load: Record<Language, () => Promise<Texts>> = {
  en: async () => (await import('./texts/en.ts')).en,
  fr: async () => (await import('./texts/fr.ts')).fr,
}

export interface PortalTexts {
  readonly t: Texts
  readonly language: Language
  readonly format: Format
}

interface TextsContext extends PortalTexts {
  readonly changeLanguage: (language: Language) => Promise<void>
}

const Context = createContext<TextsContext | null>(null)
// Not the back-office's: whoever tries both in one browser may want two languages.
const storageKey = 'language'

async function loadTexts(language: Language): Promise<PortalTexts> {
  const t = await load[language]()
  return { t, language, format: createFormat(language, t) }
}

/** The language chosen here before, else the one the page was begun in. */
export function loadFirstTexts(): Promise<PortalTexts> {
  const chosen = readStored(storageKey) ?? document.documentElement.lang
  return loadTexts(chosen === 'fr' ? 'fr' : 'en')
}

export function TextsProvider({ first, children }: { first: PortalTexts; children: ReactNode }) {
  const [texts, setTexts] = useState(first)
  const changeLanguage = useCallback(async (language: Language) => {
    const next = await loadTexts(language)
    document.documentElement.lang = language
    writeStored(storageKey, language)
    setTexts(next)
  }, [])
  const context = useMemo(() => ({ ...texts, changeLanguage }), [texts, changeLanguage])
  return <Context value={context}>{children}</Context>
}

export function useTexts(): TextsContext {
  const context = use(Context)
  if (context === null) throw new Error('useTexts needs a TextsProvider above it')
  return context
}
