import { isProblem } from '../../api/problem.ts'
import { createStore } from '../create-store.ts'
import { removeStored, writeStored, readStored } from '../device-storage.ts'
import { portalApi, type Checked, type FormData, type FormField, type OneRequest } from '../portal-api.ts'
import { queryClient, requestQuery } from '../queries.ts'
import { faultsByKey, type Faults } from './faults.ts'
import {
  entriesOf,
  entryOf,
  formerValues,
  rowsFor,
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
}

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
  readonly #documentId: number
  readonly #localKey: string
  readonly #takesDate: boolean
  readonly #store
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<void> | null = null
  #pauseMs = firstPauseMs
  #hasUnsaved = false

  constructor(request: OneRequest, contactId: number) {
    this.#documentId = request.documentId
    this.#localKey = `form:${contactId}:${request.documentId}`
    this.#takesDate = request.kind === 'FILE'
    this.fields = request.formFields ?? []
    const beginning = this.#beginning(request)
    this.#store = createStore(beginning)
    // What could not be saved then is tried, and looked at, again.
    if (beginning.origin === 'device') this.#schedule(0)
  }

  use = () => this.#store.use()

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
    }
  }

  #change(part: Partial<DraftState>): void {
    this.#store.set({ ...this.#store.get(), ...part })
  }

  /** Something was typed. */
  #touch(part: Partial<DraftState>): void {
    this.#change(part)
    const { values, date } = this.#store.get()
    writeStored(this.#localKey, { values, date })
    this.#hasUnsaved = true
    this.#schedule(debounceMs)
  }

  set(key: string, value: string): void {
    const { values, faults } = this.#store.get()
    const { [key]: _mended, ...others } = faults
    this.#touch({ values: { ...values, [key]: value }, faults: others })
  }

  setDate(date: string): void {
    this.#touch({ date })
  }

  addRow(table: string): void {
    const { rows } = this.#store.get()
    this.#change({ rows: { ...rows, [table]: (rows[table] ?? 0) + 1 } })
  }

  removeRow(table: string, row: number): void {
    const { rows, values } = this.#store.get()
    const left = Math.max((rows[table] ?? 1) - 1, 0)
    this.#touch({ values: withoutRow(values, table, row), rows: { ...rows, [table]: left }, faults: {} })
  }

  fault(key: string, message: string): void {
    this.#change({ faults: { ...this.#store.get().faults, [key]: message } })
  }

  /** One answer, as soon as the person has left its field. Offline, it is checked on saving. */
  async check(key: string): Promise<void> {
    const value = this.#store.get().values[key] ?? ''
    const entry = entryOf(this.fields, key, value)
    if (entry === null || value.trim() === '') return
    const { errors } = await this.#checked([entry], false).catch(() => ({ errors: [] }))
    const message = faultsByKey(errors, [entry], this.fields)[key]
    if (message !== undefined && this.#store.get().values[key] === value) this.fault(key, message)
  }

  /** All of it, as it would be sent. Returns what is wrong. */
  async checkAll(): Promise<Faults> {
    if (this.fields.length === 0) return {}
    const { values, rows } = this.#store.get()
    const entries = entriesOf(this.fields, values, rows)
    const { errors } = await this.#checked(entries, true)
    const faults = faultsByKey(errors, entries, this.fields)
    this.#change({ faults })
    return faults
  }

  #checked(formdata: FormData, complete: boolean): Promise<Checked> {
    const path = { documentId: this.#documentId }
    return portalApi.post('/portal/api/requests/{documentId}/check', { path, body: { formdata, complete } })
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
    const { values, rows, date } = this.#store.get()
    this.#change({ save: 'saving' })
    this.#hasUnsaved = false
    const left = await this.#put(values, rows, date)
    const now = this.#store.get()
    const isCurrent = now.values === values && now.date === date
    if (!isCurrent) this.#schedule(debounceMs)
    else if (!left) removeStored(this.#localKey)
    this.#change({ save: left ? 'partly' : 'saved', savedAt: new Date() })
  }

  /** What is wrong the server does not take: it stays on the device, and the rest is saved. True if any was left. */
  async #put(values: Values, rows: Rows, date: string): Promise<boolean> {
    const all = entriesOf(this.fields, values, rows).filter(({ value }) => value.trim() !== '')
    const { faults } = this.#store.get()
    const entries = all.filter(({ key }) => faults[key] === undefined)
    const dated = this.#takesDate ? { effectiveDate: date === '' ? null : date } : {}
    try {
      const formdata = this.fields.length === 0 ? {} : { formdata: entries }
      const draft = await portalApi.put('/portal/api/requests/{documentId}/draft', {
        path: { documentId: this.#documentId },
        body: { ...formdata, ...dated },
      })
      queryClient.setQueryData(requestQuery(this.#documentId).queryKey, (old) => old && { ...old, draft })
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
  }
}
