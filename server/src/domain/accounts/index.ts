export { createAccounts, type AccountsOptions, type AccountsService } from './service.ts'
export { accountRoutesOf, publicRoutesOf } from './routes.ts'
export { comparableEmail, normalEmail } from './email.ts'
export { eraseInvitations, eraseUser, findFormerUsers, type FormerUser } from './erase-user.ts'
export { createUser, operatorOf, type NewUser } from './create-user.ts'
export { allowAddresses, listAllowedAddresses } from './allowed-addresses.ts'
export { invitePerson } from './invitations/invite-person.ts'
export { markBouncedInvitation } from './invitations/invitations.queries.ts'
export { sendPersonNotice } from './notify-person.task.ts'
export { createResetLink } from './reset-link.ts'
export { rotateClientSecret, type ClientSecret } from './client-secrets.ts'
export { createClient, deactivateClient, type NewClient } from './clients.ts'
export { listClients, type ClientView } from './clients.queries.ts'
export { requireOtherAdmin } from './change-user.ts'
export { forgetFirst } from './forget-first.ts'
export { managerOf, userListing, viewUser, type SightView, type UserView } from './users.queries.ts'
export { hashPassword, passwordMatches } from './password-hash.ts'
export { accountIdsOfPerson } from './person-journal.ts'
export { acceptPassword, replacePassword } from './set-password.ts'
export { createSecretOnce, showOnce } from './one-time.ts'
export { createCookieJar, type CookieJar } from './cookies.ts'
export { originHeader, requireOwnPage } from './same-origin.ts'
export { opensSigningKey } from './keyring.ts'
export { resealAccounts, type ResealedAccounts } from './reseal-accounts.ts'
export {
  deriveKey,
  randomToken,
  reseal,
  seal,
  sha256,
  unseal,
  type KeyChange,
  type Resealing,
} from './secrets.ts'
export { admitSignIn, recordAdmittedSignIn } from './admit-sign-in.ts'
export { quotaNames, quotasOf, type QuotaName } from './quotas.ts'
export { purgeBudgets, restoreAttempts, takeAttempt, type BudgetKeys } from './attempt-budgets.ts'
export { createSecurityLog } from './security-log.ts'
export { accessByLink, accessNow, type LinkAccess } from './link-rights.ts'
export { describeDevice } from './session-list/describe-device.ts'
export { purgeOldTokens } from './sessions.ts'
export { warnOfSecrets } from './warn-secrets.task.ts'
export { readOwnToken, revokeAccessToken } from './revoke-token.ts'
export {
  endTokensOfClient,
  endTokensOfPerson,
  findClient,
  findPerson,
  issueTokenForClient,
  listAccounts,
  requireAccount,
  setPersonActive,
} from './operator.ts'
export { releaseSingleSignOn } from './identity-provider/release-sso.ts'
export { newRecoveryCodes, normalRecoveryCode } from './second-factor/recovery-codes.ts'
export { totpPurpose } from './second-factor/factor-tools.ts'
export { describeTotp, matchTotpStep, newTotp, totpLabel } from './second-factor/totp.ts'
export { recoveryCode, totpCode } from './second-factor/factor.schemas.ts'
export { resetByOperator } from './second-factor/reset-factors.ts'
export type { ExternalIssuerConfig } from './external-claims.ts'
export type { OidcSignInConfig } from './identity-provider/identity-providers.ts'
export { accountsOfPerson } from './access.queries.ts'
export { lockAdmins } from './change-user.ts'
export { inDirectory } from './directory.ts'
export { endSessionsByDirectory } from './session-list/end-sessions.ts'
export { announceSight, announceStanding, announceToAll, clientMark, personMark } from './standing.ts'
export { role } from './accounts.schemas.ts'
export type { NoteRefusal } from './address-refusals.ts'
