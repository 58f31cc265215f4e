import { sql } from 'kysely'
import { orderByKey } from '../../platform/lists/index.ts'
import { tellMoment, tellSubject, workSource, type WorkSubject } from './work-source.ts'

interface FoundMention {
  readonly id: number
  readonly at: string
  readonly author: string | null
  readonly words: string
  readonly about: WorkSubject
  readonly since: string
}

const maxWords = 160
const somebody = { en: 'Somebody', fr: 'Quelqu’un' }

/** Comments that mention them and that they have yet to read. */
export const mentionsToRead = workSource<FoundMention>('MENTION', async (_tx, { scope, me, language }) => ({
  listing: {
    order: orderByKey(sql`n.since`, 'timestamptz', false),
    source: {
      id: sql`n.comment_id`,
      from: sql`unread_mention n join comment c on c.account_id = n.account_id and c.comment_id = n.comment_id`,
      conditions: [
        sql`n.account_id = ${scope.accountId}`,
        sql`n.user_id = ${me.userId}`,
        sql`c.deleted_at is null`,
      ],
      columns: sql<FoundMention>`n.comment_id as id, ${tellMoment(sql`n.since`)} as at,
        case c.author_type when 'USER' then (select u.name from membership m join app_user u on u.user_id = m.user_id
            where m.account_id = c.account_id and m.user_id = c.author_id)
          else coalesce(c.author_name, (select a.name from api_client a
            where a.account_id = c.account_id and a.api_client_id = c.author_id)) end as author,
        left(regexp_replace(c.text, '\\s+', ' ', 'g'), ${maxWords}) as words,
        ${tellSubject('c', sql`c.document_id`)} as about,
        wire_time(n.since) as since`,
      planOnce: true,
    },
  },
  key: sql`n.since`,
  keyType: 'timestamptz',
  view: ({ author, words, ...found }) => ({
    ...found,
    title: `${author ?? somebody[language]}${language === 'fr' ? '\u00A0' : ''}: ${words}`,
    dueOn: null,
    overdue: false,
    link: `/comments/${found.id}`,
  }),
}))
