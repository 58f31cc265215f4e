import type { Language } from '../../platform/kernel/index.ts'
import { locateField, fieldTitle, wireType, type FormEntry, type Place } from './form-fields.ts'
import { faultMessage, readFormValue, type FormFaultCode, type ValueFault } from './form-values.ts'
import type { FormField } from './form.schema.ts'

export interface GivenAnswer {
  readonly key: string
  readonly value: string
}

interface FormFault {
  readonly pointer: string
  readonly code: FormFaultCode
  readonly message: string
}

interface FormOptions {
  readonly language: Language
  /** A draft may leave answers out; those it gives must be right all the same. */
  readonly draft?: boolean
}

type ParsedForm =
  | { readonly ok: true; readonly formdata: FormEntry[] }
  | { readonly ok: false; readonly faults: FormFault[] }

interface Answered {
  readonly place: Place
  readonly index: number
  readonly value: string
}

const defaultMaxRows = 100

/** Canonical answers in the order of the form, or everything that is wrong with them. */
export function parseForm(
  fields: readonly FormField[],
  given: readonly GivenAnswer[],
  options: FormOptions,
): ParsedForm {
  const reader = new FormReader(fields, options)
  for (const [index, answer] of given.entries()) reader.take(answer, index)
  const formdata = reader.finish()
  return reader.faults.length > 0 ? { ok: false, faults: reader.faults } : { ok: true, formdata }
}

class FormReader {
  readonly faults: FormFault[] = []
  readonly #fields: readonly FormField[]
  readonly #language: Language
  readonly #draft: boolean
  readonly #answers = new Map<string, Answered>()
  /** Given but empty or wrong: told once, not again as missing. */
  readonly #spokenOf = new Map<string, { index: number; faulty: boolean }>()

  constructor(fields: readonly FormField[], { language, draft = false }: FormOptions) {
    this.#fields = fields
    this.#language = language
    this.#draft = draft
  }

  take({ key, value }: GivenAnswer, index: number): void {
    const place = locateField(this.#fields, key)
    if (!place) return this.#refuse(`/formdata/${index}/key`, key, { code: 'FIELD_UNKNOWN' })
    const title = fieldTitle(place, this.#language)
    if (this.#spokenOf.has(key)) {
      return this.#refuse(`/formdata/${index}/key`, title, { code: 'FIELD_REPEATED' })
    }
    const empty = value.trim() === ''
    const read = empty ? null : readFormValue(place.cell, value)
    const fault = read && 'fault' in read ? read.fault : null
    this.#spokenOf.set(key, { index, faulty: fault !== null })
    if (fault) this.#refuse(`/formdata/${index}/value`, title, fault)
    else if (read && 'value' in read) this.#answers.set(key, { place, index, value: read.value })
  }

  finish(): FormEntry[] {
    const found = this.#fields.flatMap((field) =>
      field.type === 'table' ? this.#finishTable(field) : this.#finishField(field),
    )
    return found.map(({ key, place, value }, index) => ({
      type: wireType(place.cell),
      key,
      title: fieldTitle(place, this.#language),
      order: index + 1,
      value,
    }))
  }

  #finishField(field: FormField): (Answered & { key: string })[] {
    const { key, required, requiredUnless } = field
    const place = { field, cell: field, row: null }
    this.#expect(key, place, required || (requiredUnless !== undefined && !this.#answers.has(requiredUnless)))
    const answered = this.#answers.get(key)
    return answered ? [{ key, ...answered }] : []
  }

  #finishTable(field: FormField): (Answered & { key: string })[] {
    const { key, columns = [], required, minRows = required ? 1 : 0, maxRows = defaultMaxRows } = field
    const used = [...this.#answers.values()].filter(({ place }) => place.field === field)
    const rows = [...new Set(used.map(({ place }) => place.row ?? 0))].toSorted((a, b) => a - b)
    const title = field.label[this.#language]
    if (rows.length > maxRows)
      this.#refuse('/formdata', title, { code: 'FIELD_TOO_MANY', params: { limit: maxRows } })
    // A row whose answers were all refused is not a row too few.
    if (!this.#draft && rows.length < minRows && !this.#hasFaultIn(key)) {
      this.#refuse('/formdata', title, { code: 'FIELD_TOO_FEW', params: { limit: minRows } })
    }
    // Rows left empty close up, so what is stored counts from 0 without gaps.
    return rows.flatMap((row, position) =>
      columns.flatMap((cell) => {
        const givenKey = `${key}.${row}.${cell.key}`
        this.#expect(givenKey, { field, cell, row }, cell.required)
        const answered = this.#answers.get(givenKey)
        const place = { field, cell, row: position }
        return answered ? [{ ...answered, place, key: `${key}.${position}.${cell.key}` }] : []
      }),
    )
  }

  #expect(key: string, place: Place, required: boolean): void {
    if (this.#draft) return
    const spoken = this.#spokenOf.get(key)
    const pointer = spoken ? `/formdata/${spoken.index}/value` : '/formdata'
    const title = fieldTitle(place, this.#language)
    const answered = this.#answers.get(key)
    if (!answered && required && !spoken?.faulty) this.#refuse(pointer, title, { code: 'FIELD_REQUIRED' })
    if (answered && place.cell.mustBeTrue && answered.value !== 'true') {
      this.#refuse(pointer, title, { code: 'COMMITMENT_REQUIRED' })
    }
  }

  #hasFaultIn(table: string): boolean {
    return [...this.#spokenOf].some(([key, { faulty }]) => faulty && key.startsWith(`${table}.`))
  }

  #refuse(pointer: string, title: string, fault: ValueFault): void {
    this.faults.push({ pointer, code: fault.code, message: faultMessage(title, fault, this.#language) })
  }
}
