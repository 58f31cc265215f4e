import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db, OuterRow, ReadTx } from '../../platform/db/index.ts'
import {
  dateSchema,
  dateTimeSchema,
  nullable,
  PageOf,
  pageQuery,
  pathId,
  type HttpRoutes,
  namedObject,
} from '../../platform/http/index.ts'
import { AppError, formatDateTime, type Scope } from '../../platform/kernel/index.ts'
import { answerNumberedPage } from '../../platform/lists/index.ts'
import type { Announcement } from '../references/index.ts'

const { page, size } = pageQuery()

const AnnouncementView = namedObject('Announcement', {
  key: Type.String({ description: 'The publisher’s own key.' }),
  provider: Type.String(),
  kind: Type.Enum([
    'CREATION',
    'CHANGES',
    'CESSATION',
    'TRANSFERT',
    'COLLECTIVE_PROCEDURE',
    'ACCOUNTS',
    'OTHER',
  ]),
  notice: Type.Enum(['INITIAL', 'CORRECTION', 'CANCELLATION']),
  previousKey: nullable(Type.String({ description: 'The announcement this one corrects or cancels.' })),
  withdrawn: Type.Boolean({ description: 'Corrected or cancelled by a later announcement.' }),
  role: Type.Enum(['SUBJECT', 'BUYER', 'SELLER']),
  publishedOn: dateSchema,
  effectiveOn: dateSchema,
  procedure: nullable(
    Type.Object({
      phase: Type.Enum(['OPENING', 'CHANGE', 'CLOSING', 'CANCELLATION', 'CORRECTION']),
      state: nullable(Type.Enum(['LIQUIDATION', 'REDRESSEMENT', 'SAUVEGARDE', 'NONE'])),
    }),
  ),
  title: nullable(Type.String()),
  text: nullable(Type.String()),
  court: nullable(Type.String()),
  url: nullable(Type.String()),
  seenAt: dateTimeSchema,
})

const listRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'listAnnouncements',
    tags: ['Monitoring'],
    summary: 'What legal gazettes announced of a third party, newest first',
    description: 'Some of them change the status of the company.',
    params: Type.Object({ thirdpartyId: pathId }),
    querystring: Type.Object({ page, size }),
    response: { 200: PageOf(AnnouncementView) },
  },
} as const

/** Legal announcements of third parties. */
export const announcementsRoutes =
  ({ db }: { db: Db }): HttpRoutes =>
  async (app) => {
    app.get('/thirdparties/:thirdpartyId/announcements', listRoute, ({ scope, params, query }) =>
      answerNumberedPage(
        query,
        (window) => db.read(scope, (tx) => announcementsPage(tx, scope, { ...params, ...window })),
        viewOf,
      ),
    )
  }

interface Row {
  announcement: Announcement
  withdrawn: boolean
  seenAt: Date
}

function viewOf({ announcement: { siren: _siren, ...told }, withdrawn, seenAt }: Row) {
  return { ...told, procedure: told.procedure, withdrawn, seenAt: formatDateTime(seenAt) }
}

async function announcementsPage(
  tx: ReadTx,
  { accountId }: Scope,
  { thirdpartyId, size: limit, offset }: { thirdpartyId: number; size: number; offset: number },
): Promise<{ rows: Row[]; total: number }> {
  const { rows } = await sql<
    OuterRow<Pick<Row, 'announcement' | 'seenAt'>> & { withdrawn: boolean; total: number }
  >`
    select a.announcement, a.seen_at as "seenAt", exists (
        select from thirdparty_announcement later
        where later.account_id = ${accountId} and later.thirdparty_id = ${thirdpartyId}
          and later.announcement ->> 'previousKey' = a.announcement_key) as withdrawn,
      (select count(*)::int from thirdparty_announcement n
       where n.account_id = ${accountId} and n.thirdparty_id = t.thirdparty_id) as total
    from thirdparty t
    left join lateral (
      select * from thirdparty_announcement a
      where a.account_id = ${accountId} and a.thirdparty_id = t.thirdparty_id
      order by published_on desc, announcement_key desc limit ${limit} offset ${offset}) a on true
    where t.account_id = ${accountId} and t.thirdparty_id = ${thirdpartyId}
    order by a.published_on desc, a.announcement_key desc`.execute(tx)
  const [first] = rows
  if (!first) throw new AppError('THIRD_PARTY_NOT_FOUND', { thirdpartyId })
  const found = rows.flatMap(({ announcement, withdrawn, seenAt }) =>
    announcement && seenAt ? [{ announcement, withdrawn, seenAt }] : [],
  )
  return { rows: found, total: first.total }
}
