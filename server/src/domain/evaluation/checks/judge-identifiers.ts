import { identifiersInText, type WantedIdentifiers } from './identifiers-in-text.ts'
import type { Finding } from './finding.ts'

export interface Company extends WantedIdentifiers {
  readonly name: string | null
}

interface ReadFile {
  readonly evidenceId: number
  readonly text: string | null
}

export interface IdentifierJudgement {
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
  const looked = files.map((file) => ({ ...file, ...lookInto(file.text, company) }))
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

function lookInto(text: string | null, company: Company) {
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
