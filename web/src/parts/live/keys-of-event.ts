import type { QueryKey } from '@tanstack/react-query'

interface ChangedRecord {
  eventName: string
  thirdpartyId: number | null
  dossierId: number | null
  documentId: number | null
}

/** What the pages know that an event may have changed. */
export function keysOfEvent(accountId: number, event: ChangedRecord): QueryKey[] {
  const { eventName, thirdpartyId, dossierId, documentId } = event
  const keys: QueryKey[] = [
    ['events', accountId],
    ['statistics', accountId],
    ['forecast', accountId],
  ]
  if (thirdpartyId !== null) keys.push(['thirdparty', accountId, thirdpartyId])
  if (dossierId !== null) keys.push(['dossier', accountId, dossierId])
  if (documentId !== null) keys.push(['document', accountId, documentId], ['documents', accountId])
  // What a list shows of a company or dossier does not follow each document.
  if (eventName.startsWith('THIRD_PARTY_') || eventName.startsWith('DOSSIER_')) {
    keys.push(['thirdparties', accountId])
  }
  // Findings are told under this name.
  if (eventName === 'THIRD_PARTY_UPDATED') keys.push(['finding', accountId], ['findings', accountId])
  if (eventName.startsWith('DOSSIER_')) keys.push(['dossiers', accountId], ['documents', accountId])
  return keys
}
