import type { Row } from './evaluation-rows.ts'
import { relationshipRows } from './relationship-rows.ts'

/** Those of teams and owners, in the order of their keys, and of what owners have decided about companies. */
export const ownerRows: Record<string, (accountId: number, nth: number) => Row> = {
  team: (account_id, nth) => ({ account_id, team_id: nth, name: `Team ${nth}` }),
  team_member: (account_id, nth) => ({ account_id, team_id: nth, user_id: nth }),
  overdue_policy: (account_id) => ({ account_id, type_code: 'ONBOARDING', action_days: 14 }),
  check_policy: (account_id, nth) => ({
    account_id,
    document_code: `DOCUMENT_${nth}`,
    accept: true,
    accept_scans: false,
    send_back: false,
    sample_share: 2,
  }),
  check_count: (account_id, nth) => ({ account_id, document_code: `DOCUMENT_${nth}`, month: '2026-11-01' }),
  bank_guard: (account_id) => ({ account_id, enabled: true, recent_change_days: 90, new_contact_days: 30 }),
  seal_root: (account_id, nth) => ({
    account_id,
    fingerprint: Buffer.alloc(32, nth),
    certificate: Buffer.from('DER'),
    holder: 'Root',
    issuer: 'Root',
    is_authority: true,
    not_before: new Date(),
    not_after: new Date(),
    added_by_type: 'USER',
    added_at: new Date(),
  }),
  agent_policy: (account_id) => ({ account_id, access: 'READ' }),
  account_standing: (account_id) => ({
    account_id,
    suspended_at: new Date(),
    suspension_reason: 'A sample',
  }),
  account_export: (account_id) => ({ account_id, asked_by_type: 'USER' }),
  reader_position: (account_id) => ({ account_id, actor: 'USER 1', written_to: '0/1' }),
  owner_settings: (account_id, nth) => ({ account_id, user_id: nth }),
  owner_rule: (account_id, nth) => ({
    account_id,
    position: 1,
    countries: '{}',
    categories: '{}',
    criticalities: '{}',
    user_id: nth,
  }),
  subject_owner: (account_id, nth) => ({ account_id, subject: nth, thirdparty_id: nth, user_id: nth }),
  external_reference: (account_id, nth) => ({
    account_id,
    subject: nth,
    system: 'SAP',
    kind: 'THIRD_PARTY',
    thirdparty_id: nth,
    value: `SAP ${nth}`,
  }),
  subject_follower: (account_id, nth) => ({ account_id, subject: nth, thirdparty_id: nth, user_id: nth }),
  ...relationshipRows,
}
