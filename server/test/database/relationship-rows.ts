import type { Row } from './evaluation-rows.ts'

/** Those of decisions about companies. */
export const relationshipRows: Record<string, (accountId: number, nth: number) => Row> = {
  relationship_change: (account_id, nth) => ({
    account_id,
    thirdparty_id: nth,
    number: 1,
    kind: 'DECIDED',
    state: 'APPROVED',
    reason: 'A good company',
    known: '{}',
    changed_by_type: 'USER',
    changed_by: nth,
    changed_at: new Date(),
  }),
  relationship_policy: (account_id) => ({
    account_id,
    expiry: 'ASK',
    dossier_invalid: 'OFF',
    collective_procedure: 'OFF',
    struck_off: 'OFF',
    list_hit: 'OFF',
  }),
}
