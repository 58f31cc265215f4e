import type { Origin } from './scope.ts'

/** A list of what the security stream tells, each name with what it means. Names are never given another meaning. */
export const securityEvents = {
  SIGN_IN: 'somebody signed in: `userId`; `by` says how',
  SIGN_IN_FAILED: 'a sign-in was refused; `userId` where the person exists, `cause` of an identity provider',
  SIGN_IN_THROTTLED: 'too many failed sign-ins: further ones are refused for a while (lockout)',
  SECOND_FACTOR_ASKED: 'the password was right, and the second factor was asked for',
  SECOND_FACTOR_FAILED: 'a second factor was refused',
  SECOND_FACTOR_ADDED: 'a person added a second factor',
  SECOND_FACTOR_REMOVED: 'a person removed a second factor',
  SECOND_FACTOR_RESET: 'the operator removed the second factors of a person',
  STEP_UP_PASSED: 'a person gave a fresh proof for a grave act',
  JOURNAL_FAILED: 'failed sign-ins could not be recorded in the administration journal',
  SIGN_OUT: 'a session was ended by its owner',
  SESSION_REFUSED: 'a session that has ended, or a stolen one, was not renewed',
  PASSWORD_SET: 'a person set a password',
  TOKEN_ISSUED: 'a client, or the operator, got an access token: `jti`',
  TOKEN_REFUSED: 'a token was not issued, or not accepted: `reason` or `cause`',
  TOKEN_REVOKED: 'a token or a session was revoked',
  SIGNING_KEY_ROTATED: 'the key that signs tokens was replaced: `kid`',
  INVITATION_ACCEPTED: 'a person accepted to join an account',
  USER_CHANGED: 'rights of a person were changed',
  USER_REMOVED: 'a person was removed from an account',
  CLIENT_ADDED: 'an API client was added: `apiClientId`',
  CLIENT_CHANGED: 'an API client was changed',
  CLIENT_SECRET_ADDED: 'an API client got a further secret',
  CLIENT_SECRET_REMOVED: 'a secret of an API client was removed',
  CLIENT_SECRET_ROTATED: 'the secret of an API client was replaced',
  CLIENT_DEACTIVATED: 'an API client was deactivated',
  ADDRESS_REFUSED: 'a caller with a good token came from an address the account does not allow',
  PORTAL_ENTERED: 'somebody of a third party entered the portal: `contactId`',
  PORTAL_LINK_REFUSED: 'a link to the portal was refused',
  PORTAL_LEFT: 'somebody left the portal',
  WEBHOOK_ADDED: 'a webhook was added: `endpointId`',
  WEBHOOK_CHANGED: 'a webhook was changed',
  WEBHOOK_SECRET_ROTATED: 'the secret of a webhook was replaced',
  WEBHOOK_REMOVED: 'a webhook was removed',
  RIGHT_REFUSED: 'a caller lacks the right, the unit or the fresh proof a route asks for (403): `cause`',
  ACCOUNT_REFUSED: 'a caller asked for an account, or for a record of an account, that is not theirs',
  BEARER_REFUSED: 'a request came with a token that is not good (401): `cause`',
  RATE_LIMITED: 'a caller met a limit (429)',
  OPERATOR_SET_UP: 'an operator chose a password and a second factor by a setup link: `operatorId`',
  OPERATOR_SIGN_IN: 'an operator signed in, with both factors: `operatorId`',
  OPERATOR_SIGN_IN_FAILED: 'the password of an operator was refused; `operatorId` where the operator exists',
  OPERATOR_SIGN_IN_THROTTLED: 'too many failed sign-ins of an operator: further ones are refused for a while',
  OPERATOR_SECOND_FACTOR_FAILED: 'the password of an operator was right, the second factor was refused',
  OPERATOR_SIGN_OUT: 'an operator ended their session',
  OPERATOR_ACT:
    'an operator changed something: `command`; `operatorId` is null for a program with OPERATOR_TOKEN',
} as const satisfies Record<string, string>

/** Who did what to whom, by identifiers only: this stream is kept longer than the log. */
export type SecurityEvent = keyof typeof securityEvents

export type SecurityLog = (
  event: SecurityEvent,
  ids: Readonly<Record<string, number | string | null>>,
  /** Without it an attack on the door can be counted, but neither traced nor blocked. */
  origin?: Origin,
) => void
