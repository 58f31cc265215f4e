/** Who did what to whom, by identifiers only: this stream is kept longer than the technical log. */
export type SecurityEvent =
  | 'SIGN_IN'
  | 'SIGN_IN_FAILED'
  | 'SIGN_IN_THROTTLED'
  | 'SIGN_OUT'
  | 'SESSION_REFUSED'
  | 'PASSWORD_SET'
  | 'TOKEN_ISSUED'
  | 'TOKEN_REFUSED'
  | 'TOKEN_REVOKED'
  | 'SIGNING_KEY_ROTATED'
  | 'USER_ADDED'
  | 'USER_CHANGED'
  | 'USER_REMOVED'
  | 'PASSWORD_LINK_MADE'
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
) => void

interface Logger {
  child(bindings: Record<string, unknown>): { info(fields: object, message: string): void }
}

export function createSecurityLog(logger: Logger): SecurityLog {
  const stream = logger.child({ log: 'security' })
  return (event, ids) => stream.info({ event, ...ids }, event)
}
