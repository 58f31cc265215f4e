import { sql } from 'kysely'
import { orderByKey } from '../../platform/lists/index.ts'
import { waitsForDecider } from './waits-for-decider.ts'
import { tellMoment, tellSubject, workSource, type WorkSubject } from './work-source.ts'

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
          waitsForDecider(reader, {
            thirdpartyId: sql`c.thirdparty_id`,
            dossierId: sql`c.dossier_id`,
            unitSetId: sql`c.unit_set_id`,
          }),
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
