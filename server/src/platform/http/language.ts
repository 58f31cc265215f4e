import type { Language } from '../kernel/index.ts'

/** The better liked of the two languages we speak; English when the client has no preference between them. */
export function negotiateLanguage(header: string | undefined): Language {
  if (header === undefined || header.length > 500) return 'en'
  let english = 0
  let french = 0
  for (const item of header.split(',')) {
    const [range = '', ...parameters] = item.split(';')
    const tag = range.trim().toLowerCase()
    const weight = weightOf(parameters)
    if (tag === 'fr' || tag.startsWith('fr-')) french = Math.max(french, weight)
    else if (tag === 'en' || tag.startsWith('en-')) english = Math.max(english, weight)
    else if (tag === '*') english = Math.max(english, weight)
  }
  return french > english ? 'fr' : 'en'
}

function weightOf(parameters: readonly string[]): number {
  const written = parameters.map((text) => text.trim()).find((text) => text.startsWith('q='))
  const weight = written === undefined ? 1 : Number(written.slice(2))
  return weight >= 0 && weight <= 1 ? weight : 0
}
