import type { Row } from './evaluation-rows.ts'

/** Those of findings, in the order of their keys. */
export const findingRows: Record<string, (accountId: number, nth: number) => Row> = {
  finding: (account_id, nth) => ({
    account_id,
    finding_id: nth,
    thirdparty_id: nth,
    theme: 'ETHICS',
    severity: 'MINOR',
    title: `Finding ${nth}`,
    source: 'MANUAL',
    opened_at: '2026-01-01T00:00:00Z',
    opened_by_type: 'USER',
    opened_by: nth,
  }),
  corrective_action: (account_id, nth) => ({
    account_id,
    action_id: nth,
    finding_id: nth,
    thirdparty_id: nth,
    title: `Action ${nth}`,
    due_on: '2026-02-01',
    created_at: '2026-01-01T00:00:00Z',
  }),
  corrective_evidence: (account_id, nth) => ({
    account_id,
    action_id: nth,
    thirdparty_id: nth,
    round: 1,
    comment: 'Done.',
    sent_at: '2026-01-02T00:00:00Z',
    sent_by_type: 'CONTACT',
    sent_by: nth,
  }),
}
