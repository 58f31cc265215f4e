export { isReplaced } from './alternatives.ts'
export { answerList, type ListDeps } from './answer-list.ts'
export { answererOf, isAskedOutside } from './answerer.ts'
export { documentsFor, type CompanyFacts } from './applies-to.ts'
export { askDocuments, type AskedDocument } from './ask-documents.ts'
export { carryAnswers } from './carry-answers.ts'
export { dossierTypeFaults } from './catalogue-checks.ts'
export {
  documentKinds,
  DossierDefinitionSchema,
  type Conditions,
  type Criticality,
  type DocumentKind,
  type DocumentType,
  type DossierDefinition,
  type DossierType,
} from './catalogue.schema.ts'
export { FormEntryRecord, FormFieldRecord, type FormField } from './form.schema.ts'
export { DocumentRecord, type PastDocument } from './document.schema.ts'
export { documentsById, type FoundDocument } from './document.view.ts'
export { readerOf, sightOf, type DocumentReader } from './reader.ts'
export { documentTypeAt, documentTypeVersions, type DocumentTypeVersion } from './document-types.queries.ts'
export { documentNotFound, getDocument } from './documents.queries.ts'
export { documentsRoutes } from './documents.routes.ts'
export type { AnswerFacts } from './document-status.ts'
export { completion, dossierStatus } from './dossier-status.ts'
export { fileLinks, type FileLinks, type LinkHolder } from './files/file-links.ts'
export { bytesAnswer, filesRoutes } from './files/files.routes.ts'
export { maySee, servableById } from './files/found-file.queries.ts'
export { linksRoutes } from './files/links.routes.ts'
export { sendBytes, type Download } from './files/send-bytes.ts'
export { sendFile } from './files/send-file.ts'
export { answerText, formTitles, placeOf, type FormEntry } from './form-fields.ts'
export { formView } from './form.view.ts'
export { installCatalogue } from './install-catalogue.ts'
export { isBefore, orLast, type ListOrder, type ListSource } from './list-ids.ts'
export { parseForm, type GivenAnswer } from './parse-form.ts'
export { renewalAwaited, renewalDays } from './renewal-requests.ts'
export {
  ResponseRecord,
  responseScopes,
  transmitters,
  type CheckOutcome,
  type ResponseScope,
  type Transmitter,
} from './response.schema.ts'
export {
  decisionRefusal,
  isLive,
  next,
  responseStates,
  type ResponseAction,
  type ResponseState,
} from './response-states.ts'
export type { FoundResponse } from './response.view.ts'
export { getResponse, responseNotFound, responsesOfDocument } from './responses.queries.ts'
export { offerForReuse, reuseAnswers } from './reuse-answers.ts'
export { scoreForm } from './score-form.ts'
export { contributorKey, isSupplier, withContributor, type Supplier } from './suppliers.ts'
export { isAwaited, isReplacedOutside, sentElsewhere, toldRejection } from './seen-outside.ts'
export { graceDays, judgeDocument, settleDocuments, type SettledDocument } from './settle-documents.ts'
export {
  documentStatuses,
  dossierStatuses,
  statusLabel,
  type DocumentStatus,
  type DossierStatus,
} from './status-labels.ts'
export { lockCatalogue } from './types/catalogue-lock.ts'
export { storeDocumentType } from './types/change-document-type.ts'
export { refuseFaults, sameDefinition, shippedState, writtenPart } from './types/definition.ts'
export {
  configuredDocumentTypes,
  liveDocumentCodes,
  type ConfiguredDocumentType,
} from './types/document-types.queries.ts'
export { documentTypesRoutes } from './types/document-types.routes.ts'
export { loadShippedCatalogue } from './shipped-catalogue.ts'
export { effectiveDateOf, expirationDate } from './validity.ts'
