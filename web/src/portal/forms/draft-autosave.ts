import { isProblem } from '../../api/problem.ts'
import { createStore } from '../create-store.ts'
import { removeStored, writeStored, readStored } from '../device-storage.ts'
import type { FormField, OneRequest } from '../portal-api.ts'
import type { DraftService } from './draft-service.ts'
import { faultsByKey, type Faults } from './faults.ts'
import {
  entriesOf,
  entryOf,
  formerValues,
  rowsFor,
  suggestedValues,
  valuesOf,
  withoutRow,
  type Rows,
  type Values,
} from './form-values.ts'

export interface DraftState {
  readonly values: Values
  readonly rows: Rows
  /** The date written on a document that has no form. */
  readonly date: string
  readonly faults: Faults
  readonly save: 'idle' | 'saving' | 'saved' | 'partly' | 'failed'
  readonly savedAt: Date | null
  readonly origin: 'draft' | 'former' | 'device'
  /** What a file answered, by key, with the page it stands on; until somebody touches it. */
  readonly read: Readonly<Record<string, number>>
}

/** What the files of the draft say. */
export interface Suggested {
  readonly effectiveDate: { readonly value: string; readonly page: number } | null
  readonly fields: readonly { readonly key: string; readonly value: string; readonly page: number }[]
}

/** Stands for the date of a document that has no form. */
export const dateKey = '@date'

interface Typed {
  values: Values
  date: string
}

const debounceMs = 700
const firstPauseMs = 4_000
const longestPauseMs = 30_000

/**
 * Keeps what is typed: on the server as a draft, and on this device for as long as the server does not have all of
 * it. Lives beside the page, so that leaving it loses nothing.
 */
export class DraftAutosave {
  readonly fields: readonly FormField[]
  readonly #service: DraftService
  readonly #localKey: string
  readonly #takesDate: boolean
  readonly #store
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<void> | null = null
  #pauseMs = firstPauseMs
  #hasUnsaved = false
  /** What somebody has typed or emptied themselves: no file answers it for them again. */
  readonly #touchedKey: string
  readonly #touched: Set<string>

  constructor(request: OneRequest, contactId: number, service: DraftService) {
    this.#service = service
    this.#localKey = `form:${contactId}:${request.documentId}`
    this.#touchedKey = `form-touched:${contactId}:${request.documentId}`
    this.#touched = new Set((readStored(this.#touchedKey) ?? []) as string[])
    this.#takesDate = request.kind === 'FILE'
    this.fields = request.formFields ?? []
    const beginning = this.#beginning(request)
    this.#store = createStore(beginning)
    // What could not be saved then is tried, and looked at, again.
    if (beginning.origin === 'device') this.#schedule(0)
  }

  use = () => this.#store.use()

  get state(): DraftState {
    return this.#store.get()
  }

  #beginning({ draft, status, answers }: OneRequest): DraftState {
    const local = readStored(this.#localKey) as Typed | null
    const former = formerValues(this.fields, status, answers[0])
    const saved = draft === null ? former : valuesOf(this.fields, draft.form)
    const values = local?.values ?? saved
    const hasFormer = draft === null && Object.keys(former).length > 0
    return {
      values,
      rows: rowsFor(this.fields, values),
      date: local?.date ?? draft?.effectiveDate ?? '',
      faults: {},
      save: 'idle',
      savedAt: null,
      origin: local !== null ? 'device' : hasFormer ? 'former' : 'draft',
      read: {},
    }
  }

  #change(part: Partial<DraftState>): void {
    this.#store.set({ ...this.state, ...part })
  }

  /** Something was typed. */
  #touch(part: Partial<DraftState>): void {
    this.#change(part)
    const { values, date } = this.state
    writeStored(this.#localKey, { values, date })
    this.#hasUnsaved = true
    this.#schedule(debounceMs)
  }

  set(key: string, value: string): void {
    const { values, faults } = this.state
    const { [key]: _mended, ...others } = faults
    this.#own(key)
    this.#touch({ values: { ...values, [key]: value }, faults: others })
  }

  setDate(date: string): void {
    this.#own(dateKey)
    this.#touch({ date })
  }

  #own(key: string): void {
    const { [key]: _checked, ...read } = this.state.read
    this.#change({ read })
    if (this.#touched.has(key)) return
    this.#touched.add(key)
    writeStored(this.#touchedKey, [...this.#touched])
  }

  /** Fills in what files say, where nothing stands yet and nobody has typed. What is the same already is only marked. */
  suggest({ effectiveDate, fields }: Suggested): void {
    const { values, date } = this.state
    const filled: Record<string, string> = {}
    const read: Record<string, number> = {}
    const wire = fields.map(({ key, value }) => ({ key, value }))
    const shown = suggestedValues(this.fields, wire)
    for (const { key, page } of fields) {
      const value = shown[key]
      const present = (values[key] ?? '').trim()
      if (value === undefined || this.#touched.has(key) || (present !== '' && present !== value)) continue
      read[key] = page
      if (present === '') filled[key] = value
    }
    const isDated = effectiveDate !== null && this.#takesDate && !this.#touched.has(dateKey)
    if (isDated && (date === '' || date === effectiveDate.value)) read[dateKey] = effectiveDate.page
    const newDate = isDated && date === '' ? effectiveDate.value : date
    this.#change({ read })
    if (Object.keys(filled).length > 0 || newDate !== date)
      this.#touch({ values: { ...values, ...filled }, date: newDate })
  }

  addRow(table: string): void {
    const { rows } = this.state
    this.#change({ rows: { ...rows, [table]: (rows[table] ?? 0) + 1 } })
  }

  removeRow(table: string, row: number): void {
    const { rows, values } = this.state
    const left = Math.max((rows[table] ?? 1) - 1, 0)
    this.#touch({ values: withoutRow(values, table, row), rows: { ...rows, [table]: left }, faults: {} })
  }

  fault(key: string, message: string): void {
    this.#change({ faults: { ...this.state.faults, [key]: message } })
  }

  /** One answer, as soon as the person has left its field. Offline, it is checked on saving. */
  async check(key: string): Promise<void> {
    const value = this.state.values[key] ?? ''
    const entry = entryOf(this.fields, key, value)
    if (entry === null || value.trim() === '') return
    const { errors } = await this.#service.check([entry], false).catch(() => ({ errors: [] }))
    const message = faultsByKey(errors, [entry], this.fields)[key]
    if (message !== undefined && this.state.values[key] === value) this.fault(key, message)
  }

  /** All of it, as it would be sent. Returns what is wrong. */
  async checkAll(): Promise<Faults> {
    if (this.fields.length === 0) return {}
    const { values, rows } = this.state
    const entries = entriesOf(this.fields, values, rows)
    const { errors } = await this.#service.check(entries, true)
    const faults = faultsByKey(errors, entries, this.fields)
    this.#change({ faults })
    return faults
  }

  #schedule(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.saveNow().catch(() => undefined), ms)
  }

  /** Saves at once; throws what went wrong. */
  async saveNow(): Promise<void> {
    clearTimeout(this.#timer)
    while (this.#running !== null) await this.#running.catch(() => undefined)
    this.#running = this.#save()
    try {
      await this.#running
      this.#pauseMs = firstPauseMs
    } catch (error) {
      this.#hasUnsaved = true
      this.#change({ save: 'failed' })
      if (!isProblem(error) || error.retryable) this.#retryLater()
      throw error
    } finally {
      this.#running = null
    }
  }

  #retryLater(): void {
    this.#schedule(this.#pauseMs)
    this.#pauseMs = Math.min(this.#pauseMs * 2, longestPauseMs)
    window.addEventListener('online', () => this.#schedule(0), { once: true })
  }

  async #save(): Promise<void> {
    const { values, rows, date } = this.state
    this.#change({ save: 'saving' })
    this.#hasUnsaved = false
    const left = await this.#put(values, rows, date)
    const now = this.state
    const isCurrent = now.values === values && now.date === date
    if (!isCurrent) this.#schedule(debounceMs)
    else if (!left) removeStored(this.#localKey)
    this.#change({ save: left ? 'partly' : 'saved', savedAt: new Date() })
  }

  /** What is wrong the server does not take: it stays on the device, and the rest is saved. True if any was left. */
  async #put(values: Values, rows: Rows, date: string): Promise<boolean> {
    const all = entriesOf(this.fields, values, rows).filter(({ value }) => value.trim() !== '')
    const { faults } = this.state
    const entries = all.filter(({ key }) => faults[key] === undefined)
    const dated = this.#takesDate ? { effectiveDate: date === '' ? null : date } : {}
    try {
      const formdata = this.fields.length === 0 ? {} : { formdata: entries }
      await this.#service.save({ ...formdata, ...dated })
      return entries.length < all.length
    } catch (error) {
      const found = isProblem(error) ? faultsByKey(error.errors, entries, this.fields) : {}
      if (Object.keys(found).length === 0) throw error
      this.#change({ faults: { ...faults, ...found } })
      return this.#put(values, rows, date)
    }
  }

  /** The page is left: what was typed last is not waited for. */
  leave(): void {
    if (this.#hasUnsaved) this.#schedule(0)
  }

  /** It was sent or given up: nothing of it is kept here. */
  forget(): void {
    clearTimeout(this.#timer)
    this.#hasUnsaved = false
    removeStored(this.#localKey)
    removeStored(this.#touchedKey)
  }
}
