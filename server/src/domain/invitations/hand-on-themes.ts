import { sql } from 'kysely'
import type { Db, ReadTx, Tx } from '../../platform/db/index.ts'
import { themeCodes, type Scope, type Theme } from '../../platform/kernel/index.ts'
import {
  changeContact,
  contactsOf,
  enqueueInvitations,
  lockActiveOwner,
  type Contact,
  type ContactPath,
} from '../contacts/index.ts'
import { evaluationOptions } from '../evaluation/index.ts'
import { describeSearch } from './describe-search.ts'

const batchSize = 100

// In the words of the index that leads to them.
const wasLost = sql`c.handed_on_at is null and (c.bounced_at is not null or c.escalated_at is not null
  or c.end_reason in ('NOT_ME', 'DECLINED', 'NO_ANSWER'))`
const isLost = sql`${wasLost} and (c.bounced_at is not null or c.deleted_at is not null
  or c.last_seen_at is null or c.last_seen_at <= c.escalated_at)`

/**
 * Asks the others of a company in place of contacts who are no help any more, once for each. Apart from what loses them:
 * that holds the contact, and this has to hold the company first.
 */
export async function handOnThemes(db: Db, scope: Scope, signal?: AbortSignal): Promise<void> {
  for (let after = 0; ;) {
    const lost = await db.read(scope, (tx) => lostContacts(tx, scope, after))
    for (const contact of lost) {
      signal?.throwIfAborted()
      await db.write(scope, (tx) => handOn(tx, scope, contact))
      after = contact.contactId
    }
    if (lost.length < batchSize) return
  }
}

/** Of companies that are put away nothing is asked; should they come back, so does this. */
async function lostContacts(tx: ReadTx, { accountId }: Scope, after: number): Promise<ContactPath[]> {
  const { rows } = await sql<ContactPath>`
    select c.contact_id as "contactId", c.thirdparty_id as "thirdpartyId" from contact c
    join thirdparty t on t.account_id = c.account_id and t.thirdparty_id = c.thirdparty_id and t.archived_at is null
    where c.account_id = ${accountId} and c.contact_id > ${after} and ${isLost}
    order by c.contact_id limit ${batchSize}`.execute(tx)
  return rows
}

async function handOn(tx: Tx, scope: Scope, { thirdpartyId, contactId }: ContactPath): Promise<void> {
  await lockActiveOwner(tx, scope, thirdpartyId)
  const lost = await markHandedOn(tx, scope, contactId)
  if (!lost) return
  const others = (await contactsOf(tx, scope, thirdpartyId)).filter(isReachable)
  const { askOtherContacts } = await evaluationOptions(tx, scope)
  const orphans = lost.filter((theme) => !others.some((other) => answersFor(other, theme)))
  if (askOtherContacts && orphans.length > 0 && others.length > 0) {
    for (const other of others) await giveThemes(tx, scope, other, { orphans, insteadOf: contactId })
    await enqueueInvitations(tx, scope, [thirdpartyId])
  }
  const asked = (await contactsOf(tx, scope, thirdpartyId)).filter(
    (other) => isReachable(other) && lost.some((theme) => answersFor(other, theme)),
  )
  await describeSearch(tx, scope, { thirdpartyId, asked: asked.length })
}

/** What the contact was asked for; null if somebody came before us, or they are back. */
async function markHandedOn(
  tx: Tx,
  { accountId }: Scope,
  contactId: number,
): Promise<readonly Theme[] | null> {
  const { rows } = await sql<{ themes: Theme[] }>`
    update contact c set handed_on_at = account_now(${accountId})
    where c.account_id = ${accountId} and c.contact_id = ${contactId} and ${isLost}
    returning c.themes`.execute(tx)
  const [row] = rows
  if (!row) return null
  return row.themes.length === 0 ? themeCodes : row.themes
}

/** Nobody who refused, cannot be reached or left all reminders unanswered is asked for more. */
const isReachable = ({ state }: Contact) => state === 'NEW' || state === 'INVITED' || state === 'ACTIVE'

const answersFor = ({ themes }: Contact, theme: Theme) => themes.length === 0 || themes.includes(theme)

interface Orphaned {
  readonly orphans: readonly Theme[]
  readonly insteadOf: number
}

async function giveThemes(
  tx: Tx,
  scope: Scope,
  { thirdpartyId, contactId, themes }: Contact,
  { orphans, insteadOf }: Orphaned,
): Promise<void> {
  const path = { thirdpartyId, contactId, insteadOf, expectVersion: () => undefined }
  const all = themeCodes.filter((theme) => themes.includes(theme) || orphans.includes(theme))
  await changeContact(tx, scope, path, { themes: all })
}
