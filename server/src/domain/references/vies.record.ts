import { countryOfVatPrefix, sirenOfVat } from '../../platform/kernel/index.ts'
import { companyRecord } from './company-shapes.ts'
import type { CompanyRecord, HeadOffice } from './company.ts'

/** Several states confirm a number without saying whose it is. */
const undisclosed = /^[-\s]*$/

export interface ViesWords {
  readonly name?: string | null
  readonly address?: string | null
}

export function companyOfVat(provider: string, vatNumber: string, words: ViesWords): CompanyRecord {
  const countryCode = countryOfVatPrefix(vatNumber.slice(0, 2))
  const lines = splitDisclosed(words.name)
  return companyRecord({
    provider,
    recordId: vatNumber,
    // Where no name is disclosed the number is all there is to call the company by.
    name: lines.length > 0 ? lines.join(' ') : vatNumber,
    siren: sirenOfVat(vatNumber),
    localId: sirenOfVat(vatNumber),
    vatNumber,
    countryCode,
    headOffice: viesAddress(words.address, countryCode),
  })
}

function viesAddress(address: string | null | undefined, countryCode: string): HeadOffice | null {
  const lines = splitDisclosed(address)
  if (lines.length === 0) return null
  const last = lines.at(-1) ?? ''
  const place = lines.length > 1 ? placeOf(last) : null
  return {
    lines: place ? lines.slice(0, -1) : lines,
    postalCode: place?.postalCode ?? null,
    city: place?.city ?? null,
    region: null,
    countryCode,
  }
}

/** States lay addresses out as they please; only «postal code, city» at the end is told apart with confidence. */
function placeOf(line: string): { postalCode: string; city: string } | null {
  const before =
    /^(?:[A-Z]{1,2}-)?(\d{4,6}|\d{3} ?\d{2}|\d{4} ?[A-Z]{2}|\d{2}-\d{3}|\d{4}-\d{3}) +(\D.*)$/.exec(line)
  if (before) return { postalCode: before[1] ?? '', city: (before[2] ?? '').trim() }
  return null
}

function splitDisclosed(text: string | null | undefined): string[] {
  const lines = (text ?? '').split('\n').map((line) => line.replaceAll(/\s+/g, ' ').trim())
  return lines.filter((line) => !undisclosed.test(line))
}
