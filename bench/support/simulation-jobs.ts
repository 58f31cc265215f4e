import { setTimeout as delay } from 'node:timers/promises'
import { isIdle } from '../growth.ts'
import { bringList } from './simulation-model.ts'
import type { Reader } from './simulation-places.ts'
import type { Tools } from './tools.ts'

/**
 * What the clock starts each day and sends nothing outside, in the order of its hours. Indicators are measured in one
 * account: their cost follows the companies, and the whole would take as long as all else together.
 */
export const dailyTasks = [
  'relationships.expire',
  'rules.apply-all',
  'retention.run',
  'responses.expire-drafts',
  'responses.expire',
  'files.sweep',
  'screening.daily',
  'alerts.clean',
  'statistics.refresh-all',
  'renewals.run',
  'thirdparties.fold-counts',
  'findings.remind',
] as const

async function becomesIdle(tools: Tools, end: number): Promise<boolean> {
  while (performance.now() < end) {
    if (await isIdle(tools)) return true
    await delay(50)
  }
  return false
}

/** From the moment it is asked for until nothing that followed from it is left to do; null if that is not before `end`. */
async function secondsUntilIdle(
  tools: Tools,
  end: number,
  start: () => Promise<unknown>,
): Promise<number | null> {
  if (!(await becomesIdle(tools, end))) return null
  const began = performance.now()
  await start()
  return (await becomesIdle(tools, end)) ? (performance.now() - began) / 1000 : null
}

export function secondsOfTask(tools: Tools, task: string, end: number): Promise<number | null> {
  return secondsUntilIdle(tools, end, () =>
    tools.client.query(`select graphile_worker.add_job($1, '{}'::json, job_key := 'bench:' || $1)`, [task]),
  )
}

/** All indicators of an account, for each thousand of its companies. */
export async function secondsOfIndicators(
  tools: Tools,
  { accountId, companies }: Reader,
  end: number,
): Promise<number | null> {
  const payload = { accountId, thirdpartyIds: null }
  const seconds = await secondsUntilIdle(tools, end, () =>
    tools.client.query(`select graphile_worker.add_job('indicators.recompute', $1::json)`, [payload]),
  )
  return seconds === null ? null : (seconds / companies) * 1_000
}

/** A version of the list with a hundred entries more, until every account was compared with them. */
export async function secondsOfList(tools: Tools, end: number): Promise<number | null> {
  const { rows } = await tools.client.query<{ versions: string }>(
    `select count(*) as versions from watchlist_version v join watchlist l using (list_id)
     where v.state in ('IN_FORCE', 'REPLACED') and l.source = 'OPENSANCTIONS_SANCTIONS'`,
  )
  const added = 100 * Number(rows[0]?.versions ?? 1)
  return secondsUntilIdle(tools, end, () => bringList(tools.db, added))
}
