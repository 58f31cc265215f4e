import { findField } from './find-field.ts'
import { findAll, type Reader } from './reader.ts'
import { wordsOf } from './text/fold.ts'
import { boxOf, startsCell, type Box, type Line } from './text/layout.ts'
import { identifiersIn, type Scheme } from './values/identifiers.ts'

export interface SubjectIdentifier {
  readonly scheme: Scheme
  readonly value: string
  readonly confidence: number
  readonly page: number
  readonly box: Box | null
}

export interface Subject {
  /** What is written where the document says whom it is about. */
  readonly names: readonly { readonly value: string; readonly page: number; readonly box: Box | null }[]
  readonly identifiers: readonly SubjectIdentifier[]
}

const linesBefore = 3
const linesAfter = 7
const mostApart = 130
// An insurer, a bank or a broker names its own number with its capital or its authority.
const ofIssuer =
  /CAPITAL|REGIE? PAR LE CODE|ORIAS|ACPR|SIEGE SOCIAL DE L'ASSUREUR|INTRACOMMUNAUTAIRE DE L'ASSUREUR|AUTHORISED|REGULATED/

/** Numbers and names next to the words that announce whom a document is about. */
export function findSubject(lines: readonly Line[], { subjects }: Pick<Reader, 'subjects'>): Subject {
  const anchors = lines.flatMap((line, index) =>
    subjects.flatMap((pattern) =>
      findAll(pattern, line.folded).map(({ start, end }) => ({
        line,
        index,
        start,
        box: boxOf(line, start, end),
        isInSentence: !startsCell(line, start),
      })),
    ),
  )
  const identifiers = lines.flatMap((line, index) =>
    identifiersIn(line.folded).flatMap((found): SubjectIdentifier[] => {
      if (ofIssuer.test(line.folded)) return []
      const box = boxOf(line, found.start, found.end)
      const isNear = anchors.some((anchor) => {
        const apart = index - anchor.index
        if (anchor.line.page !== line.page || apart < -linesBefore || apart > linesAfter) return false
        if (anchor.box === null || box === null) return true
        if (anchor.isInSentence && goesOn(anchor.line, line, apart)) return true
        // A block to the left of the anchor is somebody else's.
        return Math.abs(box.y - anchor.box.y) <= mostApart && box.x >= anchor.box.x - 40
      })
      const confidence = found.isRepaired ? 0.85 : 0.95
      return isNear ? [{ scheme: found.scheme, value: found.value, confidence, page: line.page, box }] : []
    }),
  )
  const names = subjects.flatMap((label) => {
    const found = findField(lines, { name: 'companyName', kind: 'name', labels: [label] })
    return found ? [{ value: found.value, page: found.page, box: found.box }] : []
  })
  return { names, identifiers }
}

const sentenceLines = 3

/** A sentence goes on at the margin that it began at. */
function goesOn(first: Line, later: Line, apart: number): boolean {
  if (first.box === null || later.box === null || apart < 0 || apart > sentenceLines) return false
  return Math.abs(first.box.x - later.box.x) < first.box.height
}

export interface KnownCompany {
  readonly name: string | null
  readonly siren: string | null
  readonly siret: string | null
  readonly vatNumber: string | null
}

export type Anchoring = 'IDENTIFIER' | 'NAME' | 'SOMEBODY_ELSE' | 'NOBODY'

/** How the subject of a document is this company, if it is. */
export function anchorCompany(subject: Subject, company: KnownCompany): Anchoring {
  const sirens = new Set(subject.identifiers.flatMap(sirenOf))
  const isNumbered =
    (company.siren !== null && sirens.has(company.siren)) ||
    subject.identifiers.some(({ value }) => value === company.vatNumber || value === company.siret)
  const others = [...sirens].filter((siren) => siren !== company.siren)
  if (isNumbered) return others.length === 0 ? 'IDENTIFIER' : 'SOMEBODY_ELSE'
  const isNamed = subject.names.some(({ value }) => isSameName(value, company.name ?? ''))
  if (company.siren !== null && others.length > 0) return 'SOMEBODY_ELSE'
  return isNamed ? 'NAME' : 'NOBODY'
}

function sirenOf({ scheme, value }: SubjectIdentifier): string[] {
  if (scheme === 'SIREN') return [value]
  if (scheme === 'SIRET') return [value.slice(0, 9)]
  return scheme === 'VAT' && value.startsWith('FR') ? [value.slice(-9)] : []
}

const forms = new Set(
  'SA SAS SASU SARL EURL SCI SNC SCOP SCA SE EI EIRL STE SOCIETE GMBH AG KG LTD LIMITED PLC LLP INC LLC BV NV SRL SPA SL LDA AB OY AS APS THE ET AND CO CIE'.split(
    ' ',
  ),
)

/** The same words, whatever the legal form, accents and case: a longer name is another company of the group. */
export function isSameName(one: string, other: string): boolean {
  const significant = (name: string) => {
    const words = wordsOf(name.replaceAll('.', '')).filter((word) => !forms.has(word))
    return words.toSorted().join(' ')
  }
  const words = significant(one)
  return words !== '' && words === significant(other)
}
