export { maxFilesOfAnswer } from './answers/answer-content.ts'
export { answerDocument } from './answers/answer-document.ts'
export { Files, FormAnswers } from './answers/answer.schema.ts'
export { responsesRoutes } from './answers/answers.routes.ts'
export { addFiles, removeFile, saveForm } from './answers/change-draft.ts'
export { changeResponse } from './answers/change-response.ts'
export { forgetPieces, type OwnEvidence, type StoredFile } from './answers/evidences.ts'
export { dropReadingsOf, readingsOf, type StoredReading } from './answers/file-readings.ts'
export { suggestAnswers } from './answers/suggest-answers.ts'
export { expireAnswers } from './answers/expire-answers.task.ts'
export { interruptDrafts } from './answers/interrupt-drafts.task.ts'
export { evaluationExportRoutes } from './dossiers/exports.routes.ts'
export {
  checkAcceptedName,
  drain,
  multipartType,
  receiveFiles,
  uploadBytes,
  uploadFault,
  writeUpload,
} from './answers/receive-upload.ts'
export { readerOf, sightOf } from './answers/response.view.ts'
export { reuseAnswers } from './answers/reuse-answers.ts'
export { authorsOfDossiers } from './answers/suppliers.ts'
export { submitDraft } from './answers/submit-draft.ts'
export { withdrawResponse } from './answers/withdraw-response.ts'
export { BankFileError, importBanks, type BankImport } from './bank/import-banks.ts'
export {
  documentKinds,
  type ApprovalStep,
  type DocumentKind,
  type DocumentType,
  type DossierType,
} from './catalogue/catalogue.schema.ts'
export { documentTypeAt, documentTypeVersions } from './catalogue/document-types.queries.ts'
export { installCatalogue, seedCatalogue } from './catalogue/install-catalogue.ts'
export { loadShippedCatalogue } from './catalogue/shipped-catalogue.ts'
export { expirationDate } from './catalogue/validity.ts'
export { answerCheck } from './checks/answer-check.ts'
export { checkAnswerers, type CheckCode } from './status/check-answerers.ts'
export type { CheckOrigin } from './status/response-states.ts'
export type { CheckFinding } from './checks/check-finding.ts'
export { examineFile } from './checks/check-response.task.ts'
export { checkStatisticsRoutes } from './checks/verdict/check-statistics.routes.ts'
export { verificationRoutes } from './checks/verification/verification.routes.ts'
export { tellableFindings } from './review/answer.mail.ts'
export { escalateOverdue } from './status/escalate-overdue.ts'
export { archiveDossiersOfThirdParty } from './dossiers/archive-dossiers.ts'
export { DocumentRecord, PastDocument } from './dossiers/document.schema.ts'
export { documentsRoutes } from './dossiers/documents.routes.ts'
export { listPublishedTypes } from './dossiers/dossier-types.queries.ts'
export { DossierRecord, PastDossier } from './dossiers/dossier.schema.ts'
export { dossiersRoutes } from './dossiers/dossiers.routes.ts'
export {
  isAskedAnew,
  themesLacking,
  whatIsMissing,
  type MissingDocument,
} from './dossiers/missing.queries.ts'
export { openDossiers, type OpenedDossier } from './dossiers/open-dossiers.ts'
export { renewLockedDossiers } from './dossiers/renew-dossier.ts'
export { archivesRoutes } from './files/archives.routes.ts'
export { auditTrailRoutes } from './files/audit-trail/audit-trail.routes.ts'
export { countPlain, encryptFile, plainFiles, type PlainFile } from './files/encrypt-file.ts'
export { fileLinks, type FileLinks } from './files/file-links.ts'
export { bytesAnswer, filesRoutes } from './files/files.routes.ts'
export { evidenceSearchRoutes } from './files/evidence-search.routes.ts'
export { readingRoutes } from './files/reading.routes.ts'
export { servableById, type ServableFile } from './files/found-file.queries.ts'
export { linksRoutes } from './files/links.routes.ts'
export { sendBytes } from './files/send-bytes.ts'
export { sendFile } from './files/send-file.ts'
export { catalogueRoutes } from './publishing/catalogue.routes.ts'
export { publishDossierType } from './publishing/publish-dossier-type.ts'
export { putDossierType } from './publishing/put-dossier-type.ts'
export { approveResponse, rejectResponse } from './review/decide-response.ts'
export { decisionsRoutes, type OpenRejected } from './review/decisions.routes.ts'
export {
  bankChangeSaidAt,
  answererOf,
  isCheck,
  isRequestedFromSupplier,
  isReplaced,
  isReplacedOutside,
  renewalAwaited,
  renewalDays,
  sentElsewhere,
  sharedRejection,
} from './status/document-conditions.ts'
export { evaluationOptions } from './status/evaluation-options.ts'
export { documentNotFound, lockDocument, lockDossier, lockDossiers } from './status/lock.ts'
export { requireDocument, requireDossier } from './status/lock.ts'
export { setOverduePolicy } from './status/overdue-policies.ts'
export { isLive, responseStates, type ResponseState } from './status/response-states.ts'
export {
  enqueueApprovals,
  graceDays,
  judgeDocument,
  reopenApprovals,
  settleDossiers,
} from './status/settle.ts'
export {
  approvalStates,
  documentStatuses,
  dossierStatuses,
  statusLabel,
  type ApprovalState,
  type DocumentStatus,
  type DossierStatus,
} from './status/status-labels.ts'
export {
  completion,
  statusPieces,
  type AnswerFacts,
  type DossierReason,
  type StatusReason,
} from './status/status-rules.ts'
export { evaluationTasks } from './tasks.ts'
