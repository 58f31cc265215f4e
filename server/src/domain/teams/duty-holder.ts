import { sql } from 'kysely'
import { recordAdministration } from '../../platform/administration/index.ts'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import {
  holdParty,
  isSameParty,
  requireWholeSight,
  tellParty,
  viewParty,
  type Party,
  type PartyView,
} from './party.ts'

export interface DutyHolder {
  /** To whom everything falls that nobody else answers for; null only while no administrator is left. */
  readonly holder: PartyView | null
  /** Who was chosen, also if they cannot act. */
  readonly chosen: PartyView | null
  readonly version: number
}

// The duty holder answers for companies in no unit as well, so only who sees all counts.
const allUnits = sql`null::bigint`

export async function findDutyHolder(tx: ReadTx, { accountId }: Scope): Promise<DutyHolder> {
  const { rows } = await sql<{
    version: number | null
    chosen: PartyView | null
    eldest: PartyView | null
  }>`
    select s.duty_version as version, ${viewParty({ of: 's', units: allUnits })} as chosen,
      (select ${viewParty({ of: 'e', units: allUnits })} from (
        select m.account_id, m.user_id, null::bigint as team_id
        from membership m join app_user u on u.user_id = m.user_id
        where m.account_id = ${accountId} and m.active and u.active and m.all_units and 'ADMIN' = any(m.roles)
        order by m.created_at, m.user_id limit 1) e) as eldest
    from (select ${accountId}::bigint as account_id) a
    left join owner_settings s on s.account_id = a.account_id`.execute(tx)
  const { version = 0, chosen = null, eldest = null } = rows[0] ?? {}
  return { holder: chosen?.active ? chosen : eldest, chosen, version: version ?? 0 }
}

/** Nobody: the administrator who has been here longest. */
export async function chooseDutyHolder(
  tx: Tx,
  scope: Scope,
  party: Party | null,
  checkVersion: (version: number) => void,
): Promise<DutyHolder> {
  const { accountId } = scope
  await lockOwnerSettings(tx, scope)
  const { chosen, version } = await findDutyHolder(tx, scope)
  checkVersion(version)
  if (party !== null) {
    await holdParty(tx, scope, party)
    await requireWholeSight(tx, scope, party)
  }
  if (!isSameParty(chosen, party)) {
    const columns = {
      user_id: party?.userId ?? null,
      team_id: party?.teamId ?? null,
      duty_version: version + 1,
    }
    await tx
      .insertInto('owner_settings')
      .values({ account_id: accountId, ...columns })
      .onConflict((known) => known.column('account_id').doUpdateSet(columns))
      .execute()
    recordAdministration(tx, scope, {
      name: 'DUTY_HOLDER_CHANGED',
      subject: { type: 'ACCOUNT', id: accountId },
      before: { dutyHolder: tellParty(chosen) },
      after: { dutyHolder: tellParty(party) },
    })
  }
  return findDutyHolder(tx, scope)
}

/** Settings that may have no row yet are held by their account. */
export async function lockOwnerSettings(tx: Tx, { accountId }: Scope): Promise<void> {
  await sql`select from account where account_id = ${accountId} for no key update`.execute(tx)
}
