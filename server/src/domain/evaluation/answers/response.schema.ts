import { Type } from 'typebox'
import { dateSchema, dateTimeSchema, nullable, namedObject } from '../../../platform/http/index.ts'
import { FormEntryRecord } from '../../forms/index.ts'
import { checkOrigins, findingWeights } from '../status/response-states.ts'
import { Seal } from './seal.schema.ts'
import { checkOutcomes, responseScopes, responseStates, transmitters } from '../status/response-states.ts'

export const Evidence = namedObject('Evidence', {
  id: Type.Integer({ description: 'Also the fileId of the file routes.' }),
  responseId: Type.Integer({ description: 'What approve and reject take.' }),
  status: Type.Enum([...responseStates], { description: 'Of the response it belongs to.' }),
  uploadDate: dateTimeSchema,
  effectiveDate: nullable(dateSchema),
  expirationDate: nullable(dateTimeSchema),
  fileUUID: nullable(Type.String()),
  fileName: nullable(Type.String()),
  fileSize: nullable(Type.Integer()),
  fileState: Type.Enum(['PENDING', 'CLEAN', 'REFUSED', 'INFECTED', 'DELETED'], {
    title: 'FileState',
    description: 'Only CLEAN files can be downloaded.',
  }),
  sha256: nullable(Type.String()),
  scan: nullable(
    Type.Enum(['NOT_CONFIGURED', 'CLEAN', 'INFECTED', 'NOT_SCANNED'], {
      title: 'FileScan',
      description: 'What the virus scanner said; null until it was asked, or where there is nothing to ask.',
    }),
  ),
  formdata: nullable(Type.Array(FormEntryRecord)),
  format: Type.Enum(['ORIGINALNUMERIQUE', 'COPIENUMERIQUE', 'FORMULAIRE'], { title: 'EvidenceFormat' }),
  issuer: Type.String(),
  transmitter: Type.Enum(['FOURNISSEUR', 'DONNEUR_ORDRE', 'SOURCE_EXTERNE']),
  metadata: Type.Record(Type.String(), Type.String(), { description: 'Results of automatic checks.' }),
  seal: nullable(Seal),
})

const Person = namedObject('Author', { type: Type.String(), id: nullable(Type.Integer()) })

const Findings = Type.Array(
  Type.Object({
    code: Type.String({ examples: ['TEXT_UNREADABLE', 'IDENTIFIER_ABSENT', 'OTHER_COMPANY_IDENTIFIER'] }),
    evidenceId: nullable(Type.Integer({ description: 'The evidence it is about; null for the answer.' })),
    weight: Type.Enum([...findingWeights], {
      description: 'HIGH: it may be a forgery or a loan. LOW: often harmless. The heaviest come first.',
    }),
  }),
)

const CheckResult = namedObject('CheckResult', {
  attempt: Type.Integer({ minimum: 1 }),
  origin: Type.Enum(['SERVICE', 'PROVIDER', 'REUSE', ...checkOrigins], {
    description:
      'SERVICE: the checks of this service. PROVIDER: a verification of one file. REUSE: the checks of the answer it repeats. The answer is what was said by a register (REGISTER), by lists of people and companies (SCREENING), by news (NEWS) or by a provider of data (DATA_HUB).',
  }),
  outcome: Type.Enum([...checkOutcomes], { title: 'CheckOutcome' }),
  findings: Findings,
  reference: nullable(Type.String({ description: 'Under which the provider knows its verification.' })),
  at: dateTimeSchema,
})

const decisionComment = nullable(
  Type.String({ description: 'Inside comments only for those who manage or decide.' }),
)
const reasonShared = nullable(Type.Boolean({ description: 'Whether the third party was told the reason.' }))

const DecisionRecord = namedObject('DecisionRecord', {
  number: Type.Integer({ minimum: 1 }),
  verdict: Type.Enum(['FIRST_APPROVAL', 'ACCEPTANCE', 'REJECTION'], {
    description: 'FIRST_APPROVAL: by the first of two people. A rejection after an acceptance revokes it.',
  }),
  origin: Type.Enum(['REVIEW', 'CHECKS', 'REUSE', 'REVOCATION', ...checkOrigins], {
    description:
      'REVIEW: somebody decided. CHECKS: the checks passed and the account lets them decide. REUSE: accepted in another dossier. REVOCATION: the answer it repeats was revoked there. REGISTER, SCREENING, NEWS, DATA_HUB: the check says so.',
  }),
  at: dateTimeSchema,
  by: Person,
  comment: decisionComment,
  shared: reasonShared,
  fraud: Type.Boolean(),
})

export const ResponseRecord = Type.Object(
  {
    responseId: Type.Integer(),
    documentId: Type.Integer(),
    dossierId: Type.Integer(),
    thirdpartyId: Type.Integer(),
    documentCode: Type.String(),
    status: Type.Enum([...responseStates], { title: 'ResponseStatus' }),
    scope: Type.Enum([...responseScopes], {
      description: 'THIRD_PARTY: may answer the same request of its other dossiers.',
    }),
    transmitter: Type.Enum([...transmitters], { title: 'Transmitter' }),
    reusedFrom: nullable(
      Type.Integer({ description: 'The answer of another dossier that this one repeats.' }),
    ),
    effectiveDate: nullable(dateSchema),
    expirationDate: nullable(dateSchema),
    expirationCorrected: Type.Boolean({ description: 'Set by hand, not by the type’s validity policy.' }),
    score: nullable(Type.Integer()),
    checkOutcome: nullable(
      Type.Enum([...checkOutcomes], { description: 'How the automatic checks ended; null until they have.' }),
    ),
    checkFindings: Findings,
    checks: Type.Array(CheckResult, {
      description: 'Every time the checks ended, the oldest first. Those of a corrected answer stay.',
    }),
    submittedAt: nullable(dateTimeSchema),
    submittedBy: nullable(Person),
    suppliers: Type.Array(Person, {
      description:
        'Everybody who sent it, kept it as a draft, added to it or corrected its dates. Where duties are separate, none of them decides on it.',
    }),
    decision: nullable(
      Type.Object({
        at: dateTimeSchema,
        by: nullable(Person),
        comment: decisionComment,
        shared: reasonShared,
      }),
    ),
    decisions: Type.Array(DecisionRecord, {
      description:
        'Every decision on it, the oldest first: an acceptance that was revoked, and the first of two approvals, stay.',
    }),
    createdAt: dateTimeSchema,
    updatedAt: dateTimeSchema,
    evidences: Type.Array(Evidence),
  },
  { title: 'Response' },
)
