import type { CompanyStatus } from '../references/index.ts'

/** What one source says of a company's standing. */
export interface StatedStatus {
  readonly status: CompanyStatus
  readonly statusDetail: string | null
  readonly statusSince: string | null
}

const gravity: Record<CompanyStatus, number> = { ACTIVE: 0, IN_COLLECTIVE_PROCEDURE: 1, STRUCK_OFF: 2 }

/**
 * Registers learn late of procedures, and announcements may miss a closure: the graver word is shown, the
 * register's where both agree. The one place where the two sources meet.
 */
export function shownStatus(register: StatedStatus, announced: StatedStatus | null): StatedStatus {
  const shown = announced && gravity[announced.status] > gravity[register.status] ? announced : register
  const { status, statusDetail, statusSince } = shown
  return { status, statusDetail, statusSince }
}
