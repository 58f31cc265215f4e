import type { DossierType } from '../catalogue/catalogue.schema.ts'
import { documentsFor, type CompanyFacts } from '../dossiers/applies-to.ts'

type RequiredType = DossierType['documents'][number]

/** A request of a dossier that is not stopped. */
export interface LiveDocument {
  readonly documentId: number
  readonly code: string
  readonly required: boolean
  readonly alternativeGroup: string | null
}

export interface DossierChange {
  readonly added: readonly RequiredType[]
  readonly stopped: readonly LiveDocument[]
  readonly changed: readonly { document: LiveDocument; after: RequiredType }[]
}

/**
 * What a new version of its type makes of one dossier. Only what differs between the two versions, for this
 * company, is carried over: a piece somebody added to the dossier stays, one somebody stopped does not return.
 */
export function dossierChange(
  versions: { before: DossierType; after: DossierType },
  company: CompanyFacts,
  live: readonly LiveDocument[],
): DossierChange {
  const before = new Map(documentsFor(versions.before, company).map((one) => [one.code, one]))
  const after = new Map(documentsFor(versions.after, company).map((one) => [one.code, one]))
  const present = new Map(live.map((one) => [one.code, one]))
  return {
    added: [...after.values()].filter(({ code }) => !before.has(code) && !present.has(code)),
    stopped: live.filter(({ code }) => before.has(code) && !after.has(code)),
    changed: live.flatMap((document) => {
      const now = after.get(document.code)
      return now && !sameDemand(before.get(document.code), now) && !isUnchanged(document, now)
        ? [{ document, after: now }]
        : []
    }),
  }
}

function sameDemand(one: RequiredType | undefined, other: RequiredType): boolean {
  return one?.required === other.required && one.alternativeGroup === other.alternativeGroup
}

function isUnchanged(document: LiveDocument, { required, alternativeGroup }: RequiredType): boolean {
  return document.required === required && document.alternativeGroup === (alternativeGroup ?? null)
}

export function isEmpty({ added, stopped, changed }: DossierChange): boolean {
  return added.length + stopped.length + changed.length === 0
}
