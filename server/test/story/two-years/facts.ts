import type { Day } from './days.ts'

export interface Answer {
  /** The last good day; null when nothing ends it. */
  readonly endsOn: Day | null
  /** For every dossier of the company that asks the same, not only for the one it was sent to. */
  readonly everywhere: boolean
}

export interface GivenDocument {
  readonly documentId: number
  readonly code: string
  readonly required: boolean
  /** One of a group is enough. */
  readonly group: string | null
  /** Checked by the service itself; nobody is asked for it. */
  readonly byService: boolean
  /** Answered by the account's own people; the company is not asked for it. */
  readonly internal: boolean
  readonly theme: string
  readonly answer: Answer | null
}

export interface GivenDossier {
  readonly dossierId: number
  readonly type: string
  readonly endsOn: Day
  readonly documents: readonly GivenDocument[]
}

export interface Person {
  readonly contactId: number
  readonly email: string
  /** What they are asked about; everything when empty. */
  readonly themes: readonly string[]
}

/** What the gazette printed on a day. */
export interface Notice {
  readonly key: string
  readonly on: Day
  readonly kind: 'CREATION' | 'CHANGES' | 'CESSATION' | 'TRANSFERT' | 'COLLECTIVE_PROCEDURE'
  /** Of a judgment: where the procedure stands after it. */
  readonly state?: 'LIQUIDATION' | 'REDRESSEMENT' | 'SAUVEGARDE' | 'NONE'
  /** Takes back the notice of this key. */
  readonly cancels?: string
  /** Stands in the place of the notice of this key. */
  readonly corrects?: string
}

export interface Standing {
  readonly status: string
  readonly detail: string | null
  readonly since: Day | null
}

/** A company as it is on the first day. */
export interface GivenCompany {
  readonly thirdpartyId: number
  readonly siren: string | null
  readonly soleTrader: boolean
  readonly registered: Standing
  readonly people: readonly Person[]
  readonly notices: readonly Notice[]
  readonly dossiers: readonly GivenDossier[]
}

/** Something the journal must tell: on that day, by that name, of that place. */
export interface Told {
  readonly day: Day
  readonly name: string
  /** Empty for the company itself; `TYPE#2` for its second dossier of the type, `TYPE#2/CODE` for a document. */
  readonly place: string
}
