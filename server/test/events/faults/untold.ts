const groups: readonly (readonly string[])[] = [
  // Who may do what; the security log tells of it.
  ['addClient', 'deactivateClient', 'rotateClientSecret'],
  // The sign-in policy, when it stays as it was.
  ['putSignInPolicy'],
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
