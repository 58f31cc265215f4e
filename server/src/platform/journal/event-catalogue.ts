// A list: what each event tells, in one sentence, and what records it today. docs/events.md is made of it.
import type { EventName } from './event-names.ts'

export const eventMeanings: Record<EventName, string> = {
  THIRD_PARTY_ADDED: 'A company joined the portfolio.',
  THIRD_PARTY_UPDATED: 'Something the account itself keeps about the third party was edited.',
  THIRD_PARTY_ARCHIVED: 'The third party was put away; nothing more is asked of it.',
  THIRD_PARTY_CODE_UPDATED: 'The account’s own reference for the third party changed.',
  THIRD_PARTY_INFORMATION_UPDATED: 'The register’s data (name, address, activity, people, status) changed.',
  THIRD_PARTY_SOURCE_CHANGED_TO_UNMANAGED:
    'No register follows the company any longer; its data is now the account’s own.',
  THIRD_PARTY_LEGAL_ANNOUNCEMENT_CREATION:
    'A legal gazette announced the creation of the company or of an establishment.',
  THIRD_PARTY_LEGAL_ANNOUNCEMENT_CHANGES: 'A legal gazette announced a change in the company.',
  THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION:
    'A legal gazette announced the end of the company or of its activity.',
  THIRD_PARTY_LEGAL_ANNOUNCEMENT_TRANSFERT: 'A legal gazette announced the sale or transfer of a business.',
  THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED: 'An insolvency procedure was opened, moved on or was closed.',
  THIRD_PARTY_ATTRIBUTE_UPDATED: 'Someone set or cleared an attribute of the third party.',
  THIRD_PARTY_CALCULATED_ATTRIBUTE_UPDATED:
    'A rule gave a calculated attribute of the third party another value.',
  THIRD_PARTY_INDICATOR_UPDATED: 'An indicator of the third party took another value.',
  THIRD_PARTY_COMMENT_ADDED: 'A comment was written on the third party.',
  THIRD_PARTY_COMMENT_UPDATED: 'A comment on the third party was edited.',
  THIRD_PARTY_COMMENT_DELETED: 'A comment on the third party was removed.',
  THIRD_PARTY_COMMENT_MENTION_ADDED: 'Someone was named in a comment on the third party.',
  THIRD_PARTY_COMMENT_MENTION_UPDATED:
    'An edited comment on the third party names someone as before, in other words.',
  THIRD_PARTY_COMMENT_MENTION_DELETED: 'Someone is no longer named in a comment on the third party.',
  THIRD_PARTY_CONTACT_INVITED: 'A contact of the third party was invited to the portal.',
  THIRD_PARTY_CONTACT_RE_INVITED: 'Someone sent a contact the invitation again.',
  THIRD_PARTY_CONTACT_RE_INVITED_AUTO: 'The service sent a silent contact the invitation again.',
  THIRD_PARTY_CONTACT_DELETED: 'A contact was taken off the third party.',
  THIRD_PARTY_CONTACT_DELETED_DUE_TO_NO_FAVORABLE_RESPONSE:
    'A contact was taken off after declining, or after never answering.',
  THIRD_PARTY_CONTACT_WEEKLY_REMINDER: 'A contact was reminded of what is still missing.',
  THIRD_PARTY_DOCCHECK_ACTIVATED: 'Verification of documents by a provider was switched on.',
  THIRD_PARTY_DOCCHECK_UPDATED: 'The verification provider brought something new.',
  THIRD_PARTY_DOCCHECK_DEACTIVATED: 'Verification of documents by a provider was switched off.',
  THIRD_PARTY_ESG_ACTIVATED: 'Following environmental, social and governance data was switched on.',
  THIRD_PARTY_ESG_UPDATED: 'The environmental, social and governance data changed.',
  THIRD_PARTY_ESG_DEACTIVATED: 'Following environmental, social and governance data was switched off.',
  THIRD_PARTY_SUSTAINSCORE_ACTIVATED: 'Following the sustainability score was switched on.',
  THIRD_PARTY_SUSTAINSCORE_UPDATED: 'The sustainability score changed.',
  THIRD_PARTY_SUSTAINSCORE_DEACTIVATED: 'Following the sustainability score was switched off.',
  THIRD_PARTY_SECURITY_RATING_ACTIVATED: 'Following the rating of computer security was switched on.',
  THIRD_PARTY_SECURITY_RATING_UPDATED: 'The rating of computer security changed.',
  THIRD_PARTY_SECURITY_RATING_DEACTIVATED: 'Following the rating of computer security was switched off.',
  THIRD_PARTY_FINANCIAL_STRENGTH_ACTIVATED: 'Following financial strength was switched on.',
  THIRD_PARTY_FINANCIAL_STRENGTH_UPDATED: 'The measure of financial strength changed.',
  THIRD_PARTY_FINANCIAL_STRENGTH_DEACTIVATED: 'Following financial strength was switched off.',
  THIRD_PARTY_CREDITDATA_ACTIVATED: 'Following credit data was switched on.',
  THIRD_PARTY_CREDITDATA_UPDATED: 'The credit data changed.',
  THIRD_PARTY_CREDITDATA_DEACTIVATED: 'Following credit data was switched off.',
  THIRD_PARTY_NEWSFEED_ACTIVATED: 'Following the news was switched on.',
  THIRD_PARTY_NEWSFEED_UPDATED: 'The news brought something about the company.',
  THIRD_PARTY_NEWSFEED_DEACTIVATED: 'Following the news was switched off.',
  THIRD_PARTY_DATA_HUB_UPDATED: 'At least one data provider changed what is known; once for each run.',
  DOSSIER_ADDED: 'A dossier was opened for a third party.',
  DOSSIER_ARCHIVED: 'The dossier was put away and its status frozen.',
  DOSSIER_REACTIVATED: 'An archived dossier was taken up again.',
  DOSSIER_UPDATED: 'The dossier itself (name, dates, owner) was edited.',
  DOSSIER_TEMPLATE_UPDATED: 'A new version of the dossier’s type was applied to it.',
  DOSSIER_DOCUMENTS_UPDATED: 'The list of documents the dossier asks for changed.',
  DOSSIER_ATTRIBUTE_UPDATED: 'Someone set or cleared an attribute of the dossier.',
  DOSSIER_CALCULATED_ATTRIBUTE_UPDATED: 'A rule gave a calculated attribute of the dossier another value.',
  DOSSIER_INDICATOR_UPDATED: 'An indicator of the dossier took another value.',
  DOSSIER_STATUS_UPDATED: 'The status of the dossier changed, to whatever value.',
  DOSSIER_STATUS_UPDATED_ABSENT: 'The dossier’s status became ABSENT: nothing was handed in.',
  DOSSIER_STATUS_UPDATED_ONGOING: 'The dossier’s status became ONGOING: answers are awaited or under review.',
  DOSSIER_STATUS_UPDATED_ACTION_REQUIRED: 'The dossier’s status became ACTION_REQUIRED: someone has to act.',
  DOSSIER_STATUS_UPDATED_VALID:
    'The dossier’s status became VALID: all that was asked is there and accepted.',
  DOSSIER_STATUS_UPDATED_BELOW_EXPECTATION:
    'The dossier’s status became BELOW_EXPECTATION: accepted, but short of what was hoped for.',
  DOSSIER_STATUS_UPDATED_INVALID:
    'The dossier’s status became INVALID: something it rests on was refused or is over.',
  DOSSIER_COMMENT_ADDED: 'A comment was written on the dossier.',
  DOSSIER_COMMENT_UPDATED: 'A comment on the dossier was edited.',
  DOSSIER_COMMENT_DELETED: 'A comment on the dossier was removed.',
  DOSSIER_COMMENT_MENTION_ADDED: 'Someone was named in a comment on the dossier.',
  DOSSIER_COMMENT_MENTION_UPDATED:
    'An edited comment on the dossier names someone as before, in other words.',
  DOSSIER_COMMENT_MENTION_DELETED: 'Someone is no longer named in a comment on the dossier.',
  DOCUMENT_ADDED: 'A document is asked for.',
  DOCUMENT_STOPPED: 'The document is no longer asked for.',
  DOCUMENT_MODIFICATION: 'What is asked for (due date, instructions) was edited.',
  DOCUMENT_DELETION: 'The files of the document were erased, at the end of their retention or on request.',
  DOCUMENT_DELETION_WARNING: 'The files of the document will be erased soon.',
  DOCUMENT_ANSWER_ADDED: 'An answer was handed in.',
  DOCUMENT_ANSWER_UPDATED: 'An answer that was handed in was replaced or completed.',
  DOCUMENT_ANSWER_ACCEPTED: 'An answer was approved.',
  DOCUMENT_ANSWER_DENIED: 'An answer was rejected, or its approval taken back.',
  DOCUMENT_ANSWER_INTERRUPTED: 'An answer was begun and given up.',
  DOCUMENT_ANSWER_EXPIRED: 'An approved answer passed its date.',
  DOCUMENT_ANSWER_SCOPE_UPDATED: 'It changed for whom or what the answer counts.',
  DOCUMENT_ANSWER_STATUS_UPDATE: 'The status of the document changed, to whatever value.',
  DOCUMENT_ANSWER_STATUS_UPDATE_ABSENT: 'The document’s status became ABSENT: nothing is there.',
  DOCUMENT_ANSWER_STATUS_UPDATE_ONGOING:
    'The document’s status became ONGOING: an answer is being checked or reviewed.',
  DOCUMENT_ANSWER_STATUS_UPDATE_ACTION_REQUIRED:
    'The document’s status became ACTION_REQUIRED: someone has to act.',
  DOCUMENT_ANSWER_STATUS_UPDATE_VALID:
    'The document’s status became VALID: its answer was accepted and is in force.',
  DOCUMENT_ANSWER_STATUS_UPDATE_BELOW_EXPECTATION:
    'The document’s status became BELOW_EXPECTATION: accepted, but short of what was hoped for.',
  DOCUMENT_ANSWER_STATUS_UPDATE_INVALID:
    'The document’s status became INVALID: its answer was refused or is over.',
  DOCUMENT_COMMENT_ADDED: 'A comment was written on the document.',
  DOCUMENT_COMMENT_UPDATED: 'A comment on the document was edited.',
  DOCUMENT_COMMENT_DELETED: 'A comment on the document was removed.',
  DOCUMENT_COMMENT_MENTION_ADDED: 'Someone was named in a comment on the document.',
  DOCUMENT_COMMENT_MENTION_UPDATED:
    'An edited comment on the document names someone as before, in other words.',
  DOCUMENT_COMMENT_MENTION_DELETED: 'Someone is no longer named in a comment on the document.',
  DOCUMENT_DOCCHECK_STATUS_UPDATE: 'The verification of the document moved on.',
  DOCUMENT_DOCCHECK_REPORT_GENERATED: 'The service wrote its own report of the verification.',
  DOCUMENT_DOCCHECK_REPORT_RECEIVED: 'The provider’s report of the verification arrived.',
  DOCUMENT_DOCCHECK_REPORT_REFRESHED: 'The verification was done again, with a new report.',
  DOCUMENT_AUDIT_TRAIL_DOWNLOAD: 'Someone downloaded the history of the document.',
}

/** Operations and jobs that record the event so far; a test compares this with the code. */
export const eventSources: Partial<Record<EventName, readonly string[]>> = {
  THIRD_PARTY_ADDED: ['operation `addThirdParty`'],
  THIRD_PARTY_INFORMATION_UPDATED: ['job `identity.complete`'],
}
