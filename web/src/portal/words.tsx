import { createContext, use, useCallback, useMemo, useState, type ReactNode } from 'react'
import { createFormat, type Format } from './format.ts'
import { keep, kept } from './kept.ts'
import type { Texts } from './texts/en.ts'

export const languages = { fr: 'Français', en: 'English' } as const
export type Language = keyof typeof languages

// A reader needs one of them: the other is not sent.
const load: Record<Language, () => Promise<Texts>> = {
  en: async () => (await import('./texts/en.ts')).en,
  fr: async () => (await import('./texts/fr.ts')).fr,
}

export interface Words {
  readonly t: Texts
  readonly language: Language
  readonly format: Format
}

interface Spoken extends Words {
  readonly speak: (language: Language) => Promise<void>
}

const Context = createContext<Spoken | null>(null)
// Not the back-office's: whoever tries both in one browser may want two languages.
const storageKey = 'language'

async function wordsIn(language: Language): Promise<Words> {
  const t = await load[language]()
  return { t, language, format: createFormat(language, t) }
}

/** The language chosen here before, else the one the page was begun in. */
export function firstWords(): Promise<Words> {
  const chosen = kept(storageKey) ?? document.documentElement.lang
  return wordsIn(chosen === 'fr' ? 'fr' : 'en')
}

export function WordsProvider({ first, children }: { first: Words; children: ReactNode }) {
  const [words, setWords] = useState(first)
  const speak = useCallback(async (language: Language) => {
    const next = await wordsIn(language)
    document.documentElement.lang = language
    keep(storageKey, language)
    setWords(next)
  }, [])
  const spoken = useMemo(() => ({ ...words, speak }), [words, speak])
  return <Context value={spoken}>{children}</Context>
}

export function useWords(): Spoken {
  const spoken = use(Context)
  if (spoken === null) throw new Error('There are no words outside WordsProvider')
  return spoken
}
