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
  return {
    added: documents.filter(({ code }) => !known.has(code)),
    removed: old.filter(({ code }) => !remaining.has(code)),
    changed: documents.flatMap((one) => {
      const was = known.get(one.code)
      return was && !isDeepStrictEqual(was, one) ? [{ code: one.code, before: was, after: one }] : []
    }),
    fields: Object.entries(fields)
      .filter(([field, value]) => !isDeepStrictEqual(former[field], value))
      .map(([field, value]) => ({ field, before: former[field] ?? null, after: value })),
  }
}
