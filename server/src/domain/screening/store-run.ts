import { engineVersion } from '@vigie/matching'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { ScreeningTrigger } from '../../platform/jobs/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { CountedLists } from './lists-in-force.ts'
import type { ScreeningSettings } from './settings.ts'

export interface RunConditions {
  readonly settings: ScreeningSettings
  readonly counted: CountedLists
  readonly trigger: ScreeningTrigger
}

interface RunCounts {
  /** Null: the whole portfolio. */
  readonly thirdpartyId: number | null
  readonly subjects: number
  readonly matches: number
  readonly opened: number
}

/** What was screened with what, also when nothing was found. */
export async function storeRun(
  tx: Tx,
  { accountId }: Scope,
  { settings, counted, trigger }: RunConditions,
  { thirdpartyId, subjects, matches, opened }: RunCounts,
): Promise<number> {
  const { rows } = await sql<{ runId: number }>`
    insert into screening_run (account_id, thirdparty_id, trigger, lists, missing, threshold, engine_version, subjects,
      matches, opened, ran_at)
    select a.account_id, ${thirdpartyId}, ${trigger}, ${JSON.stringify(counted.lists)}::jsonb,
      ${JSON.stringify(counted.missing)}::jsonb, ${settings.threshold}, ${engineVersion}, ${subjects}, ${matches},
      ${opened}, account_now(a.account_id)
    -- An account that has gone meanwhile has no past.
    from account a where a.account_id = ${accountId}
    returning run_id as "runId"`.execute(tx)
  return rows[0]?.runId ?? 0
}
