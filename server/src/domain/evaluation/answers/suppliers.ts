import { sql, type RawBuilder } from 'kysely'
import type { ReadTx } from '../../../platform/db/index.ts'
import { AppError, type Actor, type Scope } from '../../../platform/kernel/index.ts'
import type { LockedResponse } from '../status/lock.ts'
import { checkOrigins, type CheckOrigin } from '../status/response-states.ts'

/** Who supplied an answer, as its row keeps it. A caller known only to an external issuer has no number. */
export interface Supplier {
  readonly type: string
  readonly id: number | null
}

/** As `contributors` keeps it, such as USER:12. */
export const contributorKey = ({ type, id }: Pick<Actor, 'type' | 'id'>) => `${type}:${id ?? ''}`

/** The new value of `contributors` once this actor has had a hand in the answer. */
export const withContributor = (actor: Pick<Actor, 'type' | 'id'>): RawBuilder<string[]> =>
  sql`case when ${contributorKey(actor)} = any(contributors) then contributors else contributors || ${contributorKey(actor)}::text end`

const supplierKeys = sql`
  r.contributors || case when r.submitted_by_type is null then '{}'::text[]
    else array[r.submitted_by_type || ':' || coalesce(r.submitted_by::text, '')] end`

/** Everybody who sent the answer `r`, kept it as a draft, added to it or corrected its dates. */
export const suppliers: RawBuilder<Supplier[]> = sql`(
  select coalesce(jsonb_agg(distinct jsonb_build_object(
    'type', split_part(s.key, ':', 1), 'id', nullif(split_part(s.key, ':', 2), '')::bigint)), '[]')
  from unnest(${supplierKeys}) s (key))`

/**
 * Whether this actor is among them. A person is also whoever has their mailbox: otherwise a reviewer could make
 * themselves a contact, answer in the portal and approve it.
 */
export const isSupplier = (actor: Pick<Actor, 'type' | 'id'>): RawBuilder<boolean> => sql`(
  ${contributorKey(actor)} = any(${supplierKeys})
  or ${actor.type} = 'USER' and exists (
    select from contact c join app_user u on u.user_id = ${actor.id}::bigint and u.email = c.email
    where c.account_id = r.account_id and 'CONTACT:' || c.contact_id = any(${supplierKeys})))`

/** For each of these dossiers, the people who had a hand in one of its answers, also by a mailbox of theirs. */
export async function authorsOfDossiers(
  tx: ReadTx,
  { accountId }: Scope,
  dossierIds: readonly number[],
): Promise<Map<number, Set<number>>> {
  const { rows } = await sql<{ dossierId: number; userId: number }>`
    with hand as (
      select distinct r.dossier_id, split_part(k.key, ':', 1) as type, nullif(split_part(k.key, ':', 2), '')::bigint as id
      from response r cross join lateral unnest(${supplierKeys}) k (key)
      where r.account_id = ${accountId} and r.dossier_id = any(${[...dossierIds]}::bigint[]))
    select h.dossier_id as "dossierId", h.id as "userId" from hand h where h.type = 'USER' and h.id is not null
    union
    select h.dossier_id, u.user_id from hand h
    join contact c on c.account_id = ${accountId} and c.contact_id = h.id
    join app_user u on u.email = c.email
    where h.type = 'CONTACT'`.execute(tx)
  const authors = new Map(dossierIds.map((id) => [id, new Set<number>()]))
  for (const { dossierId, userId } of rows) authors.get(dossierId)?.add(userId)
  return authors
}

/**
 * Refuses to let a person change or decide an answer that the service gave: it follows what the check finds, and a hit
 * is decided where it is shown. Origins that are `reviewed` leave the decision to people.
 */
export async function refuseOwnAnswer(
  tx: ReadTx,
  { accountId }: Scope,
  { responseId, transmitter }: LockedResponse,
  { reviewed = [] }: { readonly reviewed?: readonly CheckOrigin[] } = {},
): Promise<void> {
  if (transmitter !== 'SOURCE_EXTERNE') return
  const row = await tx
    .selectFrom('check_result')
    .select('origin')
    .where('account_id', '=', accountId)
    .where('response_id', '=', responseId)
    .where(
      'origin',
      'in',
      checkOrigins.filter((origin) => !reviewed.includes(origin)),
    )
    .limit(1)
    .executeTakeFirst()
  if (row) throw new AppError('RESPONSE_FOLLOWS_CHECK', { responseId })
}
