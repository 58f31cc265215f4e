import { readFileSync } from 'node:fs'
import type { CompanyRecord, Headcount } from './company.ts'

interface Label {
  readonly fr: string
}
interface Tables {
  readonly activities: { divisions: Record<string, Label>; classes: Record<string, Label> }
  readonly forms: { categories: Record<string, Label>; forms: Record<string, Label> }
  readonly regions: Record<string, Label & { departments: string[] }>
  readonly bands: Record<string, { min: number; max: number | null }>
}

// Four levels up is the repository from server/src and from server/dist alike.
const folder = new URL('../../../../catalogue/france/', import.meta.url)
const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, folder), 'utf8'))

let loaded: Tables | undefined

function tables(): Tables {
  loaded ??= {
    activities: read('activities.json') as Tables['activities'],
    forms: read('legal-forms.json') as Tables['forms'],
    regions: (read('regions.json') as { regions: Tables['regions'] }).regions,
    bands: (read('headcount-bands.json') as { bands: Tables['bands'] }).bands,
  }
  return loaded
}

/** Of the form itself where it is known, else of the category its first two digits say. */
export function frenchLegalForm(code: string | null | undefined): CompanyRecord['legalForm'] {
  if (!code) return null
  const { forms, categories } = tables().forms
  return { code, label: forms[code]?.fr ?? categories[code.slice(0, 2)]?.fr ?? null }
}

/** The code, its nomenclature, and the label of the class where it is known, else of its division. */
export function frenchActivity(
  code: string | null | undefined,
  scheme?: string | null,
): Pick<CompanyRecord, 'nafCode' | 'mainActivity' | 'activityScheme'> {
  if (!code) return { nafCode: null, mainActivity: null, activityScheme: null }
  const activityScheme = scheme ?? schemeOf(code)
  const { classes, divisions } = tables().activities
  // Divisions were cut differently before and after.
  const division = activityScheme === 'NAFRev2' ? divisions[code.slice(0, 2)] : undefined
  return { nafCode: code, mainActivity: (classes[code] ?? division)?.fr ?? null, activityScheme }
}

// The two nomenclatures share no code, and the last letter alone tells them apart.
function schemeOf(code: string): string {
  return /[A-FZ]$/.test(code) ? 'NAFRev2' : 'NAF2025'
}

export function frenchHeadcount(
  band: string | null | undefined,
  year: string | number | null | undefined,
): Headcount | null {
  if (!band) return null
  const { min = null, max = null } = tables().bands[band] ?? {}
  const known = Number(year ?? Number.NaN)
  return { band, min, max, value: null, year: Number.isInteger(known) ? known : null }
}

export function frenchRegion(regionCode: string | null | undefined): string | null {
  return regionCode ? (tables().regions[regionCode]?.fr ?? null) : null
}

/** From a commune's INSEE code: its department is the first two characters, three overseas. */
export function regionOfCommune(communeCode: string | null | undefined): string | null {
  if (!communeCode) return null
  const department = communeCode.slice(0, communeCode.startsWith('97') ? 3 : 2)
  const regions = Object.values(tables().regions)
  return regions.find(({ departments }) => departments.includes(department))?.fr ?? null
}
