import { Counter, type Registry } from 'prom-client'
import type { Origin } from '../../platform/kernel/index.ts'

/** Who did what to whom, by identifiers only: this stream is kept longer than the technical log. */
export type SecurityEvent =
  | 'SIGN_IN'
  | 'SIGN_IN_FAILED'
  | 'SIGN_IN_THROTTLED'
  | 'SECOND_FACTOR_ASKED'
  | 'SECOND_FACTOR_FAILED'
  | 'SECOND_FACTOR_ADDED'
  | 'SECOND_FACTOR_REMOVED'
  | 'SECOND_FACTOR_RESET'
  | 'STEP_UP_PASSED'
  | 'JOURNAL_FAILED'
  | 'SIGN_OUT'
  | 'SESSION_REFUSED'
  | 'PASSWORD_SET'
  | 'TOKEN_ISSUED'
  | 'TOKEN_REFUSED'
  | 'TOKEN_REVOKED'
  | 'SIGNING_KEY_ROTATED'
  | 'INVITATION_ACCEPTED'
  | 'USER_CHANGED'
  | 'USER_REMOVED'
  | 'CLIENT_ADDED'
  | 'CLIENT_CHANGED'
  | 'CLIENT_SECRET_ADDED'
  | 'CLIENT_SECRET_REMOVED'
  | 'CLIENT_SECRET_ROTATED'
  | 'CLIENT_DEACTIVATED'
  | 'ADDRESS_REFUSED'
  | 'PORTAL_ENTERED'
  | 'PORTAL_LINK_REFUSED'
  | 'PORTAL_LEFT'
  | 'WEBHOOK_ADDED'
  | 'WEBHOOK_CHANGED'
  | 'WEBHOOK_SECRET_ROTATED'
  | 'WEBHOOK_REMOVED'

export type SecurityLog = (
  event: SecurityEvent,
  ids: Readonly<Record<string, number | string | null>>,
  /** Without it an attack on the door can be counted, but neither traced nor blocked. */
  origin?: Origin,
) => void

interface Logger {
  child(bindings: Record<string, unknown>): { info(fields: object, message: string): void }
}

/** Counts each line, by its event and the cause it names: both come from lists of ours. */
export function createSecurityLog(logger: Logger, registry?: Registry): SecurityLog {
  const stream = logger.child({ log: 'security' })
  const counter = new Counter({
    name: 'vigie_security_events_total',
    help: 'Lines of the security log, by event and by the cause of a refusal',
    labelNames: ['event', 'cause'],
    registers: registry ? [registry] : [],
  })
  return (event, ids, origin) => {
    const { cause } = ids
    counter.inc({ event, cause: typeof cause === 'string' ? cause : '' })
    stream.info({ event, ...ids, ...origin }, event)
  }
}
