import { sql } from 'kysely'
import { approveResponse, rejectResponse } from '../../../src/domain/evaluation/index.ts'
import { openRejected } from '../../../src/domain/findings/index.ts'
import type { ReadTx } from '../../../src/platform/db/index.ts'
import type { Scope } from '../../../src/platform/kernel/index.ts'
import type { Act } from '../act.ts'
import { companiesOf } from '../companies.ts'
import { staffOf } from '../../../src/demo/people.ts'

const unguarded = { expectVersion: () => undefined, requireProof: () => undefined }

/** What these companies have sent is accepted, all of it. */
export function approve(
  daysAgo: number,
  numbers: readonly number[],
  by: 'reviewer' | 'finance' = 'reviewer',
): Act {
  return {
    daysAgo,
    prepare:
      async ({ scope }) =>
      async (tx) => {
        const decider = (await staffOf(tx, scope))[by]
        for (const { responseId } of await pendingOf(tx, scope, numbers)) {
          await approveResponse(tx, decider.scope, { responseId, comment: null, ...unguarded })
        }
      },
  }
}

export interface Refusal {
  readonly number: number
  readonly code: string
  readonly comment: string
  readonly shared: boolean
  readonly fraud?: boolean
  /** What is held against the company from then on. */
  readonly finding?: Parameters<typeof openRejected>[3]
}

/** Of what a company has sent, one piece is turned down; the rest is accepted. */
export function refuse(daysAgo: number, refusal: Refusal): Act {
  const { number, code, comment, shared, fraud = false, finding } = refusal
  return {
    daysAgo,
    prepare:
      async ({ scope, publicUrl }) =>
      async (tx) => {
        const { reviewer } = await staffOf(tx, scope)
        for (const pending of await pendingOf(tx, scope, [number])) {
          const command = { responseId: pending.responseId, ...unguarded }
          if (pending.code !== code) {
            await approveResponse(tx, reviewer.scope, { ...command, comment: null })
            continue
          }
          await rejectResponse(tx, reviewer.scope, { ...command, comment, shared, fraud, publicUrl })
          if (finding) await openRejected(tx, reviewer.scope, pending.responseId, finding)
        }
      },
  }
}

/** Answers that wait for somebody, in the order in which answers and dossiers are locked elsewhere. */
async function pendingOf(
  tx: ReadTx,
  scope: Scope,
  numbers: readonly number[],
): Promise<{ responseId: number; code: string }[]> {
  const ids = (await companiesOf(tx, scope, numbers)).map(({ thirdpartyId }) => thirdpartyId)
  const { rows } = await sql<{ responseId: number; code: string }>`
    select r.response_id as "responseId", c.code from response r
    join document c on c.account_id = r.account_id and c.document_id = r.document_id
    join dossier d on d.account_id = r.account_id and d.dossier_id = r.dossier_id and d.archived_at is null
    where r.account_id = ${scope.accountId} and r.thirdparty_id = any(${ids}::bigint[]) and r.state = 'PENDING'
    order by r.dossier_id, r.response_id`.execute(tx)
  return rows
}
