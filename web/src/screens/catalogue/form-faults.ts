import type { DocumentDefinition, FormColumn, FormField } from './catalogue.queries.ts'
import { datesOf, isFilled } from './definition-draft.ts'

type Question = FormField | FormColumn

const keyPattern = /^[a-z][A-Za-z0-9]{0,59}$/

/** What is wrong with the key of a question among those of its form or table. */
export function keyFault(key: string, all: readonly Question[]): 'keyInvalid' | 'keyTwice' | null {
  if (!keyPattern.test(key)) return 'keyInvalid'
  return all.filter((one) => one.key === key).length > 1 ? 'keyTwice' : null
}

export const hasTooFewChoices = ({ type, choices = [] }: Question) => type === 'choice' && choices.length < 2

export const rowsReversed = ({ minRows, maxRows }: FormField) =>
  minRows !== undefined && maxRows !== undefined && minRows > maxRows

export const areBoundsReversed = ({ min, max }: Question) =>
  min !== undefined && max !== undefined && min > max

/** What is not shown at once: whether something in it is wrong. */
export function hasFaultyDetails(question: Question): boolean {
  const isPartlyFilled = [question.help, question.section].some((text) => text && !isFilled(text))
  return isPartlyFilled || areBoundsReversed(question)
}

function isValidQuestion(question: Question, all: readonly Question[]): boolean {
  const { key, label, choices = [] } = question
  const areChoicesFilled = choices.every((choice) => isFilled(choice.label))
  return (
    isFilled(label) &&
    keyFault(key, all) === null &&
    areChoicesFilled &&
    !hasTooFewChoices(question) &&
    !hasFaultyDetails(question)
  )
}

function isValidField(field: FormField, all: readonly FormField[]): boolean {
  const { type, columns = [] } = field
  const isTable = type !== 'table' || columns.length > 0
  return (
    isValidQuestion(field, all) &&
    isTable &&
    !rowsReversed(field) &&
    columns.every((column) => isValidQuestion(column, columns))
  )
}

/** It ends with a date of the form, and the form has no such date, or no longer. */
export function lacksEndDate(draft: DocumentDefinition): boolean {
  const { validity } = draft
  return validity.kind === 'FIELD' && datesOf(draft).every(({ key }) => key !== validity.field)
}

/** Whether all is said that the page can see to; the server sees the rest. */
export function isCompleteDocument(draft: DocumentDefinition): boolean {
  const { name, purpose, legalBasis, kind, fields, acceptedFileTypes } = draft
  const hasForm = !kind.includes('FORM') || fields.length > 0
  const hasFiles = !kind.includes('FILE') || acceptedFileTypes.length > 0
  const requested = kind.includes('FORM') ? fields : []
  return (
    [name, purpose, legalBasis].every(isFilled) &&
    hasForm &&
    hasFiles &&
    !lacksEndDate(draft) &&
    requested.every((field) => isValidField(field, requested))
  )
}
