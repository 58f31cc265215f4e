import { checkSiren, checkSiret, checkVat, sirenOfVat } from '../../../platform/kernel/index.ts'
import type { Finding } from '../status/response-states.ts'

export interface Company extends WantedIdentifiers {
  readonly name: string | null
}

interface ReadFile {
  readonly evidenceId: number
  readonly text: string | null
}

interface IdentifierJudgement {
  readonly findings: readonly Finding[]
  readonly metadata: readonly { readonly evidenceId: number; readonly results: Record<string, string> }[]
  /** The piece names another company and ours nowhere. */
  readonly foreign: boolean
}

/**
 * Looks for the company in the text of its pieces; one piece that names it speaks for all. Insurers and banks print
 * their own numbers on what they issue, so a stranger's number counts only where our company is not named at all.
 */
export function judgeIdentifiers(company: Company, files: readonly ReadFile[]): IdentifierJudgement {
  if (company.siren === null || files.length === 0) return { findings: [], metadata: [], foreign: false }
  const looked = files.map((file) => ({ ...file, ...inspectText(file.text, company) }))
  const metadata = looked
    .filter(({ seen }) => seen !== null)
    .map(({ evidenceId, seen }) => ({
      evidenceId,
      results: {
        siren_found: String(seen?.siren === 'FOUND'),
        ...(company.siret === null ? {} : { siret_found: String(seen?.siret === 'FOUND') }),
      },
    }))
  if (looked.some(({ found }) => found)) return { findings: [], metadata, foreign: false }
  const findings = looked.map(({ evidenceId, seen, named }): Finding => {
    if (seen === null) return { code: 'TEXT_UNREADABLE', evidenceId }
    const foreign = seen.otherSirens.length > 0 && !named
    return { code: foreign ? 'OTHER_COMPANY_IDENTIFIER' : 'IDENTIFIER_ABSENT', evidenceId }
  })
  return { findings, metadata, foreign: findings.some(({ code }) => code === 'OTHER_COMPANY_IDENTIFIER') }
}

function inspectText(text: string | null, company: Company) {
  // A scan has no text, and no text says nothing about whose it is.
  if (text === null || text.trim() === '') return { seen: null, found: false, named: false }
  const seen = identifiersInText(text, company)
  const found = [seen.siren, seen.siret, seen.vatNumber].includes('FOUND')
  return { seen, found, named: company.name !== null && isNamed(text, company.name) }
}

/** Every word of the name stands in the text, whatever its accents and case. */
function isNamed(text: string, name: string): boolean {
  const words = fold(name)
    .split(' ')
    .filter((word) => word.length > 2)
  const written = new Set(fold(text).split(' '))
  return words.length > 0 && words.every((word) => written.has(word))
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim()
}

interface WantedIdentifiers {
  readonly siren: string | null
  readonly siret: string | null
  readonly vatNumber: string | null
}

/** null where the company has no such identifier, so there was nothing to look for. */
type Sighting = 'FOUND' | 'ABSENT' | null

interface SeenIdentifiers {
  readonly siren: Sighting
  readonly siret: Sighting
  readonly vatNumber: Sighting
  /** SIRENs of others, each once, in the order of the text. */
  readonly otherSirens: string[]
}

const maxOthers = 20
// Printed numbers are cut by one blank of any kind, a dot or a hyphen, but not by the end of a line.
const gap = '(?:[^\\S\\n]|[.\\-\\u00ad\\u200b\\u2010\\u2011]){0,2}'
const spread = (digits: number) => Array.from({ length: digits }, () => '\\d').join(gap)
// Looking ahead lets matches overlap: a postcode before a number must not swallow its beginning.
const digitsPattern = (digits: number) => new RegExp(`(?<!\\d)(?=(${spread(digits)})(?!\\d))\\d`, 'g')

const siretShape = digitsPattern(14)
const sirenShape = digitsPattern(9)
const frenchVatShape = new RegExp(
  `(?<![A-Z])(F${gap}R${gap}[A-Z\\d]${gap}[A-Z\\d]${gap}${spread(9)})(?!\\d)`,
  'gi',
)
// One nine-digit number in ten passes the key by chance, so a bare one counts only when it is named.
const announcement = /(?:SIREN|SIRET|R\.?\s?C\.?\s?S|RNE|TVA|VAT|IMMATRICUL|IDENTIFI)([^\n]{1,80})/gi

/** Looks for a company's own identifiers in the text of its piece, and for those of somebody else. */
export function identifiersInText(text: string, wanted: WantedIdentifiers): SeenIdentifiers {
  const vats = matches(text, frenchVatShape).filter((vat) => checkVat(vat).ok)
  const sirets = matches(text, siretShape).filter((siret) => checkSiret(siret).ok)
  const sirens = [
    ...vats.flatMap((vat) => sirenOfVat(vat) ?? []),
    ...sirets.map((siret) => siret.slice(0, 9)),
  ]
  const named = findSirens(text)
  const others = [...sirens, ...named].filter((siren) => siren !== wanted.siren && checkSiren(siren).ok)
  return {
    siren: sightIdentifier(wanted.siren, (siren) => sirens.includes(siren) || isPrinted(text, siren)),
    siret: sightIdentifier(wanted.siret, (siret) => isPrinted(text, siret)),
    vatNumber: sightIdentifier(wanted.vatNumber, (vat) => vats.includes(vat) || isPrinted(text, vat)),
    otherSirens: wanted.siren === null ? [] : [...new Set(others)].slice(0, maxOthers),
  }
}

function sightIdentifier(wanted: string | null, isThere: (value: string) => boolean): Sighting {
  if (wanted === null) return null
  return isThere(wanted) ? 'FOUND' : 'ABSENT'
}

function matches(text: string, shape: RegExp): string[] {
  return [...text.matchAll(shape)].map(([, found = '']) => found.replace(/[^A-Z\d]/gi, '').toUpperCase())
}

function findSirens(text: string): string[] {
  return [...text.matchAll(announcement)].flatMap(([, after = '']) => matches(after, sirenShape))
}

function isPrinted(text: string, identifier: string): boolean {
  const body = [...identifier.replace(/[^A-Z\d]/gi, '')].join(gap)
  return body !== '' && new RegExp(`(?<![A-Z\\d])${body}(?![A-Z\\d])`, 'i').test(text)
}
