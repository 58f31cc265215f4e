import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import type { Day, Role, Scope } from '../../platform/kernel/index.ts'
import type { ApprovalState, ApprovalStep } from '../evaluation/index.ts'
import type { Need } from './seats.ts'

export const stepStates = ['WAITING', 'OPEN', 'APPROVED', 'REFUSED', 'SKIPPED', 'CLOSED'] as const
export type StepState = (typeof stepStates)[number]

export interface StepRow extends Need {
  readonly stepId: number
  readonly key: string
  readonly role: Role | null
  readonly teamId: number | null
  readonly unitId: number | null
  readonly dueDays: number
  readonly state: StepState
  readonly openedAt: string | null
  readonly dueDate: Day | null
  readonly settledAt: string | null
}

export interface Approval {
  readonly dossierId: number
  readonly thirdpartyId: number
  readonly isArchived: boolean
  readonly isValid: boolean
  /** Of the version of the type that the dossier is of; none: nobody has to approve it. */
  readonly asked: readonly ApprovalStep[]
  readonly round: number
  /** Null before the first round. */
  readonly state: ApprovalState | null
  readonly stateSince: string | null
  /** Those that the round began with. */
  readonly definitions: readonly ApprovalStep[]
  /** Of the round, in their order. */
  readonly steps: readonly StepRow[]
}

/** What there is to approve of a dossier, and how far that is; undefined when it is not there. */
export async function findApproval(
  tx: ReadTx,
  { accountId }: Scope,
  dossierId: number,
): Promise<Approval | undefined> {
  const { rows } = await sql<Approval>`
    select d.dossier_id as "dossierId", d.thirdparty_id as "thirdpartyId",
      d.archived_at is not null as "isArchived", d.status = 'VALID' as "isValid",
      coalesce(v.definition -> 'approvalSteps', '[]') as asked, coalesce(a.round, 1) as round, a.state,
      wire_time(a.state_since) as "stateSince", coalesce(a.steps, '[]') as definitions,
      (select coalesce(jsonb_agg(jsonb_build_object('stepId', s.step_id, 'key', s.key, 'role', s.role, 'teamId', s.team_id,
          'unitId', s.unit_id, 'need', s.need, 'count', s.need_count, 'dueDays', s.due_days, 'state', s.state,
          'openedAt', wire_time(s.opened_at), 'dueDate', s.due_date, 'settledAt', wire_time(s.settled_at))
          order by s.position), '[]')
        from approval_step s where s.account_id = a.account_id and s.dossier_id = a.dossier_id
          and s.round = a.round) as steps
    from dossier d
    join dossier_type_version v
      on v.account_id = d.account_id and v.code = d.type_code and v.type_version = d.type_version
    left join dossier_approval a on a.account_id = d.account_id and a.dossier_id = d.dossier_id
    where d.account_id = ${accountId} and d.dossier_id = ${dossierId}`.execute(tx)
  return rows[0]
}

/** As it is shown: without a row nothing has begun, and nothing will where the type asks for no step any more. */
export function approvalState({ state, asked }: Approval): ApprovalState {
  if (state !== null && state !== 'WAITING') return state
  return asked.length > 0 ? 'WAITING' : 'NOT_NEEDED'
}

export interface CompanyFacts {
  readonly country: string | null
  readonly criticality: string | null
  readonly categories: readonly string[]
}

/** What steps may be skipped by. */
export async function companyFacts(
  tx: ReadTx,
  { accountId }: Scope,
  thirdpartyId: number,
): Promise<CompanyFacts> {
  const { rows } = await sql<CompanyFacts>`
    select t.country_code as country, s.criticality, array(
      select v.text_key from attribute_definition f
      join attribute_value v on v.account_id = f.account_id and v.attribute_id = f.attribute_id
      where f.account_id = t.account_id and f.scope = 'THIRD_PARTY' and f.code = 'CATEGORY' and f.archived_at is null
        and v.subject = t.thirdparty_id and v.text_key is not null) as categories
    from thirdparty t
    left join thirdparty_summary s on s.account_id = t.account_id and s.thirdparty_id = t.thirdparty_id
    where t.account_id = ${accountId} and t.thirdparty_id = ${thirdpartyId}`.execute(tx)
  const [facts] = rows
  if (!facts) throw new Error(`Third party ${thirdpartyId} has a dossier and is not there.`)
  return facts
}
