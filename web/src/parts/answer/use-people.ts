import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import type { RequestedDocument, Person } from './answer-types.ts'

type DocumentIds = Pick<RequestedDocument, 'dossierId' | 'documentId'>

const manyEvents = 200

/** The journal remembers names, also of people who have left since. */
const documentPeopleQuery = (accountId: number, { dossierId, documentId }: DocumentIds) =>
  queryOptions({
    queryKey: ['document', accountId, documentId, 'people'],
    queryFn: async ({ signal }) => {
      const path = '/dossiers/{dossierId}/documents/{documentId}/events'
      const ids = { dossierId, documentId }
      const { content } = await api
        .account(accountId)
        .get(path, { path: ids, query: { size: manyEvents }, signal })
      return Object.fromEntries(
        content.flatMap(({ actor }) =>
          actor.name === null || actor.id === null ? [] : [[`${actor.type} ${actor.id}`, actor.name]],
        ),
      )
    },
  })

const kinds = ['USER', 'CONTACT', 'API_CLIENT', 'JOB', 'PROVIDER'] as const
type Kind = (typeof kinds)[number]

/** Names those who answered a document or decided on it. */
export function usePeople(accountId: number, document: DocumentIds): (person: Person | null) => string {
  const { t } = useTranslation()
  const { data: names } = useQuery(documentPeopleQuery(accountId, document))
  return (person) => {
    const kind = kinds.find((one) => one === person?.type) ?? ('JOB' satisfies Kind)
    return names?.[`${kind} ${person?.id ?? ''}`] ?? t(`dossier.person.${kind}`)
  }
}
