import { sql } from 'kysely'
import { recordAdministration } from '../../platform/administration/index.ts'
import type { Db, ReadTx, Tx } from '../../platform/db/index.ts'
import {
  AppError,
  formatDateTime,
  wholeAccount,
  type AccountScope,
  type Language,
  type Scope,
} from '../../platform/kernel/index.ts'
import { randomToken, accessByLink, sha256 } from '../accounts/index.ts'

const lifeDays = 366
/** A person has a few devices; beyond this the oldest address goes. */
const mostLinks = 10

export interface CalendarLink {
  readonly linkId: number
  readonly createdAt: string
  readonly expiresAt: string
}

const columns = ['link_id', 'created_at', 'expires_at'] as const

function linkOf(row: { link_id: number; created_at: Date; expires_at: Date }): CalendarLink {
  return {
    linkId: row.link_id,
    createdAt: formatDateTime(row.created_at),
    expiresAt: formatDateTime(row.expires_at),
  }
}

/** Creates a secret address, of which only the digest is stored. */
export async function addCalendarLink(
  tx: Tx,
  scope: Scope,
  { principal, language }: { principal: string; language: Language },
): Promise<CalendarLink & { token: string }> {
  const { accountId } = scope
  const token = `${accountId}-${randomToken()}`
  const row = await tx
    .insertInto('calendar_link')
    .values({
      account_id: accountId,
      principal,
      token_hash: sha256(token),
      language,
      expires_at: sql<Date>`now() + make_interval(days => ${lifeDays})`,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
  await tx
    .deleteFrom('calendar_link')
    .where('account_id', '=', accountId)
    .where('link_id', 'in', (own) =>
      own
        .selectFrom('calendar_link')
        .select('link_id')
        .where('account_id', '=', accountId)
        .where('principal', '=', principal)
        .orderBy('link_id', 'desc')
        .offset(mostLinks),
    )
    .execute()
  const made = linkOf(row)
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
  const rows = await tx
    .selectFrom('calendar_link')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('principal', '=', principal)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('link_id')
    .execute()
  return rows.map(linkOf)
}

/** All addresses this caller made stop working. */
export async function endCalendarLinks(tx: Tx, scope: Scope, principal: string): Promise<void> {
  const ended = await tx
    .deleteFrom('calendar_link')
    .where('account_id', '=', scope.accountId)
    .where('principal', '=', principal)
    .returning('link_id')
    .execute()
  if (ended.length === 0) return
  const linkIds = ended.map((row) => row.link_id)
  recordAdministration(tx, scope, { name: 'LINKS_ENDED', before: { what: 'calendar', linkIds } })
}

/** Whose calendar it is, as long as its maker may still read the account, from where it may be used. */
export async function openCalendar(
  db: Db,
  token: string,
  address: string,
): Promise<AccountScope & { language: Language }> {
  const accountId = Number(/^([1-9]\d{0,15})-/.exec(token)?.[1])
  if (!Number.isSafeInteger(accountId)) throw new AppError('LINK_INVALID')
  const link = await db.read(wholeAccount(accountId), (tx) =>
    tx
      .selectFrom('calendar_link')
      .select(['principal', 'language'])
      .where('account_id', '=', accountId)
      .where('token_hash', '=', sha256(token))
      .where('expires_at', '>', sql<Date>`now()`)
      .executeTakeFirst(),
  )
  if (!link) throw new AppError('LINK_INVALID')
  const maker = { principal: link.principal, accountId }
  const { units } = await db.system((tx) => accessByLink(tx, maker, address))
  return { accountId, units, language: link.language as Language }
}
