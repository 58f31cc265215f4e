import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { record, type ThirdPartyEvent } from '../../platform/journal/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { announcementEvents, statusFromAnnouncements, type Announcement } from '../references/index.ts'
import { storeAnnounced } from '../thirdparties/index.ts'
import type { Watched } from './watch.queries.ts'

/**
 * Keeps what is new, tells of it, and lets the company's status follow from all that was ever announced: a correction
 * or a cancellation thereby takes back what it withdraws. The same answer again changes nothing.
 */
export async function storeAnnouncements(
  tx: Tx,
  scope: Scope,
  { thirdpartyId, addedOn }: Watched,
  read: readonly Announcement[],
): Promise<void> {
  const news = await insertNew(tx, scope, thirdpartyId, read)
  for (const announcement of news) {
    const event = announcementEvents[announcement.kind]
    if (event && announcement.publishedOn >= addedOn)
      recordAnnouncement(tx, scope, { thirdpartyId, ...event }, announcement)
  }
  if (news.length > 0) await followStatus(tx, scope, thirdpartyId)
}

function recordAnnouncement(
  tx: Tx,
  scope: Scope,
  place: { thirdpartyId: number; name: ThirdPartyEvent },
  announcement: Announcement,
): void {
  const { provider, key, publishedOn, effectiveOn, notice, previousKey, role, procedure, court, url } =
    announcement
  // The publisher's text may name people; it is read from the announcement itself, which can be taken back.
  const data = { provider, key, publishedOn, effectiveOn, notice, previousKey, role, procedure, court, url }
  record(tx, scope, { ...place, data })
}

/** Those not known yet, in the order of publication. */
async function insertNew(
  tx: Tx,
  { accountId }: Scope,
  thirdpartyId: number,
  read: readonly Announcement[],
): Promise<Announcement[]> {
  const rows = read.map((announcement) => ({
    key: announcement.key,
    published: announcement.publishedOn,
    announcement,
  }))
  const { rows: kept } = await sql<{ announcement: Announcement }>`
    insert into thirdparty_announcement
      (account_id, thirdparty_id, announcement_key, published_on, announcement, seen_at)
    select distinct on (key) ${accountId}, ${thirdpartyId}, key, published, announcement, account_now(${accountId})
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (key text, published date, announcement jsonb)
    order by key on conflict do nothing returning announcement`.execute(tx)
  const order = ({ publishedOn, key }: Announcement) => `${publishedOn} ${key}`
  return kept.map(({ announcement }) => announcement).toSorted((a, b) => (order(a) < order(b) ? -1 : 1))
}

interface StatusInputs {
  now: Date
  activeSoleTrader: boolean
  announcements: Announcement[]
}

// As the register numbers the legal form of people who trade alone.
const soleTrader = '1000'

async function followStatus(tx: Tx, scope: Scope, thirdpartyId: number): Promise<void> {
  const { accountId } = scope
  const { rows } = await sql<StatusInputs>`
    select account_now(${accountId}) as now,
      coalesce(t.legal_form ->> 'code' = ${soleTrader} and t.register_status ->> 'status' = 'ACTIVE', false)
        as "activeSoleTrader",
      (select jsonb_agg(a.announcement) from thirdparty_announcement a
       where a.account_id = ${accountId} and a.thirdparty_id = ${thirdpartyId}) as announcements
    from thirdparty t where t.account_id = ${accountId} and t.thirdparty_id = ${thirdpartyId}`.execute(tx)
  const [standing] = rows
  if (!standing) return
  const announced = statusFromAnnouncements(standing.announcements, standing)
  await storeAnnounced(tx, scope, { thirdpartyId, announced })
}
