import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Language, Scope } from '../../platform/kernel/index.ts'
import { orderById, type Listing } from '../../platform/lists/index.ts'
import type { MyStep } from './approval.schema.ts'

interface MyStepRow extends Static<typeof MyStep> {
  /** never null: an open step has a due day. */
  dueDate: string
}

/**
 * Open steps that somebody can decide on, the oldest first: read along one index, whatever else is open. Steps of
 * archived dossiers rest with them.
 */
export function myStepListing(
  { accountId }: Scope,
  { userId, language }: { readonly userId: number; readonly language: Language },
): Listing<MyStepRow> {
  return {
    order: orderById('oldest first'),
    source: {
      id: sql`sd.step_id`,
      from: sql`step_decider sd
        join approval_step s on s.account_id = sd.account_id and s.step_id = sd.step_id
        join dossier d on d.account_id = s.account_id and d.dossier_id = s.dossier_id
        join dossier_approval a on a.account_id = s.account_id and a.dossier_id = s.dossier_id
        join dossier_type_version v
          on v.account_id = d.account_id and v.code = d.type_code and v.type_version = d.type_version
        join thirdparty t on t.account_id = s.account_id and t.thirdparty_id = s.thirdparty_id`,
      conditions: [
        sql`sd.account_id = ${accountId}`,
        sql`sd.person = ${userId}`,
        sql`s.state = 'OPEN'`,
        sql`d.archived_at is null`,
      ],
      columns: sql<MyStepRow>`s.step_id as "stepId", s.dossier_id as "dossierId",
        s.thirdparty_id as "thirdpartyId", t.name as "thirdpartyName",
        jsonb_build_object('code', d.type_code, 'label', v.definition -> 'label' ->> ${language}) as "dossierType", s.key,
        coalesce((select one -> 'title' ->> ${language} from jsonb_array_elements(a.steps) one
          where one ->> 'key' = s.key), s.key) as title,
        wire_time(s.opened_at) as "openedAt", s.due_date as "dueDate", sd.acts_as as "actsAs",
        sd.for_person as "forUserId"`,
    },
  }
}
