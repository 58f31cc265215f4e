import type { Settings } from './config-readers.ts'

/** How long an account that leaves has time. */
export interface LeavingConfig {
  /** For how many days an export can be downloaded. */
  readonly exportDays: number
  /** For how many days a deletion can be taken back. */
  readonly graceDays: number
}

export function readLeaving(settings: Settings): LeavingConfig {
  return {
    exportDays: settings.integer('ACCOUNT_EXPORT_DAYS', 7, { min: 1, max: 90 }),
    graceDays: settings.integer('ACCOUNT_DELETION_DAYS', 30, { min: 1, max: 365 }),
  }
}
