import { sql } from 'kysely'
import { recordSetting } from '../../platform/administration/index.ts'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { AppError, type AccountScope, type Scope } from '../../platform/kernel/index.ts'

const shownCodes = 10
// A large portfolio is written once, and while that lasts nobody can add a company.
const longestStatement = '120s'

/** Whether two companies of the account may not share a code. */
export async function keepsCodesUnique(tx: ReadTx, { accountId }: AccountScope): Promise<boolean> {
  const { unique_codes: uniqueCodes } = await tx
    .selectFrom('account')
    .select('unique_codes')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return uniqueCodes
}

/** Switched on, every company takes hold of its code; refused while two have the same, archived ones included. */
export async function setUniqueCodes(tx: Tx, scope: Scope, uniqueCodes: boolean): Promise<void> {
  const { accountId } = scope
  const { unique_codes: before } = await tx
    .selectFrom('account')
    .select('unique_codes')
    .where('account_id', '=', accountId)
    // Waits for whoever is writing a code, and whoever comes meanwhile waits for us.
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (before === uniqueCodes) return
  if (uniqueCodes) await refuseRepeated(tx, scope)
  await tx
    .updateTable('account')
    .set({ unique_codes: uniqueCodes })
    .where('account_id', '=', accountId)
    .execute()
  if (uniqueCodes) await takeHold(tx, scope)
  recordSetting(tx, scope, {
    setting: 'code-settings',
    before: { uniqueCodes: before },
    after: { uniqueCodes },
  })
}

async function refuseRepeated(tx: Tx, { accountId }: Scope): Promise<void> {
  const { rows } = await sql<{
    /** never null: those without a code are left out */
    code: string
    thirdpartyIds: number[]
  }>`
    select code, (array_agg(thirdparty_id order by thirdparty_id))[1:${sql.lit(shownCodes)}] as "thirdpartyIds"
    from thirdparty where account_id = ${accountId} and code is not null
    group by code having count(*) > 1 order by code limit ${shownCodes}`.execute(tx)
  if (rows.length === 0) return
  const codes = rows.map(({ code }) => code).join(', ')
  throw new AppError('CODES_REPEATED', { codes }, { members: { codes: rows } })
}

/** The trigger writes down that the code is held; the index refuses two. */
async function takeHold(tx: Tx, { accountId }: Scope): Promise<void> {
  await sql`set local statement_timeout = ${sql.lit(longestStatement)}`.execute(tx)
  await sql`update thirdparty set code = code
    where account_id = ${accountId} and code is not null and unique_code is null`.execute(tx)
}
