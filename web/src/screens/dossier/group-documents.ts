import type { RequestedDocument } from '../../parts/answer/answer-types.ts'
import { themes, type Theme } from '../../ui/theme-label.tsx'

/** Documents of which one is enough, or a single one. */
export interface Choice {
  readonly key: string
  readonly documents: readonly RequestedDocument[]
}

export interface ThemeGroup {
  readonly theme: Theme
  readonly choices: readonly Choice[]
  readonly required: number
  readonly valid: number
}

const isResolved = ({ documents }: Choice) => documents.some(({ statusCode }) => statusCode === 'VALID')
const isRequired = ({ documents }: Choice) => documents.some(({ required }) => required)

/** What is asked, by theme; what is required first, alternatives together. */
export function groupByTheme(documents: readonly RequestedDocument[]): ThemeGroup[] {
  return themes.flatMap((theme) => {
    const choices = choicesOf(documents.filter((one) => one.theme === theme))
    if (choices.length === 0) return []
    const required = choices.filter(isRequired)
    const optional = choices.filter((one) => !isRequired(one))
    const valid = required.filter(isResolved).length
    return [{ theme, choices: [...required, ...optional], required: required.length, valid }]
  })
}

function choicesOf(documents: readonly RequestedDocument[]): Choice[] {
  const choices = new Map<string, RequestedDocument[]>()
  for (const document of documents) {
    const key = document.alternativeGroup ?? String(document.documentId)
    choices.set(key, [...(choices.get(key) ?? []), document])
  }
  return [...choices].map(([key, own]) => ({ key, documents: own }))
}
