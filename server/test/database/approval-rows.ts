import type { Row } from './evaluation-rows.ts'

/** Those of approvals, in the order of their keys. */
export const approvalRows: Record<string, (accountId: number, nth: number) => Row> = {
  dossier_approval: (account_id, nth) => ({
    account_id,
    dossier_id: nth,
    thirdparty_id: nth,
    state: 'IN_PROGRESS',
    steps: '[]',
    state_since: new Date(),
  }),
  approval_step: (account_id, nth) => ({
    account_id,
    step_id: nth,
    dossier_id: nth,
    thirdparty_id: nth,
    round: 1,
    position: 1,
    key: 'BUYER',
    role: 'MANAGER',
    need: 'ANY',
    due_days: 5,
    state: 'WAITING',
  }),
  step_decider: (account_id, nth) => ({ account_id, step_id: nth, person: nth, acts_as: 'OWN' }),
  step_decision: (account_id, nth) => ({
    account_id,
    step_id: nth,
    person: nth,
    acts_as: 'OWN',
    outcome: 'APPROVED',
    decided_at: new Date(),
  }),
  step_delegation: (account_id, nth) => ({
    account_id,
    step_id: nth,
    from_person: nth,
    to_person: nth + 1,
    delegated_at: new Date(),
  }),
  absence: (account_id, nth) => ({
    account_id,
    user_id: nth,
    from_day: '2026-11-16',
    until_day: '2026-11-20',
    substitute_id: nth + 1,
  }),
}
