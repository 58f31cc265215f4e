import { createHash } from 'node:crypto'
import { dayOfForm, type Day } from '../../platform/kernel/index.ts'
import type { FormEntry } from '../forms/index.ts'

/** A row of a corrective action plan, as far as it concerns us. Who sees to it stays in the plan, with its retention. */
export interface PlanRow {
  readonly finding: string
  readonly action: string
  readonly dueOn: Day
  readonly isDone: boolean
  /** The same for the same row of a later plan, whatever its date and progress. */
  readonly digest: Buffer
}

const cell = /^actions\.(\d+)\.(\w+)$/

/** Rows that say what is wrong, what is done about it and by when; an account may have changed the form. */
export function planRows(formdata: readonly FormEntry[]): PlanRow[] {
  const rows = new Map<string, Record<string, string>>()
  for (const { key, value } of formdata) {
    const [, row, column] = cell.exec(key) ?? []
    if (row === undefined || column === undefined) continue
    rows.set(row, { ...rows.get(row), [column]: value })
  }
  return [...rows.values()].flatMap(({ finding = '', action = '', dueOn = '', state }) => {
    const day = dayOfForm(dueOn)
    if (day === null || finding.trim() === '' || action.trim() === '') return []
    const digest = createHash('sha256')
      .update(JSON.stringify([foldText(finding), foldText(action)]))
      .digest()
    return [{ finding, action, dueOn: day, isDone: state === 'CLOSED', digest }]
  })
}

/** What two people write of the same thing may differ in spaces and capitals. */
export function foldText(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/g, ' ').trim().toLowerCase()
}
