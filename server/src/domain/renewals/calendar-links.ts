import { sql } from 'kysely'
import { recordAdministration } from '../../platform/administration/index.ts'
import type { Db, ReadTx, Tx } from '../../platform/db/index.ts'
import { AppError, type Language, type Scope } from '../../platform/kernel/index.ts'
import { randomToken, rightsByLink, sha256 } from '../accounts/index.ts'

const lifeDays = 366
/** A person has a few devices; beyond this the oldest address goes. */
const mostLinks = 10

export interface CalendarLink {
  readonly linkId: number
  readonly createdAt: string
  readonly expiresAt: string
}

const columns = sql`link_id as "linkId", wire_time(created_at) as "createdAt", wire_time(expires_at) as "expiresAt"`

/** Creates a secret address, of which only the digest is stored. */
export async function addCalendarLink(
  tx: Tx,
  scope: Scope,
  { principal, language }: { principal: string; language: Language },
): Promise<CalendarLink & { token: string }> {
  const { accountId } = scope
  const token = `${accountId}-${randomToken()}`
  const { rows } = await sql<CalendarLink>`
    insert into calendar_link (account_id, principal, token_hash, language, expires_at)
    values (${accountId}, ${principal}, ${sha256(token)}, ${language}, now() + make_interval(days => ${lifeDays}))
    returning ${columns}`.execute(tx)
  const [made] = rows
  if (!made) throw new Error('A calendar link was not made.')
  await sql`
    delete from calendar_link where account_id = ${accountId} and link_id in (
      select link_id from calendar_link where account_id = ${accountId} and principal = ${principal}
      order by link_id desc offset ${mostLinks})`.execute(tx)
  recordAdministration(tx, scope, {
    name: 'LINK_MADE',
    subject: { type: 'CALENDAR_LINK', id: made.linkId },
    after: { what: 'calendar', expiresAt: made.expiresAt },
  })
  return { ...made, token }
}

export async function calendarLinks(
  tx: ReadTx,
  { accountId }: Scope,
  principal: string,
): Promise<CalendarLink[]> {
  const { rows } = await sql<CalendarLink>`
    select ${columns} from calendar_link
    where account_id = ${accountId} and principal = ${principal} and expires_at > now()
    order by link_id`.execute(tx)
  return rows
}

/** All addresses this caller made stop working. */
export async function endCalendarLinks(tx: Tx, scope: Scope, principal: string): Promise<void> {
  const { rows } = await sql<{ linkId: number }>`
    delete from calendar_link where account_id = ${scope.accountId} and principal = ${principal}
    returning link_id as "linkId"`.execute(tx)
  if (rows.length === 0) return
  const linkIds = rows.map(({ linkId }) => linkId)
  recordAdministration(tx, scope, { name: 'LINKS_ENDED', before: { what: 'calendar', linkIds } })
}

/** Whose calendar it is, as long as its maker may still read the account, from where it may be used. */
export async function openCalendar(
  db: Db,
  token: string,
  address: string,
): Promise<{ accountId: number; language: Language }> {
  const accountId = Number(/^([1-9]\d{0,15})-/.exec(token)?.[1])
  if (!Number.isSafeInteger(accountId)) throw new AppError('LINK_INVALID')
  const { rows } = await db.read({ accountId }, (tx) =>
    sql<{ principal: string; language: Language }>`
      select principal, language from calendar_link
      where account_id = ${accountId} and token_hash = ${sha256(token)} and expires_at > now()`.execute(tx),
  )
  const [link] = rows
  if (!link) throw new AppError('LINK_INVALID')
  await db.system((tx) => rightsByLink(tx, { principal: link.principal, accountId }, address))
  return { accountId, language: link.language }
}
