import type { Settings } from './config-readers.ts'

/** How long an account that leaves has time. */
export interface LeavingConfig {
  /** For how many days an export can be downloaded. */
  readonly exportDays: number
  /** For how many days a deletion can be taken back. */
  readonly graceDays: number
}

/** Exports repeat every file, so they do not stay for long; a deletion leaves time for whoever was away to object. */
export function readLeaving(settings: Settings): LeavingConfig {
  const exportDays = settings.integer('ACCOUNT_EXPORT_DAYS', 7, { min: 1, max: 90 })
  const graceDays = settings.integer('ACCOUNT_DELETION_DAYS', 30, { min: 1, max: 365 })
  return { exportDays, graceDays }
}
