import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { findDueReviews, type DueReview } from './due-reviews.queries.ts'
import { readPolicy, type Policy } from './policy.ts'
import { openReviewTasks } from './relationship-tasks.ts'
import { recordRelationship, type Relationship } from './relationship.ts'

const batchSize = 100

interface Reviewed {
  /** Null: the whole portfolio. */
  readonly thirdpartyIds: readonly number[] | null
  /** What is looked at; all that the policy names, if absent. */
  readonly only?: 'EXPIRY'
}

/**
 * Reopens what the policy says, a hundred companies in a transaction: however many there are, nobody waits long for one
 * of them, and a worker that dies goes on with the rest.
 */
export async function reopenRelationships(
  db: Db,
  scope: Scope,
  { thirdpartyIds, only }: Reviewed,
  signal: AbortSignal,
): Promise<void> {
  const most = Number.MAX_SAFE_INTEGER
  const due = await db.read(scope, async (tx) => {
    const policy = narrowPolicy((await readPolicy(tx, scope)).causes, only)
    return findDueReviews(tx, scope, { policy, thirdpartyIds, most })
  })
  for (let from = 0; from < due.length; from += batchSize) {
    signal.throwIfAborted()
    const ids = due.slice(from, from + batchSize).map(({ thirdpartyId }) => thirdpartyId)
    await db.write(scope, (tx) => reopenBatch(tx, scope, ids, due.length))
  }
}

const narrowPolicy = (policy: Policy, only: 'EXPIRY' | undefined): Policy =>
  only === undefined
    ? policy
    : {
        EXPIRY: policy.EXPIRY,
        DOSSIER_INVALID: 'OFF',
        COLLECTIVE_PROCEDURE: 'OFF',
        STRUCK_OFF: 'OFF',
        LIST_HIT: 'OFF',
        OVERDUE: 'OFF',
      }

/** Held first and looked at again: somebody may have decided, or changed the policy, since they were found. */
async function reopenBatch(
  tx: Tx,
  scope: Scope,
  thirdpartyIds: readonly number[],
  total: number,
): Promise<void> {
  await tx
    .selectFrom('thirdparty')
    .select('thirdparty_id')
    .where('account_id', '=', scope.accountId)
    .where((one) => one('thirdparty_id', '=', one.fn.any(one.val([...thirdpartyIds]))))
    .orderBy('thirdparty_id')
    .forNoKeyUpdate()
    .execute()
  const { causes: policy } = await readPolicy(tx, scope)
  const due = await findDueReviews(tx, scope, { policy, thirdpartyIds, most: thirdpartyIds.length })
  if (due.length === 0) return
  const reopened = due.map((review) => ({ ...review, after: relationshipAfter(review, policy) }))
  await storeReopened(tx, scope, reopened)
  for (const { thirdpartyId, before, after } of reopened) {
    recordRelationship(tx, scope, thirdpartyId, { change: 'REOPENED', before, after })
  }
  const ids = reopened.map(({ thirdpartyId }) => thirdpartyId)
  await openReviewTasks(tx, scope, { thirdpartyIds: ids, total })
}

/** Only an approval is taken away until somebody decides; whoever is refused or suspended stays so. */
function relationshipAfter({ cause, before, today }: DueReview, policy: Policy): Relationship {
  const suspends = policy[cause] === 'SUSPEND' && before.state.startsWith('APPROVED')
  return {
    state: suspends ? 'SUSPENDED' : before.state,
    validUntil: before.validUntil,
    toReview: { cause, since: today },
  }
}

type Reopened = DueReview & { readonly after: Relationship }

async function storeReopened(tx: Tx, { accountId, actor }: Scope, reopened: readonly Reopened[]) {
  const rows = reopened.map(({ thirdpartyId, cause, today, after }) => ({
    id: thirdpartyId,
    cause,
    today,
    state: after.state,
  }))
  await sql`
    with moved as (
      update thirdparty t set relationship = r.state, relationship_review = r.cause, relationship_review_on = r.today,
        relationship_version = t.relationship_version + 1, version = t.version + 1, updated_at = moment
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, cause text, today date, state text),
        account_now(${accountId}) moment
      where t.account_id = ${accountId} and t.thirdparty_id = r.id
      returning t.thirdparty_id, t.relationship, t.relationship_until, t.relationship_version, t.relationship_review,
        t.updated_at)
    insert into relationship_change (account_id, thirdparty_id, number, kind, state, valid_until, cause,
      changed_by_type, changed_by, changed_at)
    select ${accountId}, m.thirdparty_id, m.relationship_version, 'REOPENED', m.relationship, m.relationship_until,
      m.relationship_review, ${actor.type}, ${actor.id}::bigint, m.updated_at
    from moved m`.execute(tx)
}
