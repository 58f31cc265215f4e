import { readerOf } from '@vigie/readers'
import type { FormField } from '../../forms/index.ts'
import type { DocumentType } from '../catalogue/catalogue.schema.ts'
import { sureEnough, type ReadField, type StoredReading } from './file-readings.ts'

interface Suggestion {
  /** As the wire has it: days of forms are DD/MM/YYYY. */
  readonly value: string
  readonly fileId: number
  readonly page: number
}

export interface Suggestions {
  /** YYYY-MM-DD; of a piece without a form. */
  readonly effectiveDate: Suggestion | null
  readonly fields: readonly (Suggestion & { readonly key: string })[]
}

type AskedType = Pick<DocumentType, 'code' | 'kind' | 'fields' | 'validity' | 'effectiveDateField'>

/** What files say of the questions their sender is asked, as far as it is sure. The first file that says it counts. */
export function suggestAnswers(type: AskedType, readings: readonly StoredReading[]): Suggestions {
  const found = readings.filter((reading) => isMeant(type, reading)).flatMap(sureFields)
  const first = (names: readonly string[]) =>
    names.flatMap((name) => found.filter((field) => field.name === name)).at(0)
  const dates = dateFields(type)
  const effective = type.kind === 'FILE' ? first(dates.effective) : undefined
  const fields = type.fields.flatMap((field) => {
    const names = namesOf(field.key, type, dates)
    const read = first(names)
    const value = read && wireValue(field, read.value)
    return read && value ? [{ key: field.key, value, fileId: read.fileId, page: read.page }] : []
  })
  return {
    effectiveDate: effective && isDay(effective.value) ? placed(effective) : null,
    fields,
  }
}

/** A reader for one kind finds dates in any other as well, and those of another company are not ours either. */
function isMeant({ code }: AskedType, { reader, kinds, advice }: StoredReading): boolean {
  if (reader === null || advice.includes('OTHER_COMPANY_IDENTIFIER')) return false
  return readerOf(code) === undefined || kinds.includes(code)
}

type Found = ReadField & { readonly fileId: number }

function sureFields({ evidenceId, fields }: StoredReading): Found[] {
  return fields
    .filter(({ confidence }) => confidence >= sureEnough)
    .map((field) => ({ ...field, fileId: evidenceId }))
}

const placed = ({ value, fileId, page }: Found): Suggestion => ({ value, fileId, page })

interface DateFields {
  readonly effective: readonly string[]
  readonly expiration: readonly string[]
}

/** Which fields of a reading are the declared dates. */
function dateFields({ code }: Pick<DocumentType, 'code'>): DateFields {
  const reader = readerOf(code)
  if (reader === undefined) return { effective: ['issuedOn'], expiration: ['validUntil'] }
  return { effective: reader.effective.fields, expiration: reader.expiration }
}

function namesOf(key: string, type: AskedType, dates: DateFields): readonly string[] {
  if (key === type.effectiveDateField) return dates.effective
  if (type.validity.kind === 'FIELD' && key === type.validity.field) return dates.expiration
  return [key]
}

const isDay = (value: string): boolean => /^\d{4}-\d\d-\d\d$/.test(value)

function wireValue({ type, maxLength }: FormField, value: string): string | null {
  switch (type) {
    case 'date':
      return isDay(value) ? value.split('-').toReversed().join('/') : null
    case 'number':
      return /^\d+(?:\.\d+)?/.exec(value)?.[0] ?? null
    case 'iban':
      return value
    case 'string':
      return value.length <= (maxLength ?? Number.POSITIVE_INFINITY) ? value : null
    default:
      return null
  }
}
