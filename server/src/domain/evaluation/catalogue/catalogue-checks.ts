import { isScored, type FormColumn, type FormField } from '../../forms/index.ts'
import type { ApprovalStep, DocumentType, DossierType } from './catalogue.schema.ts'

/** What a schema cannot see. Also for types edited by an account: each sentence is one fault. */
export function documentTypeFaults(type: DocumentType): string[] {
  const { kind, fields, acceptedFileTypes, validity, effectiveDateField, expectedScore } = type
  const dates = new Set(fields.filter((field) => field.type === 'date').map(({ key }) => key))
  const takesForm = kind === 'FORM' || kind === 'FILE_AND_FORM'
  const takesFile = kind === 'FILE' || kind === 'FILE_AND_FORM'
  const named = [effectiveDateField, validity.kind === 'FIELD' ? validity.field : undefined]
  return [
    ...(kind === 'CHECK' && type.answeredBy === 'ACCOUNT' ? ['a CHECK is answered by the service'] : []),
    ...(takesForm === fields.length > 0 ? [] : [`a ${kind} has ${takesForm ? 'no fields' : 'fields'}`]),
    ...(takesFile === acceptedFileTypes.length > 0
      ? []
      : [`a ${kind} accepts ${takesFile ? 'no file type' : 'file types'}`]),
    ...named
      .filter((key) => key !== undefined && !dates.has(key))
      .map((key) => `${key} is no date of the form`),
    ...(expectedScore === null || kind === 'CHECK' || fields.some(isScored)
      ? []
      : ['a score is expected but nothing is scored']),
    ...findRepeated(fields.map(({ key }) => key)).map((key) => `field ${key} appears twice`),
    ...fields.flatMap((field) => fieldFaults(field, fields)),
  ]
}

/** Documents must exist, once each; a group of alternatives has at least two members. */
export function dossierTypeFaults(type: DossierType, knownCodes: ReadonlySet<string>): string[] {
  const codes = type.documents.map(({ code }) => code)
  const groups = type.documents.flatMap(({ alternativeGroup }) => alternativeGroup ?? [])
  return [
    ...codes
      .filter((code) => !knownCodes.has(code))
      .map((code) => `document ${code} is not in the catalogue`),
    ...findRepeated(codes).map((code) => `document ${code} appears twice`),
    ...groups
      .filter((group) => !findRepeated(groups).includes(group))
      .map((group) => `group ${group} has one member`),
    ...approvalFaults(type.approvalSteps ?? []),
  ]
}

function approvalFaults(steps: readonly ApprovalStep[]): string[] {
  return [
    ...findRepeated(steps.map(({ key }) => key)).map((key) => `step ${key} appears twice`),
    ...steps
      .filter(({ need, count }) => (need === 'COUNT') !== (count !== undefined))
      .map(({ key }) => `step ${key}: a count goes with COUNT`),
  ]
}

export function findRepeated(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))]
}

function fieldFaults(field: FormField, fields: readonly FormField[]): string[] {
  const { key, type, columns, minRows, maxRows, requiredUnless } = field
  const rows = minRows !== undefined || maxRows !== undefined
  const inner = columns ?? []
  return [
    ...plainFaults(field),
    ...((type === 'table') === (columns !== undefined) ? [] : [`${key}: columns go with a table`]),
    ...(rows && type !== 'table' ? [`${key}: rows go with a table`] : []),
    ...(minRows !== undefined && maxRows !== undefined && minRows > maxRows
      ? [`${key}: more rows than allowed`]
      : []),
    ...(requiredUnless === undefined ||
    fields.some((other) => other.key === requiredUnless && other !== field)
      ? []
      : [`${key}: ${requiredUnless} is no other field`]),
    ...findRepeated(inner.map((column) => column.key)).map((column) => `${key}.${column} appears twice`),
    ...inner.flatMap((column) => plainFaults(column).map((fault) => `${key}.${fault}`)),
  ]
}

function plainFaults(field: FormField | FormColumn): string[] {
  const { key, type, choices, weight, mustBeTrue, min, max, integer } = field
  const bounded = min !== undefined || max !== undefined || integer !== undefined
  return [
    ...((type === 'choice') === (choices !== undefined) ? [] : [`${key}: choices go with a choice`]),
    ...findRepeated((choices ?? []).map(({ code }) => code)).map(
      (code) => `${key}: choice ${code} appears twice`,
    ),
    ...(weight !== undefined && !isScored(field) ? [`${key}: a weight without scores`] : []),
    ...(mustBeTrue && type !== 'boolean' ? [`${key}: only a boolean can be a commitment`] : []),
    ...(bounded && type !== 'number' ? [`${key}: bounds go with a number`] : []),
    ...(min !== undefined && max !== undefined && min > max ? [`${key}: bounds are reversed`] : []),
  ]
}
