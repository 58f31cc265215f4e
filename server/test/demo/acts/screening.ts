import { sql } from 'kysely'
import { demoLists, importDemoList } from '../../../src/demo/lists.ts'
import { staffOf, type Colleague } from '../../../src/demo/people.ts'
import { decideHit, type HitDecision } from '../../../src/domain/screening/decide-hit.ts'
import { enqueue } from '../../../src/platform/jobs/index.ts'
import type { Act } from '../act.ts'
import { companiesOf } from '../companies.ts'

/** The lists that have so many versions or more come in, and the portfolio is compared with them. */
export function importLists(daysAgo: number, version: number): Act {
  return {
    daysAgo,
    prepare: async ({ db, scope }) => {
      const { accountId } = scope
      for (const list of demoLists) {
        const rows = list.versions[version - 1]
        if (rows) await importDemoList(db, accountId, list, rows)
      }
      return async (tx) => {
        // Runs say when a list was last confirmed: on the days of the story, not of the recording.
        const { rows } = await sql<{ listId: number }>`
          update watchlist set confirmed_at = account_now(${accountId})
          where owner_account_id = ${accountId} and version = ${version} returning list_id as "listId"`.execute(
          tx,
        )
        for (const { listId } of rows) {
          await enqueue(tx, 'screening.list-changed-account', { accountId, listId, version })
        }
      }
    },
  }
}

/** Somebody looks at the hits of a company. */
export function decideHits(
  daysAgo: number,
  number: number,
  who: Colleague,
  decision: Omit<HitDecision, 'hitId'>,
): Act {
  return {
    daysAgo,
    prepare:
      async ({ scope }) =>
      async (tx) => {
        const staff = await staffOf(tx, scope)
        const [company] = await companiesOf(tx, scope, [number])
        const { rows } = await sql<{ hitId: number }>`
          select h.hit_id as "hitId" from screening_hit h
          where h.account_id = ${scope.accountId} and h.thirdparty_id = ${company?.thirdpartyId ?? 0}
            and h.state in ('OPEN', 'PROPOSED') order by h.hit_id`.execute(tx)
        if (rows.length === 0) throw new Error(`Nothing was found about the company ${number}.`)
        for (const { hitId } of rows) await decideHit(tx, staff[who].scope, { ...decision, hitId })
      },
  }
}
