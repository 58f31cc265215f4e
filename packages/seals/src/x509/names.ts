import type { Name } from '@peculiar/asn1-x509'

const types = {
  commonName: '2.5.4.3',
  country: '2.5.4.6',
  organisation: '2.5.4.10',
  organisationIdentifier: '2.5.4.97',
} as const

export interface Person {
  readonly name: string | null
  readonly organisation: string | null
  /** As `NTRFR-552032534`: which register, and the number there. */
  readonly organisationIdentifier: string | null
  readonly country: string | null
}

export function personOf(name: Name): Person {
  return {
    name: partOf(name, types.commonName),
    organisation: partOf(name, types.organisation),
    organisationIdentifier: partOf(name, types.organisationIdentifier),
    country: partOf(name, types.country),
  }
}

function partOf(name: Name, type: string): string | null {
  for (const part of name) {
    for (const { type: found, value } of part) if (found === type) return cleanText(value.toString())
  }
  return null
}

/** Names are printed on terminals and pages: nothing in them may steer one. */
function cleanText(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ')
    .trim()
    .slice(0, 256)
}
