import { validateIBAN, ValidationErrorsIBAN } from 'ibantools'
import type { FormColumn, FormField } from './form.schema.ts'
import { dayOfForm } from '../../platform/kernel/index.ts'

export type FormFaultCode =
  | 'FIELD_REQUIRED'
  | 'FIELD_UNKNOWN'
  | 'FIELD_REPEATED'
  | 'FIELD_TOO_LONG'
  | 'FIELD_TOO_MANY'
  | 'FIELD_TOO_FEW'
  | 'FIELD_CHARACTERS'
  | 'FIELD_TYPE'
  | 'FIELD_ENUM'
  | 'FIELD_RANGE'
  | 'DATE_INVALID'
  | 'NUMBER_INVALID'
  | 'IBAN_INVALID'
  | 'COMMITMENT_REQUIRED'

export interface ValueFault {
  readonly code: FormFaultCode
  readonly params?: Readonly<Record<string, string | number>>
}

export type ReadValue = { readonly value: string } | { readonly fault: ValueFault }

export const defaultMaxLength = 1_000

// A line of text has no use for them, PostgreSQL and PDF readers none either.
// oxlint-disable-next-line no-control-regex -- finding them is the purpose
const unwanted = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\p{Cs}/u

/** The canonical form of one answer. An empty value is no answer and is dealt with before. */
export function readValue(cell: FormField | FormColumn, given: string): ReadValue {
  const value = given.replaceAll('\r\n', '\n').normalize('NFC').trim()
  if (unwanted.test(value)) return failed('FIELD_CHARACTERS')
  const limit = cell.maxLength ?? defaultMaxLength
  if (value.length > limit) return failed('FIELD_TOO_LONG', { limit })
  switch (cell.type) {
    case 'date':
      return dayOfForm(value) ? { value } : failed('DATE_INVALID')
    case 'number':
      return readNumber(cell, value)
    case 'boolean':
      return value === 'true' || value === 'false' ? { value } : failed('FIELD_TYPE')
    case 'iban':
      return readIban(value)
    case 'choice':
      return readChoice(cell, value)
    default:
      return { value }
  }
}

// At most 15 digits in all: a double holds those exactly.
const number = /^-?(0|[1-9]\d*)(\.\d+)?$/

function readNumber({ min, max, integer }: FormField | FormColumn, value: string): ReadValue {
  const digits = value.replace(/\D/g, '').length
  if (!number.test(value) || digits > 15 || (integer && value.includes('.'))) return failed('NUMBER_INVALID')
  const read = Number(value)
  if (read < (min ?? -Infinity) || read > (max ?? Infinity)) {
    return failed('FIELD_RANGE', { min: min ?? '−∞', max: max ?? '+∞' })
  }
  return { value: String(read === 0 ? 0 : value) }
}

/**
 * Length, structure and mod 97. The national key is left to the automatic check, which reports it:
 * a form is refused only for what its sender can see to be mistyped.
 */
function readIban(given: string): ReadValue {
  const value = given.replace(/[\s.-]/g, '').toUpperCase()
  const { errorCodes } = validateIBAN(value)
  const grave = errorCodes.some((code) => code !== ValidationErrorsIBAN.WrongAccountBankBranchChecksum)
  return grave || !/^[A-Z0-9]+$/.test(value) ? failed('IBAN_INVALID') : { value }
}

function readChoice({ choices = [] }: FormField | FormColumn, value: string): ReadValue {
  const codes = choices.map(({ code }) => code)
  return codes.includes(value) ? { value } : failed('FIELD_ENUM', { values: codes.join(', ') })
}

function failed(code: FormFaultCode, params?: ValueFault['params']): ReadValue {
  return { fault: params ? { code, params } : { code } }
}
