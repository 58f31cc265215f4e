import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { meQuery, type Answer } from '../../api/index.ts'
import { fileBytes } from '../../parts/viewer/file-bytes.ts'
import { firstShown, piecesOf, sortAnswers } from './current-answer.ts'
import { answersQuery, askedQuery, happenedQuery, loadEvidence, type Place } from './review.queries.ts'
import { hasSupplied, secondReview } from './second-review.ts'
import type { Item } from './use-queue.ts'
import { documentTypeQuery, evaluationOptionsQuery } from '../../parts/catalogue/catalogue.queries.ts'

export const placeOf = (accountId: number, { dossierId, documentId }: Item): Place => ({
  accountId,
  dossierId,
  documentId,
})

/** Everything about the item that is looked at. */
export function useItem(accountId: number, item: Item) {
  const place = placeOf(accountId, item)
  const answers = useQuery(answersQuery(place))
  const { data: asked } = useQuery(askedQuery(place))
  const { data: happened = [] } = useQuery(happenedQuery(place))
  const { data: options } = useQuery(evaluationOptionsQuery(accountId))
  const { kind: type, id } = useSuspenseQuery(meQuery).data as unknown as Answer<'getMe'>
  const { current, earlier } = sortAnswers(answers.data ?? [])
  const me = { type, id }
  const separatesDuties = options?.separateDuties === true
  const needsTwo = item.bankDetails && options?.secondReviewer === true
  return {
    place,
    answers,
    answer: current,
    earlier,
    pieces: current ? piecesOf(current) : [],
    fields: asked?.form ?? null,
    happened,
    second: current && secondReview(current, happened, { needsTwo, me }),
    separatesDuties,
    /** Whoever looks supplied it, and the account keeps such people from deciding. */
    isSupplied: separatesDuties && current !== null && hasSupplied(current, me),
  }
}

/** What comes next is fetched while the present item is read: facts, then the first file. */
export function useAhead(accountId: number, next: Item | undefined): void {
  const queries = useQueryClient()
  const dossierId = next?.dossierId
  const documentId = next?.documentId
  const code = next?.documentCode
  useEffect(() => {
    if (dossierId === undefined || documentId === undefined || code === undefined) return
    const place = { accountId, dossierId, documentId }
    const fetchAhead = async () => {
      void queries.prefetchQuery(askedQuery(place))
      void queries.prefetchQuery(happenedQuery(place))
      void queries.prefetchQuery(documentTypeQuery(accountId, code))
      const { current } = sortAnswers(await queries.ensureQueryData(answersQuery(place)))
      const file = current && firstShown(current)
      if (file) await queries.prefetchQuery(fileBytes(file.id, loadEvidence(place, file.id)))
    }
    // The item itself asks again, and tells what went wrong.
    fetchAhead().catch(() => undefined)
  }, [queries, accountId, dossierId, documentId, code])
}

const settleTime = 450

/** Whether the item has stood there long enough to have been seen. */
export function useSettled(documentId: number | undefined): boolean {
  const [settled, setSettled] = useState<number | undefined>()
  useEffect(() => {
    const timer = setTimeout(() => setSettled(documentId), settleTime)
    return () => clearTimeout(timer)
  }, [documentId])
  return documentId !== undefined && settled === documentId
}
