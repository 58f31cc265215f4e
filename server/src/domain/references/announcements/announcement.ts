import type { ThirdPartyEvent } from '../../../platform/journal/index.ts'
import type { CompanyRecord } from '../company.ts'

/** What an announcement tells of a company; ACCOUNTS and OTHER are kept without an event of their own. */
export type AnnouncementKind =
  | 'CREATION'
  | 'CHANGES'
  | 'CESSATION'
  | 'TRANSFERT'
  | 'COLLECTIVE_PROCEDURE'
  | 'ACCOUNTS'
  | 'OTHER'

/** Where a procedure stands after a judgment: NONE when it is over, null when the judgment does not say. */
export type ProcedureState = 'LIQUIDATION' | 'REDRESSEMENT' | 'SAUVEGARDE' | 'NONE' | null

export type ProcedurePhase = 'OPENING' | 'CHANGE' | 'CLOSING' | 'CANCELLATION' | 'CORRECTION'

export interface Announcement {
  readonly provider: string
  /** The publisher's own key: the same announcement read twice is one. */
  readonly key: string
  readonly siren: string
  readonly publishedOn: string
  readonly kind: AnnouncementKind
  /** A correction stands in the place of the announcement it names, a cancellation takes it away. */
  readonly notice: 'INITIAL' | 'CORRECTION' | 'CANCELLATION'
  readonly previousKey: string | null
  /** In a sale of a business, on which side the company stands. */
  readonly role: 'SUBJECT' | 'BUYER' | 'SELLER'
  /** When what is announced took effect; the day of publication where it is not said. */
  readonly effectiveOn: string
  readonly procedure: { readonly phase: ProcedurePhase; readonly state: ProcedureState } | null
  /** The publisher's words, for people to read. */
  readonly title: string | null
  readonly text: string | null
  readonly court: string | null
  readonly url: string | null
}

export type AnnouncementOutcome =
  | { readonly kind: 'ANSWERED'; readonly announcements: readonly Announcement[] }
  | { readonly kind: 'UNAVAILABLE'; readonly reason: string; readonly retryAfterSeconds: number | null }

export interface AnnouncementProvider {
  readonly name: string
  /**
   * All that was announced of a company since that day, oldest first; null asks for everything. Late ones are
   * looked for some days further back, so known keys come again.
   */
  since(siren: string, after: Date | null, signal?: AbortSignal): Promise<AnnouncementOutcome>
}

export type AnnouncedStatus = Pick<CompanyRecord, 'status' | 'statusDetail' | 'statusSince'>

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
