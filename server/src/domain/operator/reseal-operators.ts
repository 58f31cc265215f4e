import { sql, type NotNull } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { reseal, totpLabel, totpPurpose, type KeyChange, type Resealing } from '../accounts/index.ts'

/**
 * What operators have under the secret key of the installation. Their recovery codes end, as those of people do, because
 * their digests took the former key; a setup link that waits is made again by `vigie operator reset`.
 */
export async function resealOperators(tx: Tx, change: KeyChange): Promise<Resealing> {
  const rows = await tx
    .selectFrom('operator_person')
    .select(['operator_id as id', 'sealed_secret as sealed'])
    .where('sealed_secret', 'is not', null)
    .forUpdate()
    .$narrowType<{ sealed: NotNull }>()
    .execute()
  const renewed = rows.flatMap(({ id, sealed }) => {
    const secret = reseal(change, totpPurpose, { label: totpLabel, sealed })
    return secret ? [{ id, secret }] : []
  })
  await sql`
    update operator_person o set sealed_secret = n.secret
    from unnest(${renewed.map(({ id }) => id)}::bigint[], ${renewed.map(({ secret }) => secret)}::bytea[]) n (id, secret)
    where o.operator_id = n.id`.execute(tx)
  await tx.deleteFrom('operator_link').execute()
  await tx.deleteFrom('operator_recovery_code').execute()
  return { resealed: renewed.length, unreadable: rows.length - renewed.length }
}
