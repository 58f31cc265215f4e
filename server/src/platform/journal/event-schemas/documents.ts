import { Type } from 'typebox'
import {
  day,
  dayOrNull,
  eventData,
  flag,
  id,
  ids,
  oneOf,
  responseId,
  responseState,
  text,
  textOrNull,
} from './parts.ts'

const documentCode = text('The type of the document.')

// What may be absent: older events say less.
export const documentAdded = eventData('DocumentAddedData', {
  documentCode,
  typeVersion: Type.Optional(Type.Integer({ description: 'The version of that type.' })),
  required: Type.Optional(flag('Whether the dossier needs it to be valid.')),
  alternativeGroup: Type.Optional(textOrNull('One document of the group is enough.')),
  dueDate: Type.Optional(dayOrNull('The day it is due')),
  noSource: Type.Optional(flag('A check that nobody can answer yet.')),
})

export const documentStopped = eventData('DocumentStoppedData', {
  documentCode,
  reason: Type.Optional(
    oneOf(
      ['NO_LONGER_REQUIRED', 'DOSSIER_ARCHIVED'],
      'Why; absent when a new version of the dossier’s type asks for it no more.',
    ),
  ),
})

const Asked = Type.Object({
  dueDate: Type.Optional(dayOrNull('The day it is due')),
  required: Type.Optional(flag('Whether the dossier needs it to be valid.')),
  alternativeGroup: Type.Optional(textOrNull('One document of the group is enough.')),
})

export const documentModified = eventData('DocumentModificationData', {
  before: Type.Optional(Asked),
  after: Type.Optional(Asked),
  noSource: Type.Optional(flag('Of a check: whether nobody can answer it.')),
  superseded: Type.Optional(ids('Answers of the service that hold no more.')),
  renewal: Type.Optional(
    Type.Object(
      {
        responseId,
        requestedOn: day('When it was requested'),
        dueDate: day('The last day of the present answer'),
      },
      { description: 'The renewal of an answer that ends soon was requested.' },
    ),
  ),
})

const State = Type.Object({ state: responseState })
export const documentDeleted = eventData('DocumentDeletionData', {
  responseId,
  reason: oneOf(['RETENTION', 'ERASURE'], 'Its time was over, or a person was erased.'),
  evidenceId: Type.Optional(id('The part, of an erasure.')),
  part: Type.Optional(oneOf(['PERSONAL_ANSWERS', 'AUTHOR'], 'What of it was erased.')),
  before: Type.Optional(State),
  after: Type.Optional(State),
})

export const deletionWarned = eventData('DocumentDeletionWarningData', {
  responseId,
  deletionDate: day('When it will be deleted'),
})

const documentStatuses = [
  'MISSING',
  'ONGOING',
  'ACTION_REQUIRED',
  'VALID',
  'BELOW_EXPECTATION',
  'INVALID',
] as const
export const documentStatusUpdated = eventData('DocumentStatusUpdatedData', {
  before: Type.Union([Type.Enum([...documentStatuses]), Type.Null()], {
    description: 'The former status; null for a new document.',
  }),
  after: oneOf(documentStatuses, 'The new status; MISSING is what event names call ABSENT.'),
  reason: Type.Optional(text('Why; absent for a new document.')),
})

const verification = ['PENDING', 'VERIFIED', 'REFUSED', 'INCONCLUSIVE'] as const
export const verificationUpdated = eventData('DocumentVerificationData', {
  responseId,
  evidenceId: id('The file.'),
  before: Type.Union([Type.String(), Type.Null()], { description: 'The former status; null at first.' }),
  after: oneOf(verification, 'The new status.'),
  reference: Type.Optional(textOrNull('The provider’s own.')),
  checkOutcome: Type.Optional(textOrNull('What all checks together say since.')),
})

export const reportStored = eventData('DocumentVerificationReportData', {
  responseId,
  evidenceId: id('The file that was verified.'),
  reportId: id('The report, an evidence of the same answer.'),
  sha256: text('Digest of the report.'),
})

export const trailDownloaded = eventData('DocumentAuditTrailData', {
  sha256: text('Digest of the file that was downloaded.'),
  headSeq: Type.Integer({ description: 'The last event of the journal at that moment.' }),
  headHash: textOrNull('Its hash.'),
})
