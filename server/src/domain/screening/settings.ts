import { threshold as engineThreshold } from '@vigie/matching'
import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import type { AccountScope } from '../../platform/kernel/index.ts'

export interface ScreeningSettings {
  /** From which score on a person must look. */
  readonly threshold: number
  readonly maxListAgeDays: number
  readonly leftOutLists: readonly number[]
  readonly screensContacts: boolean
  /** From which score on clearing takes two people; null: never. */
  readonly secondPersonFrom: number | null
  /** Null: a clearance holds until something changes. */
  readonly clearanceMonths: number | null
  readonly readersSeeHits: boolean
  readonly version: number
}

export const defaults: ScreeningSettings = {
  threshold: engineThreshold,
  maxListAgeDays: 14,
  leftOutLists: [],
  screensContacts: false,
  secondPersonFrom: null,
  clearanceMonths: 12,
  readersSeeHits: false,
  version: 0,
}

export async function screeningSettings(tx: ReadTx, { accountId }: AccountScope): Promise<ScreeningSettings> {
  const { rows } = await sql<ScreeningSettings>`
    select coalesce(s.threshold, ${engineThreshold})::float8 as threshold, s.max_list_age_days as "maxListAgeDays",
      s.left_out_lists as "leftOutLists", s.screens_contacts as "screensContacts",
      s.second_person_from::float8 as "secondPersonFrom", s.clearance_months as "clearanceMonths",
      s.readers_see_hits as "readersSeeHits", s.version
    from screening_settings s where s.account_id = ${accountId}`.execute(tx)
  return rows[0] ?? defaults
}
