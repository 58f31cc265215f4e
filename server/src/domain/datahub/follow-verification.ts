import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import type { Handler } from '../../platform/jobs/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { GivenValue } from './given-value.ts'

export interface Verification {
  readonly status: string
  readonly date: string | null
  readonly documentId: number
}

/** What the verification of documents found last for the third party. */
export async function lastVerification(
  tx: ReadTx,
  { accountId }: Scope,
  thirdpartyId: number,
): Promise<Verification | null> {
  const { rows } = await sql<Verification>`
    select e.metadata ->> 'doccheck_status' as status, e.document_id as "documentId", d.day::text as date
    from dossier o
    join evidence e on e.account_id = ${accountId} and e.dossier_id = o.dossier_id,
    lateral (select to_date(nullif(e.metadata ->> 'doccheck_date', ''), 'DD/MM/YYYY') as day) d
    where o.account_id = ${accountId} and o.thirdparty_id = ${thirdpartyId}
      and e.metadata ->> 'doccheck_status' in ('VERIFIED', 'REFUSED', 'INCONCLUSIVE')
    order by d.day desc nulls last, e.evidence_id desc limit 1`.execute(tx)
  return rows[0] ?? null
}

/** As a provider would say it. */
export function verificationValue({ status, date, documentId }: Verification): GivenValue {
  return {
    score: null,
    grade: status,
    asOf: date,
    reference: String(documentId),
    url: null,
    rationale: null,
    detail: null,
    items: [],
  }
}

/** The next poll looks again at the third party, unless another provider than our own verification is asked. */
export const followVerification: Handler<'datahub.follow-verification'> = async (payload, { db, scope }) => {
  const { accountId } = scope
  const provider = 'DOCCHECK'
  await db.write(scope, (tx) =>
    tx
      .updateTable('datahub_monitoring')
      .set({ due_at: sql<Date>`account_now(${accountId})` })
      .where('account_id', '=', accountId)
      .where('thirdparty_id', '=', payload.thirdpartyId)
      .where('provider', '=', provider)
      .where('active', '=', true)
      .where((eb) => {
        const asked = eb
          .selectFrom('datahub_provider as p')
          .select('p.provider')
          .where('p.account_id', '=', accountId)
          .where('p.provider', '=', provider)
          .where('p.kind', '<>', 'FILE')
        return eb.not(eb.exists(asked))
      })
      .execute(),
  )
}
