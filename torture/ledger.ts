/** What was acknowledged, as it is looked for afterwards. Unanswered writes are repeated until they are, under one key. */
export interface Ledger {
  readonly companies: { account: number; id: number; duns: string }[]
  readonly contacts: { account: number; id: number; thirdpartyId: number; email: string }[]
  readonly dossiers: { account: number; id: number }[]
  /** Invited colleagues: each one gets one mail. */
  readonly invited: { account: number; email: string }[]
  readonly uploads: { account: number; documentId: number; sha256: string }[]
  /** The last acknowledged value of each company, and how many there were. */
  readonly values: Map<number, { account: number; value: number; times: number }>
}

export function createLedger(): Ledger {
  return { companies: [], contacts: [], dossiers: [], invited: [], uploads: [], values: new Map() }
}

export interface Counts {
  companies: number
  attributes: number
  contacts: number
  dossiers: number
  invitations: number
  uploads: number
}

export function countLedger(ledger: Ledger): Counts {
  let attributes = 0
  for (const { times } of ledger.values.values()) attributes += times
  return {
    companies: ledger.companies.length,
    attributes,
    contacts: ledger.contacts.length,
    dossiers: ledger.dossiers.length,
    invitations: ledger.invited.length,
    uploads: ledger.uploads.length,
  }
}

export const sumOf = (counts: object): number =>
  Object.values(counts as Record<string, number>).reduce((sum, count) => sum + count, 0)
