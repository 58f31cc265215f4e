import type { Row } from './evaluation-rows.ts'

/** Those of alerts, in the order of their keys. */
export const alertRows: Record<string, (accountId: number, nth: number) => Row> = {
  alert_position: (account_id) => ({ account_id }),
  alert: (account_id, nth) => ({
    account_id,
    alert_id: nth,
    source: `event:${nth}`,
    kind: 'PROCEDURE',
    thirdparty_id: nth,
    themes: '{}',
    facts: '{}',
    occurred_at: new Date(),
    made_at: new Date(),
  }),
  alert_recipient: (account_id, nth) => ({ account_id, person: nth, alert: nth, channel: 0 }),
  alert_person: (account_id, nth) => ({ account_id, user_id: nth }),
  alert_subscription: (account_id, nth) => ({
    account_id,
    user_id: nth,
    kinds: '{}',
    themes: '{}',
    reach: 'MINE',
    channel: 0,
  }),
  alert_mailing: (account_id, nth) => ({ account_id, user_id: nth, channel: 3, after_id: 0 }),
  alert_channel: (account_id, nth) => ({
    account_id,
    name: `Room ${nth}`,
    service: 'SLACK',
    sealed_url: Buffer.alloc(8),
    language: 'en',
    kinds: '{}',
    themes: '{}',
    after_id: 0,
  }),
}
