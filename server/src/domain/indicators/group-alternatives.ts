import type { DocumentStatus } from '../evaluation/index.ts'
import type { DocumentFacts } from './facts.ts'

// A valid alternative settles its group; else the worst of those that were answered at all speaks for it.
const speaksFirst: readonly DocumentStatus[] = [
  'VALID',
  'INVALID',
  'ACTION_REQUIRED',
  'BELOW_EXPECTATION',
  'ONGOING',
  'MISSING',
]

/** What is required, a group of alternatives once, by the document that speaks for it. */
export function groupAlternatives(documents: readonly DocumentFacts[]): DocumentFacts[] {
  const units = new Map<string, DocumentFacts>()
  for (const document of documents) {
    if (!document.required) continue
    const { dossierId, documentId, alternativeGroup } = document
    const key = alternativeGroup === null ? String(documentId) : `${dossierId} ${alternativeGroup}`
    const known = units.get(key)
    if (!known || rank(document) < rank(known)) units.set(key, document)
  }
  return [...units.values()]
}

function rank({ status }: DocumentFacts): number {
  return speaksFirst.indexOf(status)
}
