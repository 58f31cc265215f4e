import { readerOf } from '@vigie/readers'
import { dayOfForm } from '../../../platform/kernel/index.ts'
import type { FormEntry } from '../../forms/index.ts'
import { sureEnough, type ReadField } from '../answers/file-readings.ts'
import type { DocumentType } from '../catalogue/catalogue.schema.ts'

interface Declared {
  readonly type: Pick<DocumentType, 'code' | 'validity'>
  readonly effectiveDate: string | null
  readonly expirationDate: string | null
  readonly form: readonly FormEntry[]
  /** Codes of what the checks found in this file. */
  readonly findings: readonly string[]
}

export interface ComparedField extends ReadField {
  /** What was typed; null where nobody was asked. */
  readonly declared: string | null
  /** Null where there is nothing to compare. */
  readonly agrees: boolean | null
  readonly findings: string[]
}

/** Fields of a reading beside what their sender typed, doubts first; among equals as they were read. */
export function compareFields(fields: readonly ReadField[], declared: Declared): ComparedField[] {
  const compared = fields.map((field): ComparedField => {
    const typed = declaredFor(field.name, declared)
    const agrees = typed === null ? null : isSame(field.value, typed)
    const findings = declared.findings.filter((code) => concerns(code, field, { ...declared, agrees }))
    return { ...field, declared: typed, agrees, findings }
  })
  return compared.toSorted((a, b) => doubtOf(b) - doubtOf(a))
}

function doubtOf({ findings, agrees, confidence }: ComparedField): number {
  if (findings.length > 0 || agrees === false) return 2
  return confidence < sureEnough ? 1 : 0
}

function dateFields(code: string) {
  const reader = readerOf(code)
  return {
    effective: reader?.effective.fields ?? ['issuedOn'],
    expiration: reader?.expiration ?? ['validUntil'],
  }
}

function declaredFor(name: string, { type, form, effectiveDate, expirationDate }: Declared): string | null {
  const { effective, expiration } = dateFields(type.code)
  if (effective[0] === name && effectiveDate !== null) return effectiveDate
  if (type.validity.kind === 'FIELD' && expiration.includes(name) && expirationDate !== null) {
    return dayOfForm(entryOf(form, type.validity.field) ?? '') ?? expirationDate
  }
  const entry = entryOf(form, name)
  return entry === undefined ? null : (dayOfForm(entry) ?? entry)
}

const entryOf = (form: readonly FormEntry[], key: string): string | undefined =>
  form.find((entry) => entry.key === key)?.value

/** Whatever the blanks, case, accents and points; amounts as numbers. */
function isSame(read: string, typed: string): boolean {
  const amount = /^(\d+(?:\.\d+)?) [A-Z]{3}$/.exec(read)
  if (amount) return Number(amount[1]) === Number(typed.replaceAll(/\s/g, '').replace(',', '.'))
  return plain(read) === plain(typed)
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
}

const ofCompany = new Set(['SUBJECT_NOT_ANCHORED', 'OTHER_COMPANY_IDENTIFIER', 'IDENTIFIER_ABSENT'])
const ofIssue = new Set(['issuedOn', 'certifiedOn', 'stateOn'])

/** Whether a finding about the file is about this field. */
function concerns(
  code: string,
  { name }: ReadField,
  { type, agrees }: Declared & { readonly agrees: boolean | null },
): boolean {
  if (ofCompany.has(code)) return name.startsWith('company')
  const { effective, expiration } = dateFields(type.code)
  const isDate = effective.includes(name) || expiration.includes(name)
  switch (code) {
    case 'DATE_MISMATCH':
      return isDate && agrees === false
    case 'FIELD_MISMATCH':
      return !isDate && agrees === false
    case 'PRINTED_DATE_IN_FUTURE':
      return ofIssue.has(name)
    case 'PRINTED_EXPIRED':
      return (expiration.length > 0 ? expiration : effective.slice(0, 1)).includes(name)
    case 'PERIOD_DISORDERED':
      return isDate
    default:
      return false
  }
}
