import type { DocumentDefinition, FormColumn, FormField } from './catalogue.queries.ts'
import { datesOf, isSaid } from './definition-draft.ts'

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
  const isHalfSaid = [question.help, question.section].some((text) => text && !isSaid(text))
  return isHalfSaid || areBoundsReversed(question)
}

function isSound(question: Question, all: readonly Question[]): boolean {
  const { key, label, choices = [] } = question
  const areChoicesSaid = choices.every((choice) => isSaid(choice.label))
  return (
    isSaid(label) &&
    keyFault(key, all) === null &&
    areChoicesSaid &&
    !hasTooFewChoices(question) &&
    !hasFaultyDetails(question)
  )
}

function isSoundField(field: FormField, all: readonly FormField[]): boolean {
  const { type, columns = [] } = field
  const isTable = type !== 'table' || columns.length > 0
  return (
    isSound(field, all) &&
    isTable &&
    !rowsReversed(field) &&
    columns.every((column) => isSound(column, columns))
  )
}

/** It ends with a date of the form, and the form has no such date, or no longer. */
export function endsWithNothing(draft: DocumentDefinition): boolean {
  const { validity } = draft
  return validity.kind === 'FIELD' && datesOf(draft).every(({ key }) => key !== validity.field)
}

/** Whether all is said that the page can see to; the server sees the rest. */
export function isCompleteDocument(draft: DocumentDefinition): boolean {
  const { name, purpose, legalBasis, kind, fields, acceptedFileTypes } = draft
  const hasForm = !kind.includes('FORM') || fields.length > 0
  const hasFiles = !kind.includes('FILE') || acceptedFileTypes.length > 0
  const asked = kind.includes('FORM') ? fields : []
  return (
    [name, purpose, legalBasis].every(isSaid) &&
    hasForm &&
    hasFiles &&
    !endsWithNothing(draft) &&
    asked.every((field) => isSoundField(field, asked))
  )
}
