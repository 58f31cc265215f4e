import type { EventName } from '../../../platform/journal/index.ts'
import type { AnnouncementKind } from './announcement.ts'

/** The event each kind is recorded by; filed accounts and what cannot be told apart have none. */
export const announcementEvents: Record<AnnouncementKind, EventName | null> = {
  CREATION: 'THIRD_PARTY_LEGAL_ANNOUNCEMENT_CREATION',
  CHANGES: 'THIRD_PARTY_LEGAL_ANNOUNCEMENT_CHANGES',
  CESSATION: 'THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION',
  TRANSFERT: 'THIRD_PARTY_LEGAL_ANNOUNCEMENT_TRANSFERT',
  COLLECTIVE_PROCEDURE: 'THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED',
  ACCOUNTS: null,
  OTHER: null,
}
