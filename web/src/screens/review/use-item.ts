import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { meQuery, type Answer } from '../../api/index.ts'
import { fileBytes } from '../../parts/viewer/file-bytes.ts'
import { firstShown, piecesOf, sortAnswers } from './current-answer.ts'
import {
  answersQuery,
  requestedDocumentQuery,
  documentEventsQuery,
  loadEvidence,
  type DocumentIds,
} from './review.queries.ts'
import { hasSupplied, secondReview } from './second-review.ts'
import type { Item } from './use-queue.ts'
import {
  bankGuardQuery,
  documentTypeQuery,
  evaluationOptionsQuery,
} from '../../parts/catalogue/catalogue.queries.ts'

export const placeOf = (accountId: number, { dossierId, documentId }: Item): DocumentIds => ({
  accountId,
  dossierId,
  documentId,
})

/** Everything about the item that is looked at. */
export function useItem(accountId: number, item: Item) {
  const ids = placeOf(accountId, item)
  const answers = useQuery(answersQuery(ids))
  const { data: requested } = useQuery(requestedDocumentQuery(ids))
  const { data: events = [] } = useQuery(documentEventsQuery(ids))
  const { data: options } = useQuery(evaluationOptionsQuery(accountId))
  const { data: guard } = useQuery({ ...bankGuardQuery(accountId), enabled: item.bankDetails })
  const { kind: type, id } = useSuspenseQuery(meQuery).data as unknown as Answer<'getMe'>
  const { current, earlier } = sortAnswers(answers.data ?? [])
  const me = { type, id }
  const separatesDuties = options?.separateDuties === true
  const isBankChange = current?.checkFindings.some(({ code }) => code === 'BANK_ACCOUNT_CHANGED') === true
  const isGuarded = isBankChange && guard?.enabled === true
  const needsTwo = item.bankDetails && (options?.secondReviewer === true || isGuarded)
  return {
    place: ids,
    answers,
    answer: current,
    earlier,
    pieces: current ? piecesOf(current) : [],
    fields: requested?.form ?? null,
    happened: events,
    second: current && secondReview(current, events, { needsTwo, me }),
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
    const ids = { accountId, dossierId, documentId }
    const fetchAhead = async () => {
      void queries.prefetchQuery(requestedDocumentQuery(ids))
      void queries.prefetchQuery(documentEventsQuery(ids))
      void queries.prefetchQuery(documentTypeQuery(accountId, code))
      const { current } = sortAnswers(await queries.ensureQueryData(answersQuery(ids)))
      const file = current && firstShown(current)
      if (file) await queries.prefetchQuery(fileBytes(file.id, loadEvidence(ids, file.id)))
    }
    // The item itself asks again, and tells what went wrong.
    fetchAhead().catch(() => undefined)
  }, [queries, accountId, dossierId, documentId, code])
}
