import { isDeepStrictEqual } from 'node:util'
import type { DossierType } from '../catalogue/catalogue.schema.ts'
import { editablePart } from './definition.ts'

type RequiredType = DossierType['documents'][number]

interface TypeDifference {
  readonly added: readonly RequiredType[]
  readonly removed: readonly RequiredType[]
  readonly changed: readonly { code: string; before: RequiredType; after: RequiredType }[]
  /** Everything else that differs: label, purpose, renewal… */
  readonly fields: readonly { field: string; before: unknown; after: unknown }[]
}

/** What publishing `after` would change of `before`; null where nothing was published. */
export function typeDifference(before: DossierType | null, after: DossierType): TypeDifference {
  const { documents: old = [], ...oldFields } = before ? editablePart(before) : {}
  const { documents, ...fields } = editablePart(after)
  const known = new Map(old.map((one) => [one.code, one]))
  const remaining = new Set(documents.map(({ code }) => code))
  const former: Record<string, unknown> = oldFields
  const next: Record<string, unknown> = fields
  return {
    added: documents.filter(({ code }) => !known.has(code)),
    removed: old.filter(({ code }) => !remaining.has(code)),
    changed: documents.flatMap((one) => {
      const was = known.get(one.code)
      return was && !isDeepStrictEqual(was, one) ? [{ code: one.code, before: was, after: one }] : []
    }),
    // Of both: one that may be left out may have gone.
    fields: [...new Set([...Object.keys(next), ...Object.keys(former)])]
      .filter((field) => !isDeepStrictEqual(former[field], next[field]))
      .map((field) => ({ field, before: former[field] ?? null, after: next[field] ?? null })),
  }
}
