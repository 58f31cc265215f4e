import { sql } from 'kysely'
import { recordAdministration } from '../../platform/administration/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { screeningSettings, type ScreeningSettings } from './settings.ts'

export type SettingsChange = Partial<Omit<ScreeningSettings, 'version'>>

/** What decides who is compared with what: a change of these screens the whole portfolio again. */
const matching = ['threshold', 'leftOutLists', 'screensContacts', 'maxListAgeDays'] as const

export async function putSettings(
  tx: Tx,
  scope: Scope,
  change: SettingsChange,
  expectVersion: (version: number) => void,
): Promise<ScreeningSettings> {
  const { accountId } = scope
  const before = await screeningSettings(tx, scope)
  expectVersion(before.version)
  const after = { ...before, ...change }
  await sql`
    insert into screening_settings as s (account_id, threshold, max_list_age_days, left_out_lists, screens_contacts,
      second_person_from, clearance_months, readers_see_hits)
    values (${accountId}, ${after.threshold}, ${after.maxListAgeDays}, ${[...after.leftOutLists]}::bigint[],
      ${after.screensContacts}, ${after.secondPersonFrom}, ${after.clearanceMonths}, ${after.readersSeeHits})
    on conflict (account_id) do update set threshold = excluded.threshold,
      max_list_age_days = excluded.max_list_age_days, left_out_lists = excluded.left_out_lists,
      screens_contacts = excluded.screens_contacts, second_person_from = excluded.second_person_from,
      clearance_months = excluded.clearance_months, readers_see_hits = excluded.readers_see_hits,
      version = s.version + 1, updated_at = now()`.execute(tx)
  recordChange(tx, scope, before, after)
  if (matching.some((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))) {
    const jobKey = `screening.run-all:${accountId}`
    await enqueue(tx, 'screening.run-all', { accountId, trigger: 'SETTINGS_CHANGED' }, { jobKey })
  }
  return screeningSettings(tx, scope)
}

function recordChange(tx: Tx, scope: Scope, before: ScreeningSettings, after: ScreeningSettings): void {
  const names = Object.keys(after) as (keyof ScreeningSettings)[]
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  if (changed.length === 0) return
  const pick = (from: ScreeningSettings) => Object.fromEntries(changed.map((name) => [name, from[name]]))
  recordAdministration(tx, scope, {
    name: 'SETTINGS_CHANGED',
    subject: { type: 'ACCOUNT', id: scope.accountId },
    before: pick(before),
    after: pick(after),
  })
}
