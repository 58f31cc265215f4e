import { sql } from 'kysely'
import { recordAdministration } from '../../../platform/administration/index.ts'
import type { ReadTx, Tx } from '../../../platform/db/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import { settleDossiers } from './settle.ts'

/**
 * What holds where the account has said nothing. One person may try everything out alone in a sandbox; where real
 * decisions are taken, two are needed.
 */
const options = {
  autoAccept: { name: 'AUTO_ACCEPT', standard: false },
  separateDuties: { name: 'SEPARATE_DUTIES', standard: 'IN_PRODUCTION' },
  secondReviewer: { name: 'SECOND_REVIEWER', standard: 'IN_PRODUCTION' },
  struckOffInvalidates: { name: 'STRUCK_OFF_INVALIDATES', standard: true },
  autoInvite: { name: 'AUTO_INVITE', standard: true },
  askOtherContacts: { name: 'ASK_OTHER_CONTACTS', standard: true },
  requestRenewals: { name: 'RENEWAL_REQUESTS', standard: true },
  autoRenew: { name: 'AUTO_RENEW', standard: true },
} as const

type OptionName = keyof typeof options
type EvaluationOptions = Record<OptionName, boolean>

export async function evaluationOptions(tx: ReadTx, scope: Scope): Promise<EvaluationOptions> {
  const rows = await tx
    .selectFrom('account as a')
    .leftJoin('evaluation_option as o', 'o.account_id', 'a.account_id')
    .select(['a.kind', 'o.name', 'o.enabled'])
    .where('a.account_id', '=', scope.accountId)
    .execute()
  const settings = new Map(rows.map((row) => [row.name, row.enabled]))
  const inProduction = rows[0]?.kind === 'PRODUCTION'
  const valueOf = ({ name, standard }: { name: string; standard: boolean | 'IN_PRODUCTION' }) =>
    settings.get(name) ?? (standard === 'IN_PRODUCTION' ? inProduction : standard)
  return {
    autoAccept: valueOf(options.autoAccept),
    separateDuties: valueOf(options.separateDuties),
    secondReviewer: valueOf(options.secondReviewer),
    struckOffInvalidates: valueOf(options.struckOffInvalidates),
    autoInvite: valueOf(options.autoInvite),
    askOtherContacts: valueOf(options.askOtherContacts),
    requestRenewals: valueOf(options.requestRenewals),
    autoRenew: valueOf(options.autoRenew),
  }
}

/** The statuses that hang on an option follow at once. A choice that changes nothing is kept and not told. */
export async function setEvaluationOptions(
  tx: Tx,
  scope: Scope,
  change: Partial<EvaluationOptions>,
): Promise<EvaluationOptions> {
  const before = await evaluationOptions(tx, scope)
  const rows = (Object.keys(change) as OptionName[]).map((key) => ({
    name: options[key].name,
    enabled: change[key],
  }))
  await sql`
    insert into evaluation_option as o (account_id, name, enabled, updated_at)
    select ${scope.accountId}, r.name, r.enabled, account_now(${scope.accountId})
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (name text, enabled boolean) order by r.name
    on conflict (account_id, name) do update set enabled = excluded.enabled, updated_at = excluded.updated_at
    where o.enabled <> excluded.enabled`.execute(tx)
  const after = await evaluationOptions(tx, scope)
  recordChange(tx, scope, before, after)
  if (after.struckOffInvalidates !== before.struckOffInvalidates) {
    await settleDossiers(tx, scope, await dossiersOfStruckOff(tx, scope))
  }
  return after
}

function recordChange(tx: Tx, scope: Scope, before: EvaluationOptions, after: EvaluationOptions): void {
  const changed = (Object.keys(after) as OptionName[]).filter((name) => after[name] !== before[name])
  if (changed.length === 0) return
  const pick = (from: EvaluationOptions) => Object.fromEntries(changed.map((name) => [name, from[name]]))
  recordAdministration(tx, scope, {
    name: 'SETTINGS_CHANGED',
    subject: { type: 'ACCOUNT', id: scope.accountId },
    before: pick(before),
    after: pick(after),
  })
}

async function dossiersOfStruckOff(tx: Tx, scope: Scope): Promise<number[]> {
  const rows = await tx
    .selectFrom('thirdparty as t')
    .innerJoin('dossier as d', (join) =>
      join.onRef('d.account_id', '=', 't.account_id').onRef('d.thirdparty_id', '=', 't.thirdparty_id'),
    )
    .select('d.dossier_id as id')
    .where('t.account_id', '=', scope.accountId)
    .where('t.status', '=', 'STRUCK_OFF')
    .where('d.archived_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}
