import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { orderById, type Listing } from '../../platform/lists/index.ts'
import { requireThirdParty } from '../thirdparties/index.ts'
import type { Relationship } from './relationship.ts'
import type { ChangeView } from './relationship.schema.ts'

/** On `x`, a change. People who have left or were forgotten are numbers. */
const actor = sql`jsonb_build_object('type', x.changed_by_type, 'id', x.changed_by, 'name', case x.changed_by_type
  when 'USER' then (select u.name from membership m join app_user u on u.user_id = m.user_id
    left join person_key k on k.account_id = m.account_id and k.person_type = 'USER' and k.person = m.user_id
    where m.account_id = x.account_id and m.user_id = x.changed_by and k.erased_at is null)
  when 'API_CLIENT' then (select a.name from api_client a
    where a.account_id = x.account_id and a.api_client_id = x.changed_by) end)`

const conditions = sql`(
  select coalesce(jsonb_agg(e.stored || jsonb_build_object('taskState', k.state) order by e.nth), '[]')
  from jsonb_array_elements(x.conditions) with ordinality e (stored, nth)
  left join task k on k.account_id = x.account_id and k.task_id = (e.stored ->> 'taskId')::bigint)`

const change = sql`jsonb_build_object('number', x.number, 'kind', x.kind, 'state', x.state,
  'reason', x.reason, 'scope', x.coverage, 'validUntil', x.valid_until, 'conditions', ${conditions}, 'cause', x.cause,
  'at', wire_time(x.changed_at), 'by', ${actor})`

export interface KnownRelationship extends Relationship {
  readonly version: number
  readonly decision: ChangeView | null
}

export async function readRelationship(
  tx: ReadTx,
  { accountId }: Scope,
  thirdpartyId: number,
): Promise<KnownRelationship> {
  const { rows } = await sql<KnownRelationship>`
    select t.relationship as state, t.relationship_until as "validUntil", t.relationship_version as version,
      case when t.relationship_review is not null then jsonb_build_object('cause', t.relationship_review,
        'since', t.relationship_review_on) end as "toReview",
      (select ${change} from relationship_change x
        where x.account_id = t.account_id and x.thirdparty_id = t.thirdparty_id and x.kind = 'DECIDED'
        order by x.number desc limit 1) as decision
    from thirdparty t where t.account_id = ${accountId} and t.thirdparty_id = ${thirdpartyId}`.execute(tx)
  const [found] = rows
  if (!found) throw new AppError('THIRD_PARTY_NOT_FOUND', { thirdpartyId })
  return found
}

interface ChangeRow {
  readonly number: number
  readonly change: ChangeView
}

/** Every decision and every reopening, newest first. */
export async function changeListing(
  tx: ReadTx,
  scope: Scope,
  thirdpartyId: number,
): Promise<Listing<ChangeRow>> {
  await requireThirdParty(tx, scope, thirdpartyId)
  return {
    order: orderById('newest first'),
    source: {
      id: sql`x.number`,
      from: sql`relationship_change x`,
      conditions: [sql`x.account_id = ${scope.accountId}`, sql`x.thirdparty_id = ${thirdpartyId}`],
      columns: sql<ChangeRow>`x.number, ${change} as change`,
    },
  }
}
