import { sql } from 'kysely'
import { orderByKey, type Fragment } from '../../platform/lists/index.ts'
import { waitsForDecider } from './waits-for-decider.ts'
import { tellMidnight, workSource, type WorkSubject } from './work-source.ts'

interface FoundAction {
  readonly id: number
  readonly at: string
  readonly name: string
  readonly findingId: number
  readonly about: WorkSubject
  readonly dueOn: string
  readonly overdue: boolean
  readonly since: string
}

const titles = {
  en: (action: string) => `To verify: ${action}`,
  fr: (action: string) => `À vérifier\u00A0: ${action}`,
}

/** Whoever sent evidence does not verify it. */
const sentNothing = (person: Fragment): Fragment => sql`not exists (select from corrective_evidence own
  where own.account_id = a.account_id and own.action_id = a.action_id and own.round = a.round
    and own.sent_by_type = 'USER' and own.sent_by = ${person})`

/** Corrective actions whose evidence waits, for those who may verify it. */
export const actionsToVerify = workSource<FoundAction>('ACTION_TO_VERIFY', async (_tx, reader) => {
  const { scope, me, rights, language } = reader
  if (!rights.has('decide')) return null
  return {
    listing: {
      order: orderByKey(sql`a.due_on`, 'date', false),
      source: {
        id: sql`a.action_id`,
        from: sql`corrective_action a
          join finding f on f.account_id = a.account_id and f.finding_id = a.finding_id
          join thirdparty w on w.account_id = a.account_id and w.thirdparty_id = a.thirdparty_id`,
        conditions: [
          sql`a.account_id = ${scope.accountId}`,
          sql`a.state = 'SUBMITTED'`,
          sql`f.closed_at is null and w.archived_at is null`,
          sentNothing(sql`${me.userId}`),
          waitsForDecider(reader, {
            thirdpartyId: sql`a.thirdparty_id`,
            dossierId: null,
            unitSetId: sql`w.unit_set_id`,
            isFree: sentNothing,
          }),
        ],
        columns: sql<FoundAction>`a.action_id as id, ${tellMidnight(sql`a.due_on`)} as at, a.title as name,
          a.finding_id as "findingId", jsonb_build_object('thirdpartyId', a.thirdparty_id,
            'name', coalesce(w.name, w.identifier_value), 'dossierId', null, 'documentId', null) as about,
          a.due_on as "dueOn", a.due_on < (account_now(${scope.accountId}) at time zone 'UTC')::date as overdue,
          wire_time(coalesce((select min(sent.sent_at) from corrective_evidence sent
            where sent.account_id = a.account_id and sent.action_id = a.action_id and sent.round = a.round),
            a.created_at)) as since`,
      },
    },
    key: sql`a.due_on`,
    keyType: 'date',
    view: ({ name, findingId, ...found }) => ({
      ...found,
      title: titles[language](name),
      link: `/findings/${findingId}`,
    }),
  }
})
