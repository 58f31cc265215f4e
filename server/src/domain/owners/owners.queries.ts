import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { findDutyHolder, firstRule, viewParty, type ownedBy, type PartyView } from '../teams/index.ts'
import type { SubjectPath } from './owned-subject.ts'

export interface Ownership {
  /** Who answers for it now; null only while the account has no administrator. */
  readonly owner: PartyView | null
  readonly by: (typeof ownedBy)[number]
  readonly ruleId: number | null
  /** In whose name it is, also if they cannot act. */
  readonly named: PartyView | null
  readonly followers: readonly PartyView[]
  readonly version: number
}

interface FoundOwnership {
  readonly own: PartyView | null
  readonly company: PartyView | null
  readonly rule: PartyView | null
  readonly ruleId: number | null
  readonly version: number | null
  readonly followers: PartyView[]
}

export async function readOwnership(tx: ReadTx, scope: Scope, path: SubjectPath): Promise<Ownership> {
  const found = await findOwnership(tx, scope, path)
  const { own, company, rule, followers } = found
  const rest = { named: own, followers, version: found.version ?? 0, ruleId: null }
  if (own?.active) return { owner: own, by: path.kind, ...rest }
  if (company?.active) return { owner: company, by: 'THIRD_PARTY', ...rest }
  if (rule) return { owner: rule, by: 'RULE', ...rest, ruleId: found.ruleId }
  const { holder } = await findDutyHolder(tx, scope)
  return { owner: holder, by: 'DUTY', ...rest }
}

async function findOwnership(
  tx: ReadTx,
  { accountId }: Scope,
  { kind, subject }: SubjectPath,
): Promise<FoundOwnership> {
  const units = sql`t.unit_set_id`
  const company =
    kind === 'DOSSIER'
      ? sql`(select d.thirdparty_id from dossier d where d.account_id = ${accountId} and d.dossier_id = ${subject})`
      : sql`${subject}`
  const { rows } = await sql<FoundOwnership>`
    select ${viewParty({ of: 'o', units })} as own, ${viewParty({ of: 'c', units })} as company,
      ${viewParty({ of: 'r', units })} as rule, r.rule_id as "ruleId", o.version,
      (select coalesce(jsonb_agg(${viewParty({ of: 'f', units })} order by f.follower_id), '[]')
        from subject_follower f where f.account_id = t.account_id and f.subject = ${subject}) as followers
    from thirdparty t
    left join subject_owner o on o.account_id = t.account_id and o.subject = ${subject}
    left join subject_owner c on c.account_id = t.account_id and c.subject = t.thirdparty_id
    left join lateral (${firstRule}) r on true
    where t.account_id = ${accountId} and t.thirdparty_id = ${company}`.execute(tx)
  const [found] = rows
  if (found) return found
  throw kind === 'DOSSIER'
    ? new AppError('DOSSIER_NOT_FOUND', { dossierId: subject })
    : new AppError('THIRD_PARTY_NOT_FOUND', { thirdpartyId: subject })
}
