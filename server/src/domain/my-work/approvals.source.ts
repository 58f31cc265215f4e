import { sql } from 'kysely'
import { orderByKey } from '../../platform/lists/index.ts'
import { tellMidnight, tellSubject, workSource, type WorkReason, type WorkSubject } from './work-source.ts'

interface FoundStep {
  readonly id: number
  readonly at: string
  readonly step: string
  readonly type: string
  readonly about: WorkSubject
  /** never null: an open step has a due day. */
  readonly dueOn: string
  readonly overdue: boolean
  readonly since: string
  readonly why: WorkReason
}

const titles = {
  en: ({ step, type }: FoundStep) => `To decide: ${step} (${type})`,
  fr: ({ step, type }: FoundStep) => `À décider\u00A0: ${step} (${type})`,
}

/** Steps of approvals that they can decide on, for themselves or in the place of somebody. */
export const stepsToDecide = workSource<FoundStep>('APPROVAL', async (_tx, { scope, me, language }) => ({
  listing: {
    order: orderByKey(sql`s.due_date`, 'date', false),
    source: {
      id: sql`s.step_id`,
      from: sql`step_decider sd
        join approval_step s on s.account_id = sd.account_id and s.step_id = sd.step_id
        join dossier d on d.account_id = s.account_id and d.dossier_id = s.dossier_id
        join dossier_type_version v
          on v.account_id = d.account_id and v.code = d.type_code and v.type_version = d.type_version`,
      conditions: [
        sql`sd.account_id = ${scope.accountId}`,
        sql`sd.person = ${me.userId}`,
        sql`s.state = 'OPEN'`,
        sql`d.archived_at is null`,
      ],
      columns: sql<FoundStep>`s.step_id as id, ${tellMidnight(sql`s.due_date`)} as at,
        coalesce((select one -> 'title' ->> ${language} from dossier_approval a, jsonb_array_elements(a.steps) one
          where a.account_id = s.account_id and a.dossier_id = s.dossier_id and one ->> 'key' = s.key), s.key) as step,
        v.definition -> 'label' ->> ${language} as type, ${tellSubject('s', sql`null`)} as about,
        s.due_date as "dueOn",
        s.due_date < (account_now(${scope.accountId}) at time zone 'UTC')::date as overdue,
        wire_time(s.opened_at) as since, sd.acts_as as why`,
    },
  },
  key: sql`s.due_date`,
  keyType: 'date',
  view: ({ step, type, ...found }) => ({
    ...found,
    title: titles[language]({ step, type, ...found }),
    link: `/dossiers/${found.about.dossierId}/approval`,
  }),
}))
