export const contactStates = ['NEW', 'INVITED', 'ACTIVE', 'SILENT', 'MUTED', 'BOUNCED'] as const
export type ContactState = (typeof contactStates)[number]

interface Correspondence {
  invited_at: Date | null
  last_seen_at: Date | null
  escalated_at: Date | null
  muted_at: Date | null
  bounced_at: Date | null
}

/** The state of a contact towards the account; whatever blocks mail comes first. */
export function contactState(row: Correspondence): ContactState {
  if (row.bounced_at) return 'BOUNCED'
  if (row.muted_at) return 'MUTED'
  if (row.escalated_at && (!row.last_seen_at || row.last_seen_at <= row.escalated_at)) return 'SILENT'
  if (row.last_seen_at) return 'ACTIVE'
  return row.invited_at ? 'INVITED' : 'NEW'
}
