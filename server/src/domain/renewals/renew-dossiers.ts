import { sql } from 'kysely'
import type { Db, ReadTx, Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { dateOrLast } from '../../platform/lists/index.ts'
import { evaluationOptions, renewLockedDossiers } from '../evaluation/index.ts'

const batchSize = 100

interface Due {
  dossierId: number
  thirdpartyId: number
  typeCode: string
}

/**
 * On its last day a dossier whose type has a renewal period is archived and followed by a new one, so that there is no
 * day without. What was accepted and still holds answers there at once; what awaits a decision goes along.
 */
export async function renewDossiers(db: Db, scope: Scope, signal?: AbortSignal): Promise<void> {
  for (let after = 0; ;) {
    signal?.throwIfAborted()
    const due = await db.read(scope, (tx) => findDossiersToRenew(tx, scope, after))
    const last = due.at(-1)
    if (last === undefined) return
    const { autoRenew } = await db.read(scope, (tx) => evaluationOptions(tx, scope))
    if (!autoRenew) return
    await db.write(scope, async (tx) => renewLockedDossiers(tx, scope, await lockDue(tx, scope, due)))
    after = last.dossierId
  }
}

// Nothing follows for a company that is no more.
const isDue = (accountId: number) => sql`
  dossier d
  join dossier_type k on k.account_id = d.account_id and k.code = d.type_code and k.archived_at is null
  join dossier_type_version v on v.account_id = k.account_id and v.code = k.code and v.type_version = k.type_version
    and jsonb_typeof(v.definition -> 'renewal') = 'object'
  join thirdparty t on t.account_id = d.account_id and t.thirdparty_id = d.thirdparty_id and t.archived_at is null
    and t.status is distinct from 'STRUCK_OFF'
  where d.account_id = ${accountId} and d.archived_at is null and d.expiration_date is not null
    and ${dateOrLast('d.expiration_date')} <= (select (account_now(${accountId}) at time zone 'UTC')::date)`

const columns = sql`d.dossier_id as "dossierId", d.thirdparty_id as "thirdpartyId", d.type_code as "typeCode"`

/** Walks up the ids, so that each dossier is looked at once in a run whatever becomes of it. */
async function findDossiersToRenew(tx: ReadTx, { accountId }: Scope, after: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select ${columns} from ${isDue(accountId)} and d.dossier_id > ${after}
    order by d.dossier_id limit ${batchSize}`.execute(tx)
  return rows
}

/** Third parties first, as whoever opens or ends dossiers holds them; then those of the dossiers still due. */
async function lockDue(tx: Tx, { accountId }: Scope, due: readonly Due[]): Promise<Due[]> {
  const thirdpartyIds = due.map(({ thirdpartyId }) => thirdpartyId)
  await tx
    .selectFrom('thirdparty')
    .select('thirdparty_id')
    .where('account_id', '=', accountId)
    .where((one) => one('thirdparty_id', '=', one.fn.any(one.val(thirdpartyIds))))
    .orderBy('thirdparty_id')
    .forNoKeyUpdate()
    .execute()
  const { rows } = await sql<Due>`
    select ${columns} from ${isDue(accountId)}
      and d.dossier_id = any(${due.map(({ dossierId }) => dossierId)}::bigint[])
    order by d.dossier_id for update of d`.execute(tx)
  return rows
}
