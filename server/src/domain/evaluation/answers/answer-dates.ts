import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/index.ts'
import type { Day, Scope } from '../../../platform/kernel/index.ts'
import type { FormEntry } from '../../forms/index.ts'
import type { Criticality, DocumentType } from '../catalogue/catalogue.schema.ts'
import { effectiveDateOf, expirationDate } from '../catalogue/validity.ts'

export interface Dates {
  readonly effectiveDate: Day | null
  readonly expirationDate: Day | null
}

interface Facts {
  today: Day
  criticality: Criticality | null
}

interface Dated {
  readonly thirdpartyId: number
  /** Given with the answer; null when nobody has said it. */
  readonly effectiveDate: Day | null
  readonly formdata: readonly FormEntry[] | null
  /** The day it was sent; today unless it was before. */
  readonly uploadDate?: Day
}

/** When an answer took effect and until when the type's policy holds it good. */
export async function datesOf(
  tx: ReadTx,
  scope: Scope,
  type: DocumentType,
  { thirdpartyId, effectiveDate: given, formdata, uploadDate }: Dated,
): Promise<Dates> {
  const { today, criticality } = await datingFacts(tx, scope, thirdpartyId)
  const effectiveDate = effectiveDateOf(type, given, formdata)
  const dates = { effectiveDate, uploadDate: uploadDate ?? today, formdata, criticality }
  return { effectiveDate, expirationDate: expirationDate(type.validity, dates) }
}

async function datingFacts(tx: ReadTx, scope: Scope, thirdpartyId: number): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select (account_now(${scope.accountId}) at time zone 'UTC')::date::text as today,
      (select s.criticality from thirdparty_summary s where s.account_id = ${scope.accountId}
        and s.thirdparty_id = ${thirdpartyId}) as criticality`.execute(tx)
  const [facts] = rows
  if (!facts) throw new Error('The account has no clock.')
  const known = facts.criticality !== null && ['High', 'Medium', 'Low'].includes(facts.criticality)
  return { ...facts, criticality: known ? facts.criticality : null }
}
