// A list: what the API description says of operations beyond their schemas. openapi.test.ts asks every operation over
// HTTP whether this is so, in both directions: a new route that keeps versions fails there until it stands here.
import { examples } from './api-examples.ts'
import { eventTypes } from './platform/journal/index.ts'
import type { ApiFacts } from './platform/http/index.ts'

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

export const apiFacts: ApiFacts = {
  examples,
  vocabulary: { EventName: eventTypes.map(({ name }) => name) },
  ifMatch: words(`
    putAgentPolicy putThirdPartyByCode removeDossierReference removeThirdPartyReference setDossierReference
    setThirdPartyReference activateRule addCorrectiveAction addDraftFiles approveResponse archiveAttribute archiveDocumentType archiveDossier
    archiveThirdParty cancelCorrectiveAction cancelTask changeAttribute changeBankGuard changeComment changeContact
    changeCorrectiveAction changeDataHubProvider changeDocument changeDossier changeFinding changeResponse changeRule
    changeScreeningSettings changeTask changeThirdParty changeUnit changeWebhook chooseDutyHolder closeFinding
    deactivateRule decideRelationship decideScreeningHit deleteComment deleteContact deleteRule deleteTeam deleteUnit
    deleteWebhook finishTask pauseWebhook publishDossierType putAlertSettings putDocumentType putDossierType
    putIdentityProvider putOwnerRules putRelationshipPolicy reactivateDocumentType reactivateDossier
    reactivateThirdParty rejectResponse removeDraftFile removeIdentityProvider renameTeam renewDossier reopenFinding
    reopenTask resumeWebhook rotateDataHubSecret rotateWebhookSecret saveDraftForm setDossierFollowers setDossierOwner
    setCheckPolicy setOverduePolicy setTeamMembers setThirdPartyFollowers setThirdPartyOwner setThirdPartyUnits stopDocument
    submitDraft verifyCorrectiveAction withdrawResponse`),
  etag: words(`
    followCalendarLink getAgentPolicy getForecastCalendar getThirdPartyByCode putAgentPolicy putThirdPartyByCode
    activateRule addAttribute addContact addCorrectiveAction addDraftFiles addRule addTask addTeam addThirdParty addUnit
    addWebhook answerDocument archiveDocumentType confirmSuggestedContact refreshThirdParty sendCorrectiveEvidence archiveDossier archiveThirdParty cancelCorrectiveAction cancelTask
    changeAttribute changeBankGuard changeComment changeContact changeCorrectiveAction changeDataHubProvider
    changeDocument changeDossier changeFinding changeResponse changeRule changeScreeningSettings changeTask
    changeThirdParty changeUnit changeWebhook chooseDutyHolder closeFinding commentDocument commentDossier
    commentThirdParty deactivateRule decideRelationship decideScreeningHit downloadDossierFiles downloadFile finishTask
    getAlertSettings getAttribute getBankGuard getComment getDataHubProvider getDocument getDocumentType getDossier
    getDossierOwner getDossierType getDutyHolder getFinding getIdentityProvider getRelationship getRelationshipPolicy
    getResponse getRule getScreeningHit getScreeningSettings getTask getTeam getThirdParty getThirdPartyOwner
    getThirdPartyUnits getUnit getWebhook listOwnerRules openDossier openFinding pauseWebhook putAlertSettings
    putDocumentType putDossierType putIdentityProvider putOwnerRules putRelationshipPolicy reactivateDocumentType
    reactivateDossier reactivateThirdParty removeDraftFile renameTeam renewDossier reopenFinding reopenTask
    resumeWebhook rotateDataHubSecret rotateWebhookSecret saveDraftForm setDossierFollowers setDossierOwner
    setCheckPolicy setOverduePolicy setTeamMembers setThirdPartyFollowers setThirdPartyOwner setThirdPartyUnits stopDocument
    submitDraft verifyCorrectiveAction withdrawResponse`),
  notModified: words(`
    followCalendarLink getForecastCalendar getThirdPartyByCode getAttribute getDataHubProvider getDocumentType getDossierType getIdentityProvider getRule getThirdParty
    getThirdPartyUnits getWebhook`),
  ranges: words(`
    downloadCorrectiveEvidence downloadDossierFiles downloadFile downloadPortalEvidence downloadPortalFile followLink`),
  location: words(`
    putThirdPartyByCode addAttribute addContact addRule addSavedView addTask addThirdParty addWebhook answerDocument beginPortalUpload
    commentDocument commentDossier commentThirdParty finishOidcSignIn importThirdParties openDossier openFinding
    renewDossier startOidcSignIn`),
  pages: words('showAlertUnsubscribe showUnsubscribe unsubscribe unsubscribeFromAlerts'),
  streams: ['readEvents'],
  refusals: {
    401: words(`
      passSecondFactor refreshSession repeatSecondFactorQuestion signIn signInWithPasskey setPassword enterPortal
      finishOidcSignIn`),
    403: words(`
      acceptInvitation askForPortalLink declineInvitation enterPortal followCalendarLink followLink leavePortal
      passSecondFactor readInvitation refreshSession repeatSecondFactorQuestion requestPasswordReset setPassword signIn
      signInWithPasskey signOut unsubscribe unsubscribeFromAlerts`),
    409: words('compareDossierType downloadFile getFileReading getThirdPartyByCode linkToFile readEvents'),
    412: words('beginPortalUpload continuePortalUpload dropPortalUpload'),
    422: words(`
      exportThirdParties exportThirdPartiesWorkbook listThirdParties searchThirdPartiesByEvent`),
    428: ['decideRelationship'],
    460: ['continuePortalUpload'],
    507: words(`
      addDraftFiles addPortalFiles answerDocument beginPortalUpload continuePortalUpload sendCorrectiveEvidence
      sendPortalEvidence`),
  },
  schemes: {
    portalSession: words(`
      addPortalFiles answerPortalForm beginPortalUpload changePortalLanguage checkPortalForm continuePortalUpload
      declineRequests describePortalUploads downloadPortalEvidence downloadPortalFile dropPortalDraft dropPortalUpload
      getPortalDraftReading getPortalRequest leavePortal listPortalActions listPortalRequests portalHistory portalMe removePortalFile
      savePortalDraft sendPortalEvidence submitPortalDraft withdrawPortalAnswer`),
    session: ['refreshSession', 'signOut'],
    pushSignature: ['pushDataHubValues'],
    relayToken: ['reportDeliveries'],
    operatorToken: ['listJobs', 'retryJobs', 'dropJobs'],
    operatorSession: words(`
      askOperatorVerification changeOperatorQuota listOperatorAccounts listOperatorBackups listOperatorLists
      listOperatorMigrations listOperatorProcesses listOperatorProviders listOperatorSettings passOperatorFactor
      readOperatorMails readOperatorOverview readOperatorSetup resendOperatorMails setUpOperator signInOperator`),
  },
  tags: {
    Administration: 'Who may enter from where, and the journal of what administrators did.',
    Agents: 'Assistants and other programs that act for somebody, over the Model Context Protocol.',
    Alerts: 'What people, teams and rooms are told of, and how.',
    Answers: 'What third parties sent for a document, or what was entered for them: drafts, files and forms.',
    'API clients': 'The programs that call this API, their secrets and keys.',
    Approvals: 'The steps a dossier passes before it counts as approved, and who decides them.',
    Attributes: 'The fields an account adds to its third parties and dossiers, their values and history.',
    Authentication: 'Access tokens for programs, by OAuth 2.0.',
    Catalogue: 'What an account asks for: types of documents and of dossiers.',
    Comments: 'What people say about third parties, dossiers and documents.',
    Contacts: 'The people of a third party who are written to.',
    'Data hub': 'Values of outside providers: how they come, and what they last said.',
    Documents: 'What a dossier asks for, one by one, with status and due date.',
    Dossiers: 'What is asked of one third party for one purpose, and how far it is.',
    Events: 'The journal: timelines, the feed to follow it, and the proof that nobody changed it.',
    'External references': 'What other systems call third parties and dossiers.',
    Files: 'Downloads of evidence, archives, proof bundles and audit trails.',
    Findings: 'What has to be put right, and the corrective actions that do it.',
    Forecast: 'What will end or fall due, as a list, a file or a calendar.',
    Imports: 'Many companies at once, from a file.',
    Indicators: 'What the facts about a third party add up to, and why.',
    Invitations: 'How people are asked to join an account, and how contacts stop reminders.',
    Leaving: 'Taking everything along, and deleting the account with proof.',
    Mailbox: 'The mails an account has sent.',
    Monitoring: 'What is followed about a third party: gazettes, news and providers.',
    'My access': 'What signed-in people may see and change of themselves.',
    'My work': 'What waits for the caller.',
    Operator:
      'What operators of the installation see and do, signed in for themselves or with a token of their own.',
    'Owners and teams': 'Who answers for third parties and dossiers.',
    Portal: 'The supplier portal: what people of third parties see and send, in sessions of their own.',
    Provisioning: 'People and groups that come from the directory of the account.',
    'Relationship decisions':
      'Whether the account works with a third party, until when and on what conditions.',
    Retention: 'What is deleted when, legal holds, and the erasure of people.',
    Review: 'Decisions about answers, and the rules they follow.',
    Rules: 'Which dossiers are opened by themselves, for which companies.',
    Sandbox: 'The clock of an account made for trying things out.',
    'Saved views': 'Filters, order and columns of a list, kept under a name.',
    Screening: 'Lists of sanctions and exposed persons, hits on them, and what was decided.',
    'Sign-in': 'How people sign in, on our pages.',
    'Single sign-on': 'The identity provider of an account.',
    Statistics: 'Figures about the whole account.',
    Tasks: 'What people have to do.',
    'Third parties': 'The companies of the portfolio.',
    Units: 'Parts of the account: who sees which companies.',
    Users: 'The people of the account, their roles and sessions.',
    Webhooks: 'Where events are sent as they happen.',
  },
}
