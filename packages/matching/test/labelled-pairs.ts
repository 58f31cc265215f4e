import { score, type SubjectKind } from '../src/index.ts'
import { readRows } from './public-data.ts'

export interface LabelledPair {
  kind: SubjectKind
  ours: string
  theirs: string
  isMatch: boolean
}

const kinds: Readonly<Record<string, SubjectKind>> = { Person: 'PERSON', Vessel: 'VESSEL' }

export const readPairs = (): LabelledPair[] =>
  readRows('screening-pairs-dev.csv')
    .slice(1)
    .map(([schema = '', ours = '', theirs = '', label = '']) => ({
      kind: kinds[schema] ?? 'ORGANISATION',
      ours,
      theirs,
      isMatch: label === 'true',
    }))

export interface ScoredPair extends LabelledPair {
  score: number
}

export const scorePairs = (pairs: readonly LabelledPair[]): ScoredPair[] =>
  pairs.map((pair) => {
    const subject = (text: string) => ({ kind: pair.kind, names: [{ text, kind: 'PRIMARY' as const }] })
    return { ...pair, score: score(subject(pair.ours), subject(pair.theirs)).score }
  })

export interface Quality {
  precision: number
  recall: number
  f1: number
}

export function qualityAt(limit: number, pairs: readonly ScoredPair[]): Quality {
  const found = pairs.filter((pair) => pair.score >= limit)
  const right = found.filter(({ isMatch }) => isMatch).length
  const precision = right / Math.max(1, found.length)
  const recall = right / Math.max(1, pairs.filter(({ isMatch }) => isMatch).length)
  return { precision, recall, f1: (2 * precision * recall) / Math.max(Number.EPSILON, precision + recall) }
}
