// A list: what events of the demonstration said; its companies and people are invented.
import type { DocumentEvent } from '../event-names.ts'
import type { ExamplesOf } from './examples-of.ts'

export const documentExamples: ExamplesOf<DocumentEvent> = {
  DOCUMENT_ADDED: [
    {
      documentCode: 'SOC_VIGILANCE',
      typeVersion: 1,
      required: true,
      alternativeGroup: 'SOCIAL',
      dueDate: '2027-01-18',
    },
  ],
  DOCUMENT_STOPPED: [{ documentCode: 'SUP_IDENTITY', reason: 'DOSSIER_ARCHIVED' }],
  DOCUMENT_MODIFICATION: [
    { before: { required: true }, after: { required: false } },
    { renewal: { responseId: 4711, requestedOn: '2026-10-04', dueDate: '2026-10-10' } },
  ],
  DOCUMENT_DELETION: [
    { responseId: 255, reason: 'RETENTION', before: { state: 'ACCEPTED' }, after: { state: 'DELETED' } },
  ],
  DOCUMENT_DELETION_WARNING: [{ responseId: 255, deletionDate: '2036-12-05' }],
  DOCUMENT_ANSWER_ADDED: [
    {
      responseId: 751,
      effectiveDate: '2037-01-02',
      expirationDate: '2037-12-31',
      score: null,
      evidences: [
        {
          evidenceId: 752,
          kind: 'FILE',
          size: 1,
          sha256: 'abababababababababababababababababababababababababababababababab',
        },
      ],
    },
  ],
  DOCUMENT_ANSWER_UPDATED: [
    {
      responseId: 1003,
      check: 'REFUSED',
      findings: [{ code: 'INFECTED', evidenceId: 1004 }],
      before: 'CHECKING',
      after: 'DRAFT',
    },
    {
      responseId: 77,
      before: { effectiveDate: '2026-11-13', expirationDate: '2027-11-13', expirationCorrected: false },
      after: { effectiveDate: '2026-11-13', expirationDate: '2026-11-18', expirationCorrected: true },
    },
  ],
  DOCUMENT_ANSWER_ACCEPTED: [
    {
      responseId: 77,
      before: { state: 'PENDING' },
      after: { state: 'ACCEPTED', effectiveDate: '2026-11-13', expirationDate: '2027-11-13' },
      superseded: [65],
      comment: null,
    },
  ],
  DOCUMENT_ANSWER_DENIED: [
    {
      responseId: 4711,
      before: { state: 'PENDING' },
      after: { state: 'DENIED', shared: true, fraud: true },
      revoked: false,
      comment: 'La banque, appelée au numéro connu, n’a jamais émis ce relevé.',
    },
  ],
  DOCUMENT_ANSWER_INTERRUPTED: [{ responseId: 179, reason: 'WITHDRAWN', before: 'CHECKING' }],
  DOCUMENT_ANSWER_EXPIRED: [
    {
      responseId: 77,
      expirationDate: '2026-11-18',
      before: { state: 'ACCEPTED' },
      after: { state: 'EXPIRED' },
    },
  ],
  DOCUMENT_ANSWER_SCOPE_UPDATED: [
    { responseId: 77, before: { scope: 'DOSSIER' }, after: { scope: 'THIRD_PARTY' } },
  ],
  DOCUMENT_ANSWER_STATUS_UPDATE: [{ before: 'MISSING', after: 'ONGOING', reason: 'BEING_CHECKED' }],
  DOCUMENT_ANSWER_STATUS_UPDATE_ABSENT: [{ before: 'ONGOING', after: 'MISSING', reason: 'NO_ANSWER' }],
  DOCUMENT_ANSWER_STATUS_UPDATE_ONGOING: [{ before: 'MISSING', after: 'ONGOING', reason: 'BEING_CHECKED' }],
  DOCUMENT_ANSWER_STATUS_UPDATE_ACTION_REQUIRED: [
    { before: 'VALID', after: 'ACTION_REQUIRED', reason: 'EXPIRED' },
  ],
  DOCUMENT_ANSWER_STATUS_UPDATE_VALID: [{ before: 'ONGOING', after: 'VALID', reason: 'ACCEPTED' }],
  DOCUMENT_ANSWER_STATUS_UPDATE_BELOW_EXPECTATION: [
    { before: 'ONGOING', after: 'BELOW_EXPECTATION', reason: 'REJECTED_INSIDE' },
  ],
  DOCUMENT_ANSWER_STATUS_UPDATE_INVALID: [{ before: 'ONGOING', after: 'INVALID', reason: 'REJECTED' }],
  DOCUMENT_COMMENT_ADDED: [{ commentId: 401, mentions: [17], text: 'One' }],
  DOCUMENT_COMMENT_UPDATED: [{ commentId: 401, before: { text: 'One' }, after: { text: 'Two' } }],
  DOCUMENT_COMMENT_DELETED: [{ commentId: 401 }],
  DOCUMENT_COMMENT_MENTION_ADDED: [{ commentId: 401, userId: 17, userName: 'Test Person' }],
  DOCUMENT_COMMENT_MENTION_UPDATED: [{ commentId: 401, userId: 17, userName: 'Test Person' }],
  DOCUMENT_COMMENT_MENTION_DELETED: [{ commentId: 401, userId: 17, userName: 'Test Person' }],
  DOCUMENT_DOCCHECK_STATUS_UPDATE: [
    {
      responseId: 703,
      evidenceId: 704,
      before: 'PENDING',
      after: 'VERIFIED',
      reference: 'V-1',
      checkOutcome: 'PASSED',
    },
  ],
  DOCUMENT_DOCCHECK_REPORT_GENERATED: [
    {
      responseId: 728,
      evidenceId: 729,
      reportId: 737,
      sha256: 'cb46d71f0b655667e8a2875555439a676592ce9be3977aadc0cf49b73b55e530',
    },
  ],
  DOCUMENT_DOCCHECK_REPORT_RECEIVED: [
    {
      responseId: 703,
      evidenceId: 704,
      reportId: 720,
      sha256: '47483d33e01c78fb52378c8a10e7275743a300c8aeaa0c76996e615a380f70cd',
    },
  ],
  DOCUMENT_DOCCHECK_REPORT_REFRESHED: [
    {
      responseId: 703,
      evidenceId: 704,
      reportId: 724,
      sha256: '47483d33e01c78fb52378c8a10e7275743a300c8aeaa0c76996e615a380f70cd',
    },
  ],
  DOCUMENT_AUDIT_TRAIL_DOWNLOAD: [
    {
      sha256: '1123e15dd6d7bdfa3c742f938ed13acfa9201f214a5f51d49e6591ad64ad6518',
      headSeq: 508,
      headHash: '1b94e9ee5a9307754fc45efa8f516617dc4b960d1ac8891efd4ad68eb1f05cff',
    },
  ],
}
