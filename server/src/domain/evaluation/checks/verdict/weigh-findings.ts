import { findingWeights, type Finding, type FindingWeight } from '../../status/response-states.ts'

/** Somebody may have altered the file, or borrowed it. */
const high: ReadonlySet<string> = new Set([
  'PIECE_REUSED',
  'NUMBER_REUSED',
  'PDF_CHANGED_AFTER_SAVE',
  'PDF_TEXT_COVERED',
  'PDF_TEXT_HIDDEN',
  'PDF_MADE_WITH_EDITOR',
  'PRINTED_SPECIMEN',
  'PRINTED_DATE_IN_FUTURE',
  'OTHER_COMPANY_IDENTIFIER',
  'IBAN_CHECK_FAILED',
  'BANK_HOLDER_DIFFERS',
  'DOCCHECK_REFUSED',
  'TRUE_MATCH',
  'INFECTED',
])

/** Nothing but a hint to look: most genuine pieces with it are in order. */
const low: ReadonlySet<string> = new Set([
  'TEXT_UNREADABLE',
  'IDENTIFIER_ABSENT',
  'DATE_NOT_FOUND',
  'PDF_NOT_WHOLLY_READ',
  'EFFECTIVE_LONG_AGO',
  'EXPIRES_SOON',
  'EXPIRES_FAR_AHEAD',
  'PDF_OPEN_ACTION',
  'PDF_ADDITIONAL_ACTIONS',
  'PDF_LINK_TO_LOCAL_FILE',
  'PDF_LINK_TO_OTHER_DOCUMENT',
  'PDF_SUBMITS_FORM',
  'PDF_MEDIA',
  'PDF_MANY_PAGES',
  'PDF_BYTES_AFTER_END',
  'IMAGE_LOCATION',
  'IMAGE_BYTES_AFTER_END',
  'OFFICE_EXTERNAL_LINK',
  'CSV_FORMULA',
])

export function weightOf({ code, weight }: Pick<Finding, 'code' | 'weight'>): FindingWeight {
  if (weight !== undefined) return weight
  if (high.has(code)) return 'HIGH'
  return low.has(code) ? 'LOW' : 'MEDIUM'
}

/** The doubts first; what weighs the same stays in its order. */
export function weighFindings<F extends Pick<Finding, 'code' | 'weight'>>(
  findings: readonly F[],
): (F & { readonly weight: FindingWeight })[] {
  return findings
    .map((finding) => ({ ...finding, weight: weightOf(finding) }))
    .toSorted((a, b) => findingWeights.indexOf(a.weight) - findingWeights.indexOf(b.weight))
}
