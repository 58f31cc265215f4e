import type { ThirdPartyEvent } from '../../../platform/journal/index.ts'
import type { AnnouncementKind } from './announcement.ts'

/** The event each kind is recorded by; filed accounts and what cannot be told apart have none. */
export const announcementEvents: Record<AnnouncementKind, { readonly name: ThirdPartyEvent } | null> = {
  CREATION: { name: 'THIRD_PARTY_LEGAL_ANNOUNCEMENT_CREATION' },
  CHANGES: { name: 'THIRD_PARTY_LEGAL_ANNOUNCEMENT_CHANGES' },
  CESSATION: { name: 'THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION' },
  TRANSFERT: { name: 'THIRD_PARTY_LEGAL_ANNOUNCEMENT_TRANSFERT' },
  COLLECTIVE_PROCEDURE: { name: 'THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED' },
  ACCOUNTS: null,
  OTHER: null,
}
