import { queryOptions, type QueryKey } from '@tanstack/react-query'
import { api, readTagged, type Answer } from '../../api/index.ts'
import type { PartyBody } from './party.ts'

export type Ownership = Answer<'getThirdPartyOwner'>
export type PartyRecord = NonNullable<Ownership['owner']>

const fresh = 60_000

/** The name of one person; null for somebody who has left or is suspended. */
export const personQuery = (accountId: number, userId: number) =>
  queryOptions({
    queryKey: ['person-name', accountId, userId],
    queryFn: async ({ signal }) => {
      const { content } = await api
        .account(accountId)
        .get('/mentionable-users', { query: { userId }, signal })
      return content[0]?.name ?? null
    },
    staleTime: fresh,
  })

export type OwnedSubject = { thirdpartyId: number } | { dossierId: number }

// The beginning is what the live feed refreshes.
export const ownershipKey = (accountId: number, subject: OwnedSubject): QueryKey =>
  'thirdpartyId' in subject
    ? ['thirdparty', accountId, subject.thirdpartyId, 'owner']
    : ['dossier', accountId, subject.dossierId, 'owner']

export const ownershipQuery = (accountId: number, subject: OwnedSubject) =>
  queryOptions({
    queryKey: ownershipKey(accountId, subject),
    queryFn: ({ signal }) => readOwnership(accountId, subject, signal),
  })

export const readOwnership = (accountId: number, subject: OwnedSubject, signal?: AbortSignal) =>
  readTagged((seen) => {
    const options = { ...seen, ...(signal && { signal }) }
    return 'thirdpartyId' in subject
      ? api.account(accountId).get('/thirdparties/{thirdpartyId}/owner', { path: subject, ...options })
      : api.account(accountId).get('/dossiers/{dossierId}/owner', { path: subject, ...options })
  })

export function putOwner(
  accountId: number,
  subject: OwnedSubject,
  owner: PartyBody | null,
  tag: string | null,
): Promise<Ownership> {
  const options = { body: { owner }, ifMatch: tag }
  return 'thirdpartyId' in subject
    ? api.account(accountId).put('/thirdparties/{thirdpartyId}/owner', { path: subject, ...options })
    : api.account(accountId).put('/dossiers/{dossierId}/owner', { path: subject, ...options })
}

export function putFollowers(
  accountId: number,
  subject: OwnedSubject,
  followers: PartyBody[],
  tag: string | null,
): Promise<Ownership> {
  const options = { body: { followers }, ifMatch: tag }
  return 'thirdpartyId' in subject
    ? api.account(accountId).put('/thirdparties/{thirdpartyId}/followers', { path: subject, ...options })
    : api.account(accountId).put('/dossiers/{dossierId}/followers', { path: subject, ...options })
}

/** What the pages know that another owner may change. */
export const keysAfterNaming = (accountId: number): QueryKey[] => [
  ['thirdparties', accountId],
  ['thirdparty', accountId],
  ['dossiers', accountId],
  ['dossier', accountId],
]

export const keysAfterHandOver = (accountId: number): QueryKey[] => [
  ...keysAfterNaming(accountId),
  ['teams', accountId],
  ['owner-rules', accountId],
  ['duty-holder', accountId],
]
