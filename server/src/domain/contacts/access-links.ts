import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { secretLink, type SecretLink } from '../../platform/mail/index.ts'

const linkDays = 14

/**
 * A new way into the portal for this person, as the address a mail links to. The token goes in the fragment,
 * which browsers keep out of requests, hence out of logs; only its digest is stored.
 */
export async function issueAccessLink(
  tx: Tx,
  scope: Pick<Scope, 'accountId'>,
  { contactId, publicUrl }: { contactId: number; publicUrl: string },
): Promise<SecretLink> {
  const token = randomBytes(32).toString('base64url')
  await sql`
    insert into contact_link (account_id, contact_id, token_hash, created_at, expires_at)
    select ${scope.accountId}, ${contactId}, ${tokenHash(token)}, moment, moment + make_interval(days => ${linkDays})
    from account_now(${scope.accountId}) moment`.execute(tx)
  return linkOf(publicUrl, token)
}

/** One for each of these people; the answer finds it by their ids. */
export async function issueAccessLinks(
  tx: Tx,
  { accountId }: Pick<Scope, 'accountId'>,
  { contactIds, publicUrl }: { contactIds: readonly number[]; publicUrl: string },
): Promise<(contactId: number) => SecretLink> {
  const issued = contactIds.map((id) => ({ id, token: randomBytes(32).toString('base64url') }))
  const rows = issued.map(({ id, token }) => ({ id, hash: tokenHash(token).toString('hex') }))
  await sql`
    insert into contact_link (account_id, contact_id, token_hash, created_at, expires_at)
    select ${accountId}, r.id, decode(r.hash, 'hex'), moment, moment + make_interval(days => ${linkDays})
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, hash text),
      account_now(${accountId}) moment`.execute(tx)
  const links = new Map(issued.map(({ id, token }) => [id, linkOf(publicUrl, token)]))
  return (contactId) => {
    const link = links.get(contactId)
    if (!link) throw new Error(`No link was made for contact ${contactId}.`)
    return link
  }
}

/** Their links open nothing any more, and who is in the portal is out. */
export async function endAccess(
  tx: Tx,
  { accountId }: Pick<Scope, 'accountId'>,
  contactIds: readonly number[],
): Promise<void> {
  const ids = [...contactIds]
  await tx
    .deleteFrom('contact_link')
    .where('account_id', '=', accountId)
    .where((link) => link('contact_id', '=', link.fn.any(link.val(ids))))
    .execute()
  await tx
    .updateTable('portal_session')
    .set({ ended_at: sql<Date>`account_now(${accountId})` })
    .where('account_id', '=', accountId)
    .where((session) => session('contact_id', '=', session.fn.any(session.val(ids))))
    .where('ended_at', 'is', null)
    .execute()
}

const linkOf = (publicUrl: string, token: string) => secretLink(`${publicUrl}/portal#link=`, token)

export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
