// A list: what events of the demonstration said; its companies and people are invented.
import type { DossierEvent } from '../event-names.ts'
import type { ExamplesOf } from './examples-of.ts'

export const dossierExamples: ExamplesOf<DossierEvent> = {
  DOSSIER_ADDED: [
    {
      dossierTypeCode: 'ONBOARDING',
      typeVersion: 1,
      origin: 'RENEWAL',
      ruleId: null,
      renews: 439,
      reference: null,
      expirationDate: '2038-03-21',
      dueDate: '2037-04-18',
      described: false,
    },
  ],
  DOSSIER_ARCHIVED: [{ before: { archived: false }, after: { archived: true } }],
  DOSSIER_REACTIVATED: [{ before: { archived: true }, after: { archived: false } }],
  DOSSIER_UPDATED: [
    { changed: ['reference'], before: { reference: 'Home' }, after: { reference: 'Home changed' } },
    { kind: 'STATUS_REASON', before: { statusReason: 'GRACE_OVER' }, after: { statusReason: 'REJECTED' } },
    { kind: 'OWNER', before: { owner: { userId: 684 } }, after: { owner: { userId: 723 } } },
    {
      kind: 'APPROVAL_STEP',
      act: 'DECIDED',
      step: 'BUYER',
      round: 1,
      outcome: 'APPROVED',
      actsAs: 'OWN',
      forUserId: null,
      comment: 'Terms as negotiated.',
    },
    { kind: 'FOLLOWERS', added: [{ userId: 638 }], removed: [] },
  ],
  DOSSIER_TEMPLATE_UPDATED: [{ before: { typeVersion: 1 }, after: { typeVersion: 2 } }],
  DOSSIER_DOCUMENTS_UPDATED: [{ stopped: ['SUP_IDENTITY'] }],
  DOSSIER_ATTRIBUTE_UPDATED: [
    { attributeId: 514, code: 'BUDGET', label: 'Budget', before: null, after: 2000 },
  ],
  DOSSIER_CALCULATED_ATTRIBUTE_UPDATED: [
    { attributeId: 515, code: 'IS_HEAVY', label: 'Is heavy', before: null, after: true },
  ],
  DOSSIER_INDICATOR_UPDATED: [
    {
      code: 'COMPLETENESS',
      before: { value: 0, rating: 'E', state: 'KNOWN', model: { name: 'required-documents', version: 1 } },
      after: { value: 100, rating: 'A', state: 'KNOWN', model: { name: 'required-documents', version: 1 } },
    },
  ],
  DOSSIER_STATUS_UPDATED: [{ before: 'ABSENT', after: 'ONGOING', reason: 'NO_ANSWER' }],
  DOSSIER_STATUS_UPDATED_ABSENT: [{ before: 'ONGOING', after: 'ABSENT', reason: 'NO_ANSWER' }],
  DOSSIER_STATUS_UPDATED_ONGOING: [{ before: 'ABSENT', after: 'ONGOING', reason: 'NO_ANSWER' }],
  DOSSIER_STATUS_UPDATED_ACTION_REQUIRED: [
    { before: 'ONGOING', after: 'ACTION_REQUIRED', reason: 'EXPIRED' },
  ],
  DOSSIER_STATUS_UPDATED_VALID: [{ before: 'ONGOING', after: 'VALID', reason: 'ACCEPTED' }],
  DOSSIER_STATUS_UPDATED_BELOW_EXPECTATION: [
    { before: 'ONGOING', after: 'BELOW_EXPECTATION', reason: 'REJECTED_INSIDE' },
  ],
  DOSSIER_STATUS_UPDATED_INVALID: [{ before: 'ONGOING', after: 'INVALID', reason: 'REJECTED' }],
  DOSSIER_COMMENT_ADDED: [{ commentId: 341, mentions: [17], text: 'One' }],
  DOSSIER_COMMENT_UPDATED: [{ commentId: 341, before: { text: 'One' }, after: { text: 'Two' } }],
  DOSSIER_COMMENT_DELETED: [{ commentId: 341 }],
  DOSSIER_COMMENT_MENTION_ADDED: [{ commentId: 341, userId: 17, userName: 'Test Person' }],
  DOSSIER_COMMENT_MENTION_UPDATED: [{ commentId: 341, userId: 17, userName: 'Test Person' }],
  DOSSIER_COMMENT_MENTION_DELETED: [{ commentId: 341, userId: 17, userName: 'Test Person' }],
}
