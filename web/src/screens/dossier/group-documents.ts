import type { AskedDocument } from '../../parts/answer/answer-types.ts'
import { themes, type Theme } from '../../ui/theme-label.tsx'

/** Documents of which one is enough, or a single one. */
export interface Choice {
  readonly key: string
  readonly documents: readonly AskedDocument[]
}

export interface ThemeGroup {
  readonly theme: Theme
  readonly choices: readonly Choice[]
  readonly required: number
  readonly valid: number
}

const isSettled = ({ documents }: Choice) => documents.some(({ statusCode }) => statusCode === 'VALID')
const isRequired = ({ documents }: Choice) => documents.some(({ required }) => required)

/** What is asked, by theme; what is required first, alternatives together. */
export function groupByTheme(documents: readonly AskedDocument[]): ThemeGroup[] {
  return themes.flatMap((theme) => {
    const choices = choicesOf(documents.filter((one) => one.theme === theme))
    if (choices.length === 0) return []
    const required = choices.filter(isRequired)
    const optional = choices.filter((one) => !isRequired(one))
    const valid = required.filter(isSettled).length
    return [{ theme, choices: [...required, ...optional], required: required.length, valid }]
  })
}

function choicesOf(documents: readonly AskedDocument[]): Choice[] {
  const choices = new Map<string, AskedDocument[]>()
  for (const document of documents) {
    const key = document.alternativeGroup ?? String(document.documentId)
    choices.set(key, [...(choices.get(key) ?? []), document])
  }
  return [...choices].map(([key, own]) => ({ key, documents: own }))
}
