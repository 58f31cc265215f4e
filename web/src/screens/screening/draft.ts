import type { Ground, HitRow, Verdict } from './screening.queries.ts'

/** A decision that is being written. */
export interface Draft {
  readonly verdict: Verdict | null
  readonly grounds: readonly Ground[]
  readonly comment: string
}

export const blankDraft: Draft = { verdict: null, grounds: [], comment: '' }

const always = ['DOCUMENT_CHECKED', 'OTHER'] as const
const same = ['SAME_NAME', 'SAME_BIRTH_DATE', 'SAME_COUNTRY', 'SAME_IDENTIFIER'] as const
const different = [
  'NAME_ONLY_SIMILAR',
  'DIFFERENT_BIRTH_DATE',
  'DIFFERENT_COUNTRY',
  'DIFFERENT_IDENTIFIER',
  'DIFFERENT_ACTIVITY',
  'DIFFERENT_KIND',
] as const

/** What is decided about: entries of lists, articles, or some of each at once. */
export type Matter = 'LIST' | 'NEWS' | 'BOTH'

export function matterOf(hits: readonly Pick<HitRow, 'class'>[]): Matter {
  const news = hits.filter((hit) => hit.class === 'NEWS').length
  return news === 0 ? 'LIST' : news === hits.length ? 'NEWS' : 'BOTH'
}

const grounds: Record<Matter, Record<Verdict, readonly Ground[]>> = {
  LIST: {
    TRUE_MATCH: [...same, ...always],
    FALSE_POSITIVE: [...different, ...always],
    UNCLEAR: ['SAME_NAME', 'NAME_ONLY_SIMILAR', ...always],
  },
  NEWS: {
    TRUE_MATCH: ['COMPANY_CONCERNED', 'SERIOUS_MATTER', ...always],
    FALSE_POSITIVE: ['OTHER_COMPANY', 'MINOR_MATTER', 'MATTER_SETTLED', ...always],
    UNCLEAR: ['COMPANY_CONCERNED', 'SERIOUS_MATTER', ...always],
  },
  BOTH: { TRUE_MATCH: always, FALSE_POSITIVE: always, UNCLEAR: always },
}

/** The grounds that make sense for a verdict. */
export const groundsOf = (verdict: Verdict, matter: Matter): readonly Ground[] => grounds[matter][verdict]

/** Another verdict keeps the comment and those grounds that it shares. */
export function withVerdict(draft: Draft, verdict: Verdict, matter: Matter): Draft {
  const shared = groundsOf(verdict, matter)
  return { ...draft, verdict, grounds: draft.grounds.filter((ground) => shared.includes(ground)) }
}

export function isComplete({ grounds: chosen, comment }: Draft): boolean {
  return chosen.length > 0 && (!chosen.includes('OTHER') || comment.trim() !== '')
}

/** As the API takes it: a comment is one line. */
export function wireDecision<V extends Verdict>(verdict: V, { grounds: chosen, comment }: Draft) {
  const line = comment.replaceAll(/\s+/g, ' ').trim()
  return { verdict, grounds: [...chosen], comment: line === '' ? null : line }
}
