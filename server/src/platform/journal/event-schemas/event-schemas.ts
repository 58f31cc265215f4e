// A list: what each event says in `data`. `record` takes nothing else, and the API’s description and docs/events.md
// are made of it.
import type { Static, TSchema } from 'typebox'
import type { EventName } from '../event-names.ts'
import {
  answerAccepted,
  answerAdded,
  answerDenied,
  answerExpired,
  answerInterrupted,
  answerScopeUpdated,
  answerUpdated,
} from './answers.ts'
import { attributeUpdated, indicatorUpdated } from './attributes.ts'
import { commentAdded, commentDeleted, commentUpdated, mentionChanged } from './comments.ts'
import { contactDeleted, contactEnded, contactInvited, contactReminded } from './contacts.ts'
import {
  deletionWarned,
  documentAdded,
  documentDeleted,
  documentModified,
  documentStatusUpdated,
  documentStopped,
  reportStored,
  trailDownloaded,
  verificationUpdated,
} from './documents.ts'
import {
  documentsUpdated,
  dossierAdded,
  dossierArchived,
  dossierReactivated,
  dossierStatusUpdated,
  dossierUpdated,
  templateUpdated,
} from './dossiers.ts'
import { dataHubUpdated, providerSwitched, providerUpdated } from './providers.ts'
import {
  announced,
  codeUpdated,
  informationUpdated,
  sourceLost,
  thirdPartyAdded,
  thirdPartyArchived,
  thirdPartyUpdated,
} from './thirdparties.ts'

export const eventSchemas = {
  THIRD_PARTY_ADDED: thirdPartyAdded,
  THIRD_PARTY_UPDATED: thirdPartyUpdated,
  THIRD_PARTY_ARCHIVED: thirdPartyArchived,
  THIRD_PARTY_CODE_UPDATED: codeUpdated,
  THIRD_PARTY_INFORMATION_UPDATED: informationUpdated,
  THIRD_PARTY_SOURCE_CHANGED_TO_UNMANAGED: sourceLost,
  THIRD_PARTY_LEGAL_ANNOUNCEMENT_CREATION: announced,
  THIRD_PARTY_LEGAL_ANNOUNCEMENT_CHANGES: announced,
  THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION: announced,
  THIRD_PARTY_LEGAL_ANNOUNCEMENT_TRANSFERT: announced,
  THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED: announced,
  THIRD_PARTY_ATTRIBUTE_UPDATED: attributeUpdated,
  THIRD_PARTY_CALCULATED_ATTRIBUTE_UPDATED: attributeUpdated,
  THIRD_PARTY_INDICATOR_UPDATED: indicatorUpdated,
  THIRD_PARTY_COMMENT_ADDED: commentAdded,
  THIRD_PARTY_COMMENT_UPDATED: commentUpdated,
  THIRD_PARTY_COMMENT_DELETED: commentDeleted,
  THIRD_PARTY_COMMENT_MENTION_ADDED: mentionChanged,
  THIRD_PARTY_COMMENT_MENTION_UPDATED: mentionChanged,
  THIRD_PARTY_COMMENT_MENTION_DELETED: mentionChanged,
  THIRD_PARTY_CONTACT_INVITED: contactInvited,
  THIRD_PARTY_CONTACT_RE_INVITED: contactInvited,
  THIRD_PARTY_CONTACT_RE_INVITED_AUTO: contactInvited,
  THIRD_PARTY_CONTACT_DELETED: contactDeleted,
  THIRD_PARTY_CONTACT_DELETED_DUE_TO_NO_FAVORABLE_RESPONSE: contactEnded,
  THIRD_PARTY_CONTACT_WEEKLY_REMINDER: contactReminded,
  THIRD_PARTY_DOCCHECK_ACTIVATED: providerSwitched,
  THIRD_PARTY_DOCCHECK_UPDATED: providerUpdated,
  THIRD_PARTY_DOCCHECK_DEACTIVATED: providerSwitched,
  THIRD_PARTY_ESG_ACTIVATED: providerSwitched,
  THIRD_PARTY_ESG_UPDATED: providerUpdated,
  THIRD_PARTY_ESG_DEACTIVATED: providerSwitched,
  THIRD_PARTY_SUSTAINSCORE_ACTIVATED: providerSwitched,
  THIRD_PARTY_SUSTAINSCORE_UPDATED: providerUpdated,
  THIRD_PARTY_SUSTAINSCORE_DEACTIVATED: providerSwitched,
  THIRD_PARTY_SECURITY_RATING_ACTIVATED: providerSwitched,
  THIRD_PARTY_SECURITY_RATING_UPDATED: providerUpdated,
  THIRD_PARTY_SECURITY_RATING_DEACTIVATED: providerSwitched,
  THIRD_PARTY_FINANCIAL_STRENGTH_ACTIVATED: providerSwitched,
  THIRD_PARTY_FINANCIAL_STRENGTH_UPDATED: providerUpdated,
  THIRD_PARTY_FINANCIAL_STRENGTH_DEACTIVATED: providerSwitched,
  THIRD_PARTY_CREDITDATA_ACTIVATED: providerSwitched,
  THIRD_PARTY_CREDITDATA_UPDATED: providerUpdated,
  THIRD_PARTY_CREDITDATA_DEACTIVATED: providerSwitched,
  THIRD_PARTY_NEWSFEED_ACTIVATED: providerSwitched,
  THIRD_PARTY_NEWSFEED_UPDATED: providerUpdated,
  THIRD_PARTY_NEWSFEED_DEACTIVATED: providerSwitched,
  THIRD_PARTY_DATA_HUB_UPDATED: dataHubUpdated,
  DOSSIER_ADDED: dossierAdded,
  DOSSIER_ARCHIVED: dossierArchived,
  DOSSIER_REACTIVATED: dossierReactivated,
  DOSSIER_UPDATED: dossierUpdated,
  DOSSIER_TEMPLATE_UPDATED: templateUpdated,
  DOSSIER_DOCUMENTS_UPDATED: documentsUpdated,
  DOSSIER_ATTRIBUTE_UPDATED: attributeUpdated,
  DOSSIER_CALCULATED_ATTRIBUTE_UPDATED: attributeUpdated,
  DOSSIER_INDICATOR_UPDATED: indicatorUpdated,
  DOSSIER_STATUS_UPDATED: dossierStatusUpdated,
  DOSSIER_STATUS_UPDATED_ABSENT: dossierStatusUpdated,
  DOSSIER_STATUS_UPDATED_ONGOING: dossierStatusUpdated,
  DOSSIER_STATUS_UPDATED_ACTION_REQUIRED: dossierStatusUpdated,
  DOSSIER_STATUS_UPDATED_VALID: dossierStatusUpdated,
  DOSSIER_STATUS_UPDATED_BELOW_EXPECTATION: dossierStatusUpdated,
  DOSSIER_STATUS_UPDATED_INVALID: dossierStatusUpdated,
  DOSSIER_COMMENT_ADDED: commentAdded,
  DOSSIER_COMMENT_UPDATED: commentUpdated,
  DOSSIER_COMMENT_DELETED: commentDeleted,
  DOSSIER_COMMENT_MENTION_ADDED: mentionChanged,
  DOSSIER_COMMENT_MENTION_UPDATED: mentionChanged,
  DOSSIER_COMMENT_MENTION_DELETED: mentionChanged,
  DOCUMENT_ADDED: documentAdded,
  DOCUMENT_STOPPED: documentStopped,
  DOCUMENT_MODIFICATION: documentModified,
  DOCUMENT_DELETION: documentDeleted,
  DOCUMENT_DELETION_WARNING: deletionWarned,
  DOCUMENT_ANSWER_ADDED: answerAdded,
  DOCUMENT_ANSWER_UPDATED: answerUpdated,
  DOCUMENT_ANSWER_ACCEPTED: answerAccepted,
  DOCUMENT_ANSWER_DENIED: answerDenied,
  DOCUMENT_ANSWER_INTERRUPTED: answerInterrupted,
  DOCUMENT_ANSWER_EXPIRED: answerExpired,
  DOCUMENT_ANSWER_SCOPE_UPDATED: answerScopeUpdated,
  DOCUMENT_ANSWER_STATUS_UPDATE: documentStatusUpdated,
  DOCUMENT_ANSWER_STATUS_UPDATE_ABSENT: documentStatusUpdated,
  DOCUMENT_ANSWER_STATUS_UPDATE_ONGOING: documentStatusUpdated,
  DOCUMENT_ANSWER_STATUS_UPDATE_ACTION_REQUIRED: documentStatusUpdated,
  DOCUMENT_ANSWER_STATUS_UPDATE_VALID: documentStatusUpdated,
  DOCUMENT_ANSWER_STATUS_UPDATE_BELOW_EXPECTATION: documentStatusUpdated,
  DOCUMENT_ANSWER_STATUS_UPDATE_INVALID: documentStatusUpdated,
  DOCUMENT_COMMENT_ADDED: commentAdded,
  DOCUMENT_COMMENT_UPDATED: commentUpdated,
  DOCUMENT_COMMENT_DELETED: commentDeleted,
  DOCUMENT_COMMENT_MENTION_ADDED: mentionChanged,
  DOCUMENT_COMMENT_MENTION_UPDATED: mentionChanged,
  DOCUMENT_COMMENT_MENTION_DELETED: mentionChanged,
  DOCUMENT_DOCCHECK_STATUS_UPDATE: verificationUpdated,
  DOCUMENT_DOCCHECK_REPORT_GENERATED: reportStored,
  DOCUMENT_DOCCHECK_REPORT_RECEIVED: reportStored,
  DOCUMENT_DOCCHECK_REPORT_REFRESHED: reportStored,
  DOCUMENT_AUDIT_TRAIL_DOWNLOAD: trailDownloaded,
} as const satisfies Record<EventName, TSchema>

type Frozen<T> = T extends readonly (infer I)[]
  ? readonly Frozen<I>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T

/** What an event of this name says. */
export type EventDataOf<N extends EventName> = Frozen<Static<(typeof eventSchemas)[N]>>

type Sparse<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { readonly [K in keyof T]?: Sparse<T[K]> | undefined }
    : T

/** Those of its members that are words about a person, and go with that person. */
export type EventWordsOf<N extends EventName> = Sparse<EventDataOf<N>>
