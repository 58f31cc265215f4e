import type { Language } from '../../platform/kernel/index.ts'

/**
 * Titles of tasks that the product opens by itself. What stands in braces is one of the task's values. A title that
 * stored tasks bear is never removed.
 */
const titles = {
  MANY_AT_ONCE: {
    en: '{count} cases came up at once: look through the list',
    fr: '{count} cas se présentent à la fois : parcourez la liste',
  },
  DOSSIER_OVERDUE: {
    en: '{company}: {type} was due on {dueDate}. Ask who answers for it, or the company',
    fr: '{company} : {type} était attendu le {dueDate}. Interrogez le responsable ou l’entreprise',
  },
  DOSSIER_UNANSWERED_AGAIN: {
    en: '{company}: {type} was due on {dueDate}. Nobody answered before either, {unanswered} in a row. Decide how to go on',
    fr: '{company} : {type} était attendu le {dueDate}. Personne n’avait répondu avant, {unanswered} de suite. Décidez de la suite',
  },
  FIND_CONTACT: {
    en: 'Find somebody at {company} who answers',
    fr: 'Trouvez chez {company} quelqu’un qui répond',
  },
  CALL_BACK_BANK_CHANGE: {
    en: 'Call {company} about its new bank details, on a number you already had',
    fr: 'Appelez {company} au sujet de ses nouvelles coordonnées bancaires, à un numéro que vous aviez déjà',
  },
  RELATIONSHIP_TO_DECIDE: {
    en: 'Decide anew whether to work with this company',
    fr: 'Décider à nouveau si l’on travaille avec cette entreprise',
  },
} as const satisfies Record<string, Record<Language, string>>

export type TaskTitleKey = keyof typeof titles
export type TitleValues = Readonly<Record<string, string | number>>

/** As a person or the product words it. */
export type TaskTitle =
  | { readonly text: string }
  | { readonly key: TaskTitleKey; readonly values?: TitleValues }

interface StoredTitle {
  readonly title: string | null
  readonly titleKey: string | null
  readonly titleValues: TitleValues | null
}

/** In the reader's language, unless it is in the words of a person. */
export function tellTitle({ title, titleKey, titleValues }: StoredTitle, language: Language): string {
  if (title !== null) return title
  const known: Record<string, Record<Language, string>> = titles
  // A process of the release before may meet a key it does not know.
  const text = known[titleKey ?? '']?.[language] ?? titleKey ?? ''
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(titleValues?.[name] ?? ''))
}
