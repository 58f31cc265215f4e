/** Every list that can be read, by its publisher; `OWN` is one that the customer keeps. */
export const listSources = [
  'OFAC_SDN',
  'OFAC_CONSOLIDATED',
  'EU',
  'UN',
  'UK',
  'FRANCE',
  'SWITZERLAND',
  'OPENSANCTIONS_SANCTIONS',
  'OPENSANCTIONS_EXPOSED_PERSONS',
  'OWN',
] as const

export type ListSource = (typeof listSources)[number]

export type ListClass = 'SANCTIONS' | 'EXPOSED_PERSONS' | 'OWN'

const publishers: Record<ListSource, string> = {
  OFAC_SDN: 'US Treasury (OFAC), SDN list',
  OFAC_CONSOLIDATED: 'US Treasury (OFAC), non-SDN lists',
  EU: 'European Commission',
  UN: 'UN Security Council',
  UK: 'UK Foreign Office',
  FRANCE: 'French Treasury (DGT)',
  SWITZERLAND: 'Swiss SECO',
  OPENSANCTIONS_SANCTIONS: 'OpenSanctions, sanctions',
  OPENSANCTIONS_EXPOSED_PERSONS: 'OpenSanctions, exposed persons',
  OWN: 'Own list',
}

export function listClass(source: ListSource): ListClass {
  if (source === 'OWN') return 'OWN'
  return source === 'OPENSANCTIONS_EXPOSED_PERSONS' ? 'EXPOSED_PERSONS' : 'SANCTIONS'
}

/** A short name for people to read. */
export function publisher(source: ListSource): string {
  return publishers[source]
}
