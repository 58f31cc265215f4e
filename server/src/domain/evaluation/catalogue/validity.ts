import { addMonths, dayOfForm, type Day } from '../../../platform/kernel/index.ts'
import type { Criticality, DocumentType, ValidityPolicy } from './catalogue.schema.ts'

export interface AnswerDates {
  /** Printed on the piece; null when nobody has said it. */
  readonly effectiveDate: Day | null
  readonly uploadDate: Day
  readonly formdata?: readonly { readonly key: string; readonly value: string }[] | null
  readonly criticality?: Criticality | null
}

/** The last day on which the answer is still good; null when no date ends it. */
export function expirationDate(policy: ValidityPolicy, answer: AnswerDates): Day | null {
  const start = answer.effectiveDate ?? answer.uploadDate
  switch (policy.kind) {
    case 'MONTHS': {
      const byRisk = answer.criticality ? policy.byCriticality?.[answer.criticality] : undefined
      return addMonths(policy.from === 'UPLOAD_DATE' ? answer.uploadDate : start, byRisk ?? policy.months)
    }
    case 'FIELD': {
      const stated = dayFromForm(policy.field, answer.formdata)
      const latest = policy.maxMonths === undefined ? null : addMonths(start, policy.maxMonths)
      return stated && latest ? (stated < latest ? stated : latest) : (stated ?? latest)
    }
    case 'CALENDAR_YEAR':
      return `${start.slice(0, 4)}-12-31`
    case 'NONE':
    case 'CONTINUOUS':
      return null
  }
}

/** The effective date: the one given with the answer, else the one the type's form asks for. */
export function effectiveDateOf(
  type: Pick<DocumentType, 'effectiveDateField'>,
  given: Day | null,
  formdata: AnswerDates['formdata'],
): Day | null {
  if (given !== null || type.effectiveDateField === undefined) return given
  return dayFromForm(type.effectiveDateField, formdata)
}

function dayFromForm(key: string, formdata: AnswerDates['formdata']): Day | null {
  return dayOfForm(formdata?.find((entry) => entry.key === key)?.value ?? '')
}
