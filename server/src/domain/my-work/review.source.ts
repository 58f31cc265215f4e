import { sql } from 'kysely'
import { rightsOf, roles } from '../../platform/kernel/index.ts'
import { orderByKey, type Fragment } from '../../platform/lists/index.ts'
import { firstRule, isSearched, type Searched } from '../teams/index.ts'
import { tellMoment, tellSubject, workSource, type WorkReader, type WorkSubject } from './work-source.ts'

interface FoundReview {
  readonly id: number
  readonly at: string
  readonly name: string
  readonly about: WorkSubject
  readonly since: string
}

const titles = {
  en: (document: string) => `To review: ${document}`,
  fr: (document: string) => `À examiner\u00A0: ${document}`,
}

/** Answers that nobody has decided on yet, for those who may decide. */
export const answersToReview = workSource<FoundReview>('REVIEW', async (_tx, reader) => {
  const { scope, rights, language } = reader
  if (!rights.has('decide')) return null
  return {
    listing: {
      order: orderByKey(sql`c.status_since`, 'timestamptz', false),
      source: {
        id: sql`c.document_id`,
        from: sql`document c`,
        conditions: [
          sql`c.account_id = ${scope.accountId}`,
          sql`c.stopped_at is null`,
          sql`c.status_reason = 'AWAITING_REVIEW'`,
          waitsFor(reader),
        ],
        columns: sql<FoundReview>`c.document_id as id, ${tellMoment(sql`c.status_since`)} as at,
          (select v.definition -> 'name' ->> ${language} from document_type_version v where v.account_id = c.account_id
            and v.code = c.code and v.type_version = c.type_version) as name,
          ${tellSubject('c', sql`c.document_id`)} as about, wire_time(c.status_since) as since`,
      },
    },
    key: sql`c.status_since`,
    keyType: 'timestamptz',
    view: ({ name, about, ...found }) => ({
      ...found,
      title: titles[language](name),
      about,
      dueOn: null,
      overdue: false,
      link: `/dossiers/${about.dossierId}/documents/${found.id}`,
    }),
  }
})

/**
 * On `c`: it waits for the owner if they may decide, by their name or by rule. Otherwise for everybody who may: an owner
 * who cannot decide must not keep an answer from being seen.
 */
function waitsFor({ scope, me }: WorkReader): Fragment {
  const byName = (subject: Fragment) => sql`(select ${isSearched(me, 'x')} is true from subject_owner x
    where x.account_id = ${scope.accountId} and x.subject = ${subject} and ${decides(me, 'x')})`
  const byRule = sql`(select ${isSearched(me, 'f')} is true from thirdparty t cross join lateral (${firstRule}) f
    where t.account_id = c.account_id and t.thirdparty_id = c.thirdparty_id and ${decides(me, 'f')})`
  return sql`coalesce(${byName(sql`c.dossier_id`)}, ${byName(sql`c.thirdparty_id`)}, ${byRule}, true)`
}

const decidingRoles = roles.filter((role) => rightsOf([role]).has('decide'))

/** Whether the person or team that `of` names can decide on `c`. Whoever asks can. */
function decides(me: Searched, of: string): Fragment {
  const column = (name: string) => sql.ref(`${of}.${name}`)
  return sql`(${isSearched(me, of)} or exists (select from membership dm join app_user du on du.user_id = dm.user_id
    where dm.account_id = ${column('account_id')} and dm.active and du.active and dm.roles && ${decidingRoles}::text[]
      and (dm.user_id = ${column('user_id')} or exists (select from team_member dt
        where dt.account_id = dm.account_id and dt.team_id = ${column('team_id')} and dt.user_id = dm.user_id))
      and (dm.all_units or member_sees(dm.account_id, dm.user_id, c.unit_set_id))))`
}
