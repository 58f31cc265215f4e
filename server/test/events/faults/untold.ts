const groups: readonly (readonly string[])[] = [
  // The samples set what is set already; a change is told in the administration journal.
  ['putSignInPolicy', 'setEvaluationOptions', 'setUserUnits'],
  // Files of companies to be added: each that is added is told.
  ['cancelImport', 'importThirdParties'],
  // Words about a task, which stay with it.
  ['commentTask'],
  // Ways to read what is there.
  ['addSavedView', 'putSavedView', 'deleteSavedView'],
  ['redeliverDeadWebhookDeliveries', 'redeliverWebhookDelivery', 'testWebhook'],
  // When to ask the register again, and how often it was asked.
  ['refreshThirdParty', 'searchCompanies'],
  // Asks for a screening, which is kept as a run.
  ['screenThirdParty'],
]

/**
 * What changes rows of an account and tells neither journal, and may. Whoever adds a name here has thought about it.
 */
export const untold = groups.flat().toSorted()
