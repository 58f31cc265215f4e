import { fileKind } from '../../parts/viewer/file-kind.ts'
import type { Evidence, GivenAnswer } from './review.queries.ts'

const unseen: ReadonlySet<GivenAnswer['status']> = new Set(['DRAFT', 'DELETED'])

/** The answer to decide on, or else the last one there was; and those before it. */
export function sortAnswers(answers: readonly GivenAnswer[]): {
  current: GivenAnswer | null
  earlier: readonly GivenAnswer[]
} {
  const sent = answers.filter(({ status }) => !unseen.has(status))
  const current = sent.find(isUnderWay) ?? sent[0] ?? null
  return { current, earlier: sent.filter((answer) => answer !== current) }
}

export function isUnderWay({ status }: GivenAnswer): boolean {
  return status === 'PENDING' || status === 'CHECKING'
}

/** What the middle shows one at a time: the form as its values, everything else as a file. */
export function piecesOf({ evidences }: GivenAnswer): readonly Evidence[] {
  return evidences.filter(({ formdata, fileName }) => formdata !== null || fileName !== null)
}

export const isReport = ({ issuer }: Evidence): boolean => issuer === 'DOCCHECK'

/** The file worth having before it is looked at. */
export function firstShown(answer: GivenAnswer): Evidence | undefined {
  const [first] = piecesOf(answer)
  const isFile = first?.formdata === null && first.fileState === 'CLEAN'
  return isFile && fileKind(first.fileName ?? '') !== null ? first : undefined
}
