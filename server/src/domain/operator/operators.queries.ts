import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import { AppError, formatDateTime } from '../../platform/kernel/index.ts'
import { normalEmail } from '../accounts/index.ts'

export interface OperatorView {
  operatorId: number
  email: string
  addedAt: string
  setUpAt: string | null
  signedInAt: string | null
}

export async function listOperators(tx: ReadTx): Promise<OperatorView[]> {
  const rows = await tx
    .selectFrom('operator_person')
    .select(['operator_id', 'email', 'added_at', 'set_up_at', 'signed_in_at'])
    .where('removed_at', 'is', null)
    .orderBy('operator_id')
    .execute()
  return rows.map((row) => ({
    operatorId: row.operator_id,
    email: row.email,
    addedAt: formatDateTime(row.added_at),
    setUpAt: row.set_up_at && formatDateTime(row.set_up_at),
    signedInAt: row.signed_in_at && formatDateTime(row.signed_in_at),
  }))
}

/** Whether anybody could sign in at all, once they are set up. */
export async function hasOperator(tx: ReadTx): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from operator_person where removed_at is null) as found`.execute(tx)
  return rows[0]?.found ?? false
}

export async function findOperator(
  tx: ReadTx,
  email: string,
): Promise<{ operatorId: number; email: string }> {
  const row = await tx
    .selectFrom('operator_person')
    .select(['operator_id', 'email'])
    .where('email', '=', normalEmail(email))
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new AppError('OPERATOR_NOT_FOUND')
  return { operatorId: row.operator_id, email: row.email }
}
