export const indicatorCodes = [
  'LEGAL_COMPLIANCE',
  'FINANCIAL_RISK',
  'CYBERSECURITY',
  'ENVIRONMENTAL_IMPACT',
] as const

/** The name heads each row and is always there. */
export const ownColumnKeys = [
  'name',
  'identifier',
  'code',
  'place',
  'country',
  'activity',
  'status',
  'dossierStatus',
  'criticality',
  'relationship',
  'owner',
  ...indicatorCodes,
  'openRequests',
  'nextExpiry',
  'source',
  'identity',
  'added',
  'updated',
] as const
export type OwnColumnKey = (typeof ownColumnKeys)[number]

export const defaultColumns: readonly OwnColumnKey[] = [
  'name',
  'place',
  'status',
  'dossierStatus',
  'criticality',
  'LEGAL_COMPLIANCE',
  'nextExpiry',
]

export const attributeColumn = (code: string) => `attribute.${code}`
