import { Type, type Static } from 'typebox'
import { dateSchema, dateTimeSchema, nullable, namedObject } from '../platform/http/index.ts'
import { themeCodes } from '../platform/kernel/index.ts'

const SentEvidence = namedObject('PortalEvidence', {
  evidenceId: Type.Integer(),
  comment: nullable(Type.String()),
  fileName: nullable(Type.String()),
  fileSize: nullable(Type.Integer()),
  fileState: nullable(Type.Enum(['PENDING', 'CLEAN', 'REFUSED', 'INFECTED'])),
  refused: Type.Boolean({ description: 'Turned down, or not readable: it counts no more.' }),
  sentAt: dateTimeSchema,
})

export const PortalAction = Type.Object(
  {
    actionId: Type.Integer(),
    title: Type.String({ description: 'What is to be done.' }),
    findingTitle: nullable(Type.String({ description: 'What was found, where that is told.' })),
    theme: Type.Enum([...themeCodes]),
    severity: Type.Enum(['MINOR', 'MAJOR', 'CRITICAL']),
    dueOn: dateSchema,
    late: Type.Boolean(),
    mine: Type.Boolean({ description: 'Whether the reader was named for it.' }),
    state: Type.Enum(['OPEN', 'SUBMITTED', 'ACCEPTED'], { description: 'SUBMITTED is being verified.' }),
    remark: nullable(Type.String({ description: 'What was said of the evidence that was sent.' })),
    sent: Type.Array(SentEvidence),
  },
  { title: 'PortalAction' },
)
export type PortalAction = Static<typeof PortalAction>

export const PortalActions = namedObject('PortalActions', {
  actions: Type.Array(PortalAction),
  maxFileBytes: Type.Integer(),
  maxFiles: Type.Integer(),
  fileTypes: Type.Array(Type.String(), { description: 'Endings of the files that are taken.' }),
})
