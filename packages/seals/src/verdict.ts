import type { Person } from './x509/names.ts'

/** CHANGED is proven, REVIEW cannot be judged; only INTACT speaks for the file. */
export type Integrity = 'INTACT' | 'CHANGED' | 'REVIEW' | 'UNSIGNED'

/**
 * TRUSTED: a path to a trusted authority that was valid at the proven time, with proof that nothing on it was revoked.
 * UNTRUSTED: no such path, or one that is broken. UNKNOWN: a path, but something about it cannot be told.
 */
export type Trust = 'TRUSTED' | 'UNTRUSTED' | 'UNKNOWN'

export type SealKind = 'SIGNATURE' | 'CERTIFICATION' | 'TIMESTAMP'

/** In one word what `reason` says in many: BROKEN by itself, or whole and CHANGED_AFTER. */
export type IntegrityCode = 'HOLDS' | 'BROKEN' | 'CHANGED_AFTER' | 'NOT_JUDGED'

/** In one word what `trustReason` says in many. */
export type TrustCode =
  | 'VOUCHED'
  | 'NOBODY_TRUSTED'
  | 'NO_WAY'
  | 'NOT_FOR_SIGNING'
  | 'EXPIRED'
  | 'REVOKED'
  | 'WEAK'
  | 'LIST_OUTDATED'
  | 'NO_REVOCATION_PROOF'
  | 'NOT_JUDGED'

/** What was done to the document after a seal. */
export type ChangesAfter = 'NONE' | 'PERMITTED' | 'FORBIDDEN' | 'UNKNOWN'

/** Of PAdES: B signed, T with a time-stamp, LT with all proofs, LTA with those proofs stamped too. */
export type Level = 'B' | 'T' | 'LT' | 'LTA'

/** Whether a trusted authority stamped the time, anybody did, or the signer only claims it. */
export type TimeSource = 'TRUSTED_TIMESTAMP' | 'TIMESTAMP' | 'CLAIMED'

export interface SealVerdict {
  readonly field: string
  readonly kind: SealKind
  readonly signer: (Person & { readonly issuer: string | null; readonly serial: string }) | null
  readonly time: string | null
  readonly timeSource: TimeSource | null
  readonly level: Level | null
  /** Null where no trusted list was given that could tell. */
  readonly qualified: boolean | null
  readonly integrity: Exclude<Integrity, 'UNSIGNED'>
  readonly integrityCode: IntegrityCode
  readonly changes: ChangesAfter
  readonly reason: string
  readonly trust: Trust
  readonly trustCode: TrustCode
  readonly trustReason: string
  /** Whether it was made with an algorithm that is no longer safe; null where nothing was verified. */
  readonly isWeak: boolean | null
  /** How far the file reached when it was sealed: these bytes are what the signer saw. */
  readonly coveredBytes: number | null
}

export interface FileVerdict {
  readonly integrity: Integrity
  readonly reason: string
  readonly trust: Trust
  readonly trustReason: string
  readonly signatures: readonly SealVerdict[]
}
