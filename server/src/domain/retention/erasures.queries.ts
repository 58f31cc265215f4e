import { sql } from 'kysely'
import { recordAdministration } from '../../platform/administration/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { orderById, type Listing } from '../../platform/lists/index.ts'

interface NewErasure {
  readonly contactIds: readonly number[]
  readonly userIds: readonly number[]
  readonly mails: number
  readonly forms: number
  readonly heldForms: number
}

/** What was done stays known, to whom only by ids that no longer lead to anybody. Nothing found, nothing kept. */
export async function storeErasure(tx: Tx, scope: Scope, erasure: NewErasure): Promise<void> {
  const { accountId, actor } = scope
  const { contactIds, userIds, mails, forms, heldForms } = erasure
  if (contactIds.length + userIds.length + mails === 0) return
  await tx
    .insertInto('erasure')
    .values({
      account_id: accountId,
      erased_at: sql<Date>`account_now(${accountId})`,
      actor_type: actor.type,
      actor_id: actor.id,
      contact_ids: [...contactIds],
      user_ids: [...userIds],
      mails,
      forms,
      held_forms: heldForms,
    })
    .execute()
  const [userId, contactId] = [userIds[0], contactIds[0]]
  recordAdministration(tx, scope, {
    name: 'PERSON_ERASED',
    ...(userId !== undefined && { subject: { type: 'USER', id: userId } }),
    ...(userId === undefined && contactId !== undefined && { subject: { type: 'CONTACT', id: contactId } }),
    after: { ...erasure },
  })
}

interface ErasureRow {
  erasureId: number
  erasedAt: string
  erasedBy: { type: 'USER' | 'API_CLIENT'; id: number; name: string | null } | null
  contactIds: number[]
  userIds: number[]
  mails: number | null
  forms: number | null
  heldForms: number | null
}

// Names are read when they are shown: whoever left the account, or was erased since, has none here.
const columns = sql<ErasureRow>`
  e.erasure_id as "erasureId", wire_time(e.erased_at) as "erasedAt", to_jsonb(e.contact_ids) as "contactIds",
  to_jsonb(e.user_ids) as "userIds", e.mails, e.forms, e.held_forms as "heldForms",
  case when e.actor_type is not null then jsonb_build_object('type', e.actor_type, 'id', e.actor_id, 'name',
    case e.actor_type when 'USER' then (
      select u.name from membership m join app_user u on u.user_id = m.user_id
      where m.account_id = e.account_id and m.user_id = e.actor_id)
    else (select a.name from api_client a
      where a.account_id = e.account_id and a.api_client_id = e.actor_id) end) end as "erasedBy"`

export function erasureListing({ accountId }: Scope): Listing<ErasureRow> {
  return {
    order: orderById('newest first'),
    source: {
      id: sql`e.erasure_id`,
      from: sql`erasure e`,
      conditions: [sql`e.account_id = ${accountId}`],
      columns,
      planOnce: true,
    },
  }
}
