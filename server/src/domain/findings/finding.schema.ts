import { Type, type Static } from 'typebox'
import {
  dateSchema,
  dateTimeSchema,
  nonBlankLine,
  nullable,
  recordId,
  namedObject,
} from '../../platform/http/index.ts'
import { themeCodes } from '../../platform/kernel/index.ts'

export const severities = ['MINOR', 'MAJOR', 'CRITICAL'] as const
export type Severity = (typeof severities)[number]

export const findingStates = ['OPEN', 'IN_PROGRESS', 'TO_VERIFY', 'CLOSED', 'DISMISSED'] as const
export type FindingState = (typeof findingStates)[number]

/** What people may name; the last source, PLAN, is a plan that was accepted. */
export const givenSources = ['MANUAL', 'AUDIT', 'ANSWER', 'QUESTION', 'HIT'] as const
export const findingSources = [...givenSources, 'PLAN'] as const

export const theme = Type.Enum([...themeCodes])
export const severity = Type.Enum([...severities], {
  title: 'FindingSeverity',
  description: 'While it is open, MAJOR caps the indicator of its theme at 60 and CRITICAL at 40.',
})
export const title = nonBlankLine({ maxLength: 200 })
export const longText = Type.String({ minLength: 1, maxLength: 4_000, pattern: String.raw`\S` })
/** Why something was decided. */
export const reason = Type.String({ minLength: 1, maxLength: 2_000, pattern: String.raw`\S` })

export const GivenSource = namedObject(
  'FindingSourceChoice',
  {
    kind: Type.Enum([...givenSources]),
    documentId: Type.Optional(recordId),
    responseId: Type.Optional(recordId),
    questionKey: Type.Optional(nonBlankLine({ maxLength: 200 })),
    hitId: Type.Optional(recordId),
    reference: Type.Optional(
      nonBlankLine({ maxLength: 200, description: 'Such as the number of a report.' }),
    ),
  },
  {
    description:
      'ANSWER takes a `responseId`, QUESTION a `responseId` and a `questionKey`, HIT a `hitId`; MANUAL and AUDIT may name a `documentId`. Any of them may have a `reference`.',
  },
)
export type GivenSource = Static<typeof GivenSource>

export const FindingBody = Type.Object({
  title,
  description: Type.Optional(nullable(longText)),
  severity,
  theme: Type.Optional({ ...theme, description: 'By default that of the document it was seen in.' }),
  source: Type.Optional(GivenSource),
})
export type FindingBody = Static<typeof FindingBody>

export const FindingChange = Type.Object(
  {
    title: Type.Optional(title),
    description: Type.Optional(nullable(longText)),
    severity: Type.Optional(severity),
    theme: Type.Optional(theme),
  },
  { minProperties: 1 },
)
export type FindingChange = Static<typeof FindingChange>

export const WhoRecord = namedObject('FindingAuthor', {
  type: Type.String(),
  id: nullable(Type.Integer()),
  name: nullable(Type.String({ description: 'Null for a job, and once the person was erased or has left.' })),
})
export type WhoRecord = Static<typeof WhoRecord>

const summary = {
  findingId: Type.Integer(),
  thirdpartyId: Type.Integer(),
  thirdpartyName: nullable(Type.String()),
  theme,
  severity,
  title: Type.String(),
  description: nullable(Type.String({ description: 'Internal: the third party reads the title alone.' })),
  state: Type.Enum([...findingStates], {
    title: 'FindingState',
    description:
      'IN_PROGRESS: the third party has to act. TO_VERIFY: the account has to verify evidence, or to close.',
  }),
  source: Type.Object({
    kind: Type.Enum([...findingSources], { title: 'FindingSourceKind' }),
    dossierId: nullable(Type.Integer()),
    documentId: nullable(Type.Integer()),
    responseId: nullable(Type.Integer()),
    questionKey: nullable(Type.String()),
    hitId: nullable(Type.Integer()),
    reference: nullable(Type.String()),
  }),
  openedAt: dateTimeSchema,
  openedBy: WhoRecord,
  closedAt: nullable(dateTimeSchema),
  closedBy: nullable(WhoRecord),
  closingReason: nullable(Type.String()),
  nextDueOn: nullable({ ...dateSchema, description: 'Of the actions the third party still owes.' }),
  overdue: Type.Boolean(),
}

export const FindingSummary = Type.Object(summary, { title: 'FindingRow' })
export type FindingSummary = Static<typeof FindingSummary>

export const EvidenceRecord = namedObject('CorrectiveEvidence', {
  evidenceId: Type.Integer(),
  comment: nullable(Type.String()),
  fileName: nullable(Type.String()),
  fileSize: nullable(Type.Integer()),
  fileState: nullable(
    Type.Enum(['PENDING', 'CLEAN', 'REFUSED', 'INFECTED'], {
      description: 'PENDING is being checked; only CLEAN can be downloaded.',
    }),
  ),
  responseId: nullable(Type.Integer({ description: 'The corrective action plan that says it was done.' })),
  round: Type.Integer({ description: 'Evidence that was refused belongs to an earlier round.' }),
  sentAt: dateTimeSchema,
  sentBy: WhoRecord,
})

export const actionStates = ['OPEN', 'SUBMITTED', 'ACCEPTED', 'CANCELLED'] as const
export type ActionState = (typeof actionStates)[number]

export const ActionRecord = Type.Object(
  {
    actionId: Type.Integer(),
    title: Type.String(),
    contact: nullable(
      Type.Object({
        contactId: Type.Integer(),
        name: nullable(Type.String()),
        active: Type.Boolean({ description: 'Whether this contact is still one.' }),
      }),
    ),
    dueOn: dateSchema,
    overdue: Type.Boolean(),
    state: Type.Enum([...actionStates], {
      title: 'CorrectiveActionState',
      description: 'SUBMITTED waits for verification.',
    }),
    round: Type.Integer(),
    remark: nullable(Type.String({ description: 'Of the last verification; the third party reads it.' })),
    decidedAt: nullable(dateTimeSchema),
    decidedBy: nullable(WhoRecord),
    evidences: Type.Array(EvidenceRecord),
  },
  { title: 'CorrectiveAction' },
)
export type ActionRecord = Static<typeof ActionRecord>

export const FindingRecord = Type.Object(
  { ...summary, actions: Type.Array(ActionRecord), version: Type.Integer() },
  { title: 'Finding' },
)
export type FindingRecord = Static<typeof FindingRecord>
