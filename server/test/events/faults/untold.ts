const groups: readonly (readonly string[])[] = [
  // Who may do what; the security log tells of it.
  ['addClient', 'changeClient', 'deactivateClient', 'setAllowedAddresses'],
  ['addClientSecret', 'removeClientSecret', 'rotateClientSecret', 'addUser', 'changeUser', 'removeUser'],
  // How the account works; what follows from it for dossiers is told when it happens.
  ['addAttribute', 'archiveAttribute', 'changeAttribute', 'setEvaluationOptions'],
  ['archiveDocumentType', 'putDocumentType', 'putDossierType', 'reactivateDocumentType'],
  ['activateRule', 'addRule', 'changeRule', 'deleteRule'],
  ['changeDataHubProvider', 'rotateDataHubSecret'],
  // Files of companies to be added: each that is added is told.
  ['cancelImport', 'importThirdParties'],
  // Ways to read what is there.
  ['addSavedView', 'putSavedView', 'deleteSavedView'],
  ['addCalendarLink', 'endCalendarLinks', 'downloadProofBundle'],
  ['addWebhook', 'changeWebhook', 'deleteWebhook', 'pauseWebhook', 'resumeWebhook', 'rotateWebhookSecret'],
  ['redeliverDeadWebhookDeliveries', 'redeliverWebhookDelivery', 'testWebhook'],
  // When to ask the register again, and how often it was asked.
  ['refreshThirdParty', 'searchCompanies'],
]

/**
 * What changes rows of an account and tells the journal nothing, and may: the events of the specification are about
 * third parties, dossiers and documents. Whoever adds a name here has thought about it.
 */
export const untold = groups.flat().toSorted()
