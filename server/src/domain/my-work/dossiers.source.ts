import { sql } from 'kysely'
import { orderByKey } from '../../platform/lists/index.ts'
import { tellMidnight, tellSubject, workSource, type WorkSubject } from './work-source.ts'

interface FoundDossier {
  readonly id: number
  readonly at: string
  readonly label: string
  readonly about: WorkSubject
  /** never null: only dossiers with a due date are read */
  readonly dueOn: string
  readonly since: string
}

const titles = {
  en: (label: string) => `Late dossier: ${label}`,
  fr: (label: string) => `Dossier en retard\u00A0: ${label}`,
}

/** Dossiers they answer for that were due and are not finished. */
export const lateDossiers = workSource<FoundDossier>('DOSSIER', async (_tx, reader) => {
  const { scope, language } = reader
  const { dossiers, subjects } = reader.answering
  const named = subjects && [...subjects]
  return {
    listing: {
      order: orderByKey(sql`d.due_date`, 'date', false),
      source: {
        id: sql`d.dossier_id`,
        from: sql`dossier d`,
        conditions: [
          sql`d.account_id = ${scope.accountId}`,
          sql`d.archived_at is null and d.due_date is not null`,
          sql`d.status in ('ABSENT', 'ONGOING', 'ACTION_REQUIRED')`,
          sql`d.due_date < (select (account_now(${scope.accountId}) at time zone 'UTC')::date)`,
          ...(named
            ? [sql`(d.dossier_id = any(${named}::bigint[]) or d.thirdparty_id = any(${named}::bigint[]))`]
            : []),
          dossiers,
        ],
        columns: sql<FoundDossier>`d.dossier_id as id, ${tellMidnight(sql`d.due_date`)} as at,
          (select v.definition -> 'label' ->> ${language} from dossier_type_version v where v.account_id = d.account_id
            and v.code = d.type_code and v.type_version = d.type_version) as label,
          ${tellSubject('d', sql`null::bigint`)} as about,
          d.due_date as "dueOn", wire_time(d.created_at) as since`,
      },
    },
    key: sql`d.due_date`,
    keyType: 'date',
    view: ({ label, ...found }) => ({
      ...found,
      title: titles[language](label),
      overdue: true,
      link: `/dossiers/${found.id}`,
    }),
  }
})
