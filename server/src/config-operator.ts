import type { Settings } from './config-readers.ts'

/** Each opens a door of the installation; without one there is none. */
export interface OperatorTokens {
  /** By which a relay reports on mails. */
  readonly mailReportsToken: string | null
  /** By which the operator looks after jobs. */
  readonly operatorToken: string | null
}

export function readOperatorTokens(settings: Settings): OperatorTokens {
  return {
    // Whoever has it can stop the mails to any address.
    mailReportsToken: readToken(settings, 'MAIL_REPORTS_TOKEN'),
    // Whoever has it can drop what was to be sent.
    operatorToken: readToken(settings, 'OPERATOR_TOKEN'),
  }
}

function readToken(settings: Settings, name: string): string | null {
  const token = settings.optional(name)
  if (token !== null && token.length < 32) settings.fault(`${name} must have at least 32 characters.`)
  return token
}
