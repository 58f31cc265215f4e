import { Type, type Static } from 'typebox'
import { documentKinds } from '../domain/evaluation/index.ts'
import { FormEntryRecord, FormFieldRecord } from '../domain/forms/index.ts'
import { themeCodes } from '../platform/kernel/index.ts'
import { dateSchema, dateTimeSchema, nullable, namedObject } from '../platform/http/index.ts'
import { requestActions, requestStatuses } from './request-status.ts'

export const portalTags = ['Portal']

const answerStates = [
  'DRAFT',
  'IN_REVIEW',
  'ACCEPTED',
  'REJECTED',
  'EXPIRED',
  'REPLACED',
  'WITHDRAWN',
] as const
export type AnswerState = (typeof answerStates)[number]

const SentFile = namedObject('PortalFile', {
  fileId: Type.Integer(),
  fileName: nullable(Type.String()),
  fileSize: nullable(Type.Integer()),
  state: Type.Enum(['PENDING', 'CLEAN', 'REFUSED', 'INFECTED', 'DELETED'], {
    description: 'Only CLEAN files of what was sent can be downloaded.',
  }),
  refusal: nullable(Type.String({ description: 'Why it cannot be taken, in words.' })),
  uploadedAt: dateTimeSchema,
})

export const PortalAnswer = Type.Object(
  {
    responseId: Type.Integer(),
    documentId: Type.Integer(),
    documentName: Type.String(),
    state: Type.Enum([...answerStates], { title: 'PortalAnswerState' }),
    stateLabel: Type.String(),
    startedAt: dateTimeSchema,
    sentAt: nullable(dateTimeSchema),
    sentBy: nullable(Type.Enum(['ME', 'COMPANY'])),
    effectiveDate: nullable(dateSchema),
    expirationDate: nullable(dateSchema),
    decidedAt: nullable(dateTimeSchema),
    reason: nullable(Type.String({ description: 'Why it was turned down, where that was shared.' })),
    findings: Type.Array(Type.Object({ code: Type.String(), fileId: nullable(Type.Integer()) }), {
      description: 'What the automatic checks ask to be mended.',
    }),
    files: Type.Array(SentFile),
    form: nullable(Type.Array(FormEntryRecord)),
  },
  { title: 'PortalAnswer' },
)
export type PortalAnswer = Static<typeof PortalAnswer>

const request = {
  documentId: Type.Integer(),
  dossierId: Type.Integer(),
  name: Type.String(),
  purpose: Type.String(),
  legalBasis: Type.String(),
  theme: Type.Enum([...themeCodes]),
  kind: Type.Enum([...documentKinds]),
  required: Type.Boolean(),
  alternativeGroup: nullable(Type.String({ description: 'One answer among those of a group is enough.' })),
  requestedAt: dateTimeSchema,
  dueDate: nullable(dateSchema),
  late: Type.Boolean(),
  status: Type.Enum([...requestStatuses]),
  statusLabel: Type.String(),
  action: Type.Enum([...requestActions], { description: 'What to do now.' }),
  actionLabel: Type.String(),
  rejection: nullable(Type.Object({ at: dateTimeSchema, reason: nullable(Type.String()) })),
  expirationDate: nullable(dateSchema),
  draftSince: nullable(dateTimeSchema),
}

export const PortalRequest = Type.Object(request, { title: 'PortalRequest' })
export type PortalRequest = Static<typeof PortalRequest>

export const Progress = namedObject('PortalProgress', {
  asked: Type.Integer({ description: 'Required pieces; a group of alternatives counts once.' }),
  accepted: Type.Integer(),
  inReview: Type.Integer(),
  toDo: Type.Integer(),
})
export type Progress = Static<typeof Progress>

export const PortalRequests = namedObject('PortalRequests', {
  progress: Progress,
  dossiers: Type.Array(
    Type.Object({
      dossierId: Type.Integer(),
      name: Type.String(),
      dueDate: nullable(dateSchema),
      progress: Progress,
      requests: Type.Array(PortalRequest),
    }),
  ),
})

export const OneRequest = Type.Object(
  {
    ...request,
    dossierName: Type.String(),
    fileTypes: Type.Array(Type.String(), { description: 'Extensions of the files that are taken.' }),
    maxFiles: Type.Integer(),
    maxFileBytes: Type.Integer(),
    formFields: nullable(Type.Array(FormFieldRecord)),
    sentElsewhere: nullable(
      Type.Object(
        { sentAt: dateTimeSchema, dossierName: Type.String() },
        {
          description:
            'The same piece is under review for another dossier; once accepted there it answers this one too.',
        },
      ),
    ),
    draft: nullable(PortalAnswer),
    answers: Type.Array(PortalAnswer, { description: 'What was sent so far, the newest first.' }),
  },
  { title: 'PortalRequestDetail' },
)
