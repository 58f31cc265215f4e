const groups: readonly (readonly string[])[] = [
  // Who may do what; the security log tells of it.
  ['addClient', 'changeClient', 'deactivateClient', 'setAllowedAddresses'],
  ['addClientSecret', 'removeClientSecret', 'rotateClientSecret', 'changeUser', 'removeUser'],
  // Sessions and the sign-in policy: these have the administration journal.
  ['endSessionOfUser', 'putSignInPolicy'],
  // How evaluations behave; what follows from it for dossiers is told when it happens.
  ['setEvaluationOptions'],
  // Files of companies to be added: each that is added is told.
  ['cancelImport', 'importThirdParties'],
  // Ways to read what is there.
  ['addSavedView', 'putSavedView', 'deleteSavedView'],
  ['redeliverDeadWebhookDeliveries', 'redeliverWebhookDelivery', 'testWebhook'],
  // When to ask the register again, and how often it was asked.
  ['refreshThirdParty', 'searchCompanies'],
]

/**
 * What changes rows of an account and tells neither journal, and may. Whoever adds a name here has thought about it.
 */
export const untold = groups.flat().toSorted()
