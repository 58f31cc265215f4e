import { validateIBAN, ValidationErrorsIBAN } from 'ibantools'
import { dayOfForm, type Language } from '../../platform/kernel/index.ts'
import type { FormColumn, FormField } from './form.schema.ts'

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

type ReadValue = { readonly value: string } | { readonly fault: ValueFault }

const defaultMaxLength = 1_000

// A line of text has no use for them, PostgreSQL and PDF readers none either.
// oxlint-disable-next-line no-control-regex -- finding them is the purpose
const unwanted = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\p{Cs}/u

/** The canonical form of one answer. An empty value is no answer and is dealt with before. */
export function readFormValue(cell: FormField | FormColumn, given: string): ReadValue {
  const value = given.replaceAll('\r\n', '\n').normalize('NFC').trim()
  if (unwanted.test(value)) return valueFault('FIELD_CHARACTERS')
  const limit = cell.maxLength ?? defaultMaxLength
  if (value.length > limit) return valueFault('FIELD_TOO_LONG', { limit })
  switch (cell.type) {
    case 'date':
      return dayOfForm(value) ? { value } : valueFault('DATE_INVALID')
    case 'number':
      return readNumber(cell, value)
    case 'boolean':
      return value === 'true' || value === 'false' ? { value } : valueFault('FIELD_TYPE')
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
  if (!number.test(value) || digits > 15 || (integer && value.includes('.')))
    return valueFault('NUMBER_INVALID')
  const read = Number(value)
  if (read < (min ?? -Infinity) || read > (max ?? Infinity)) {
    return valueFault('FIELD_RANGE', { min: min ?? '−∞', max: max ?? '+∞' })
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
  return grave || !/^[A-Z0-9]+$/.test(value) ? valueFault('IBAN_INVALID') : { value }
}

function readChoice({ choices = [] }: FormField | FormColumn, value: string): ReadValue {
  const codes = choices.map(({ code }) => code)
  return codes.includes(value) ? { value } : valueFault('FIELD_ENUM', { values: codes.join(', ') })
}

function valueFault(code: FormFaultCode, params?: ValueFault['params']): ReadValue {
  return { fault: params ? { code, params } : { code } }
}

const sentences: Record<FormFaultCode, Record<Language, string>> = {
  FIELD_REQUIRED: { en: 'an answer is needed.', fr: 'une réponse est attendue.' },
  FIELD_UNKNOWN: { en: 'the form has no such question.', fr: 'le formulaire n’a pas cette question.' },
  FIELD_REPEATED: { en: 'answered twice.', fr: 'deux réponses données.' },
  FIELD_TOO_LONG: { en: 'at most {limit} characters.', fr: 'au plus {limit} caractères.' },
  FIELD_TOO_MANY: { en: 'at most {limit} rows.', fr: 'au plus {limit} lignes.' },
  FIELD_TOO_FEW: { en: 'at least {limit} rows.', fr: 'au moins {limit} lignes.' },
  FIELD_CHARACTERS: {
    en: 'contains a character that cannot be stored.',
    fr: 'contient un caractère qui ne peut être conservé.',
  },
  FIELD_TYPE: { en: 'answer true or false.', fr: 'répondez true ou false.' },
  FIELD_ENUM: { en: 'choose one of {values}.', fr: 'choisissez parmi {values}.' },
  FIELD_RANGE: { en: 'must be between {min} and {max}.', fr: 'doit être compris entre {min} et {max}.' },
  DATE_INVALID: {
    en: 'write a date that exists as DD/MM/YYYY.',
    fr: 'écrivez une date réelle sous la forme JJ/MM/AAAA.',
  },
  NUMBER_INVALID: {
    en: 'write a number of at most 15 digits, with a point for decimals where they are allowed.',
    fr: 'écrivez un nombre d’au plus 15 chiffres, avec un point pour les décimales si elles sont admises.',
  },
  IBAN_INVALID: {
    en: 'the IBAN has the wrong length for its country or a wrong check digit.',
    fr: 'l’IBAN n’a pas la longueur prévue pour son pays ou sa clé est fausse.',
  },
  COMMITMENT_REQUIRED: { en: 'this must be agreed to.', fr: 'cet engagement doit être accepté.' },
}

export function faultMessage(title: string, { code, params = {} }: ValueFault, language: Language): string {
  const sentence = sentences[code][language].replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]))
  return `${title}${language === 'fr' ? ' : ' : ': '}${sentence}`
}
