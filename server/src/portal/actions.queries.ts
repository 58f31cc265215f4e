import { sql, type RawBuilder } from 'kysely'
import type { ReadTx } from '../platform/db/index.ts'
import { AppError } from '../platform/kernel/index.ts'
import type { PortalAction } from './portal-action.schema.ts'
import type { Visitor } from './visitor.ts'

/**
 * What the company is asked to put right: of findings that are open, by those who were named or answer for the theme.
 * Why something was found stays with the account; of what was found through a hit, even its title.
 */
function visible({ accountId, thirdpartyId, contactId, themes }: Visitor): RawBuilder<unknown> {
  return sql`a.account_id = ${accountId} and a.thirdparty_id = ${thirdpartyId} and a.state <> 'CANCELLED'
    and f.closed_at is null and t.archived_at is null
    and (a.contact_id = ${contactId} or ${themes.length} = 0 or f.theme = any(${[...themes]}::text[]))`
}

const joined = sql`corrective_action a
  join finding f on f.account_id = a.account_id and f.finding_id = a.finding_id
  join thirdparty t on t.account_id = a.account_id and t.thirdparty_id = a.thirdparty_id`

/** A company has a few of them; the most pressing come first. */
const mostActions = 200

export async function portalActions(
  tx: ReadTx,
  visitor: Visitor,
  actionId: number | null = null,
): Promise<PortalAction[]> {
  const { rows } = await sql<PortalAction>`
    select a.action_id as "actionId", a.title, case when f.source <> 'HIT' then f.title end as "findingTitle",
      f.theme, f.severity, a.due_on as "dueOn",
      a.state = 'OPEN' and a.due_on < (account_now(a.account_id) at time zone 'UTC')::date as late,
      coalesce(a.contact_id = ${visitor.contactId}, false) as mine, a.state,
      case when a.state <> 'SUBMITTED' then a.remark end as remark,
      (select coalesce(jsonb_agg(jsonb_build_object('evidenceId', e.evidence_id, 'comment', e.comment,
          'fileName', e.file_name, 'fileSize', e.file_size, 'fileState', e.file_state,
          'refused', e.round < a.round or coalesce(e.file_state in ('REFUSED', 'INFECTED'), false),
          'sentAt', wire_time(e.sent_at)) order by e.evidence_id), '[]')
        from corrective_evidence e
        where e.account_id = a.account_id and e.action_id = a.action_id and e.sent_by_type = 'CONTACT') as sent
    from ${joined}
    where ${visible(visitor)} and (${actionId}::bigint is null or a.action_id = ${actionId})
    order by a.state <> 'OPEN', a.due_on, a.action_id limit ${mostActions}`.execute(tx)
  return rows
}

export async function requirePortalAction(
  tx: ReadTx,
  visitor: Visitor,
  actionId: number,
): Promise<PortalAction> {
  const [action] = await portalActions(tx, visitor, actionId)
  if (!action) throw new AppError('ACTION_NOT_FOUND', { actionId })
  return action
}

/** Whether the file was sent by the company for an action the visitor sees. */
export async function requireOwnEvidence(tx: ReadTx, visitor: Visitor, evidenceId: number): Promise<void> {
  const { rows } = await sql`
    select from ${joined}
    join corrective_evidence e on e.account_id = a.account_id and e.action_id = a.action_id
      and e.evidence_id = ${evidenceId} and e.sent_by_type = 'CONTACT'
    where ${visible(visitor)}`.execute(tx)
  if (rows.length === 0) throw new AppError('FILE_NOT_FOUND', { fileId: evidenceId })
}
