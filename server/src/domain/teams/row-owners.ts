import { sql } from 'kysely'
import { Type, type Static } from 'typebox'
import type { ReadTx } from '../../platform/db/index.ts'
import { nullable } from '../../platform/http/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { findDutyHolder } from './duty-holder.ts'
import { firstRule } from './owner-rule-match.ts'
import { ownedBy, PartyRecord, viewParty, type PartyView } from './party.ts'

/** What rows of a list show if they are asked to. */
export const shownOwner = {
  withOwner: Type.Optional(
    Type.Boolean({ description: 'Whether each row says who answers for it now, and by what.' }),
  ),
}
export const RowOwner = {
  owner: Type.Optional(nullable(PartyRecord)),
  ownedBy: Type.Optional(
    Type.Enum([...ownedBy], { description: 'With `withOwner`: by what `owner` answers for it.' }),
  ),
}
const Owned = Type.Required(Type.Object(RowOwner))
export type RowOwner = Static<typeof Owned>

interface FoundOwner {
  readonly id: number
  readonly own: PartyView | null
  readonly company: PartyView | null
  readonly rule: PartyView | null
}

/** Who answers for each company or dossier of a page, in one question for all of them. */
export async function rowOwners(
  tx: ReadTx,
  scope: Scope,
  kind: 'THIRD_PARTY' | 'DOSSIER',
  ids: readonly number[],
): Promise<Map<number, RowOwner>> {
  const { accountId } = scope
  const units = sql`t.unit_set_id`
  const companies =
    kind === 'DOSSIER'
      ? sql`join dossier d on d.account_id = ${accountId} and d.dossier_id = w.id
        join thirdparty t on t.account_id = d.account_id and t.thirdparty_id = d.thirdparty_id`
      : sql`join thirdparty t on t.account_id = ${accountId} and t.thirdparty_id = w.id`
  const { rows } = await sql<FoundOwner>`
    select w.id, ${viewParty({ of: 'o', units })} as own, ${viewParty({ of: 'c', units })} as company,
      ${viewParty({ of: 'r', units })} as rule
    from unnest(${[...ids]}::bigint[]) w (id) ${companies}
    left join subject_owner o on o.account_id = t.account_id and o.subject = w.id
    left join subject_owner c on c.account_id = t.account_id and c.subject = t.thirdparty_id
    left join lateral (${firstRule}) r on true`.execute(tx)
  const { holder } = await findDutyHolder(tx, scope)
  const answer = ({ own, company, rule }: FoundOwner): RowOwner => {
    if (own?.active) return { owner: own, ownedBy: kind }
    if (company?.active) return { owner: company, ownedBy: 'THIRD_PARTY' }
    return rule ? { owner: rule, ownedBy: 'RULE' } : { owner: holder, ownedBy: 'DUTY' }
  }
  return new Map(rows.map((row) => [row.id, answer(row)]))
}
