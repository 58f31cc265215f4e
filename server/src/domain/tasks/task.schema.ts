import { Type, type Static } from 'typebox'
import {
  dateSchema,
  dateTimeSchema,
  nonBlankLine,
  nullable,
  recordId,
  namedObject,
} from '../../platform/http/index.ts'
import { PartyBody, PartyRecord } from '../teams/index.ts'
import { taskOrigins } from './open-task.ts'

export const taskStates = ['OPEN', 'DONE', 'CANCELLED'] as const

const title = nonBlankLine({ maxLength: 200 })
// One sign that is seen, at least.
const words = (description: string) =>
  Type.String({ minLength: 1, maxLength: 4_000, pattern: String.raw`\S`, description })
const details = nullable(words('Plain text; line breaks are kept.'))
const assignee = nullable(PartyBody)

const AboutBody = Type.Object(
  {
    thirdpartyId: Type.Optional(recordId),
    dossierId: Type.Optional(recordId),
    documentId: Type.Optional(recordId),
  },
  {
    minProperties: 1,
    maxProperties: 1,
    description: 'A third party, a dossier or a document, by its number.',
  },
)

export const TaskBody = Type.Object({
  title,
  details: Type.Optional(details),
  about: Type.Optional(nullable(AboutBody)),
  assignee: Type.Optional(assignee),
  dueOn: Type.Optional(nullable(dateSchema)),
})

export const TaskChange = Type.Object(
  {
    title: Type.Optional(title),
    details: Type.Optional(details),
    assignee: Type.Optional(assignee),
    dueOn: Type.Optional(nullable(dateSchema)),
  },
  { description: 'What is left out stays as it is.' },
)

export const DoneBody = Type.Object({ reason: Type.Optional(words('What came of it.')) })
export const ReasonBody = Type.Object({ reason: words('Why; it stays with the task.') })
export const CommentBody = Type.Object({ text: words('Plain text; line breaks are kept.') })

const Doer = namedObject('TaskDoer', {
  type: Type.Enum(['USER', 'API_CLIENT', 'CONTACT', 'JOB', 'PROVIDER']),
  id: nullable(Type.Integer()),
  name: nullable(Type.String({ description: 'Null once the person has left the account.' })),
})

export const TaskRecord = Type.Object(
  {
    taskId: Type.Integer(),
    title: Type.String({
      description: 'In the words of its maker; a title of the product, in the language of the request.',
    }),
    details: nullable(Type.String()),
    about: nullable(
      Type.Object({
        thirdpartyId: Type.Integer(),
        name: Type.String({ description: 'Of the third party.' }),
        dossierId: nullable(Type.Integer()),
        documentId: nullable(Type.Integer()),
      }),
    ),
    assignee: nullable(PartyRecord),
    dueOn: nullable(Type.String()),
    overdue: Type.Boolean(),
    origin: Type.Enum([...taskOrigins], { title: 'TaskOrigin' }),
    link: nullable(
      Type.String({ description: 'A path of the API behind the account, if it leads elsewhere.' }),
    ),
    state: Type.Enum([...taskStates], { title: 'TaskState' }),
    maker: Doer,
    createdAt: dateTimeSchema,
    closedAt: nullable(dateTimeSchema),
  },
  {
    title: 'Task',
    description:
      'Without an `assignee`, or while that one cannot act, it waits for whoever answers for what it is about.',
  },
)
export type TaskWire = Static<typeof TaskRecord>

export const TaskReading = Type.Object(
  {
    ...TaskRecord.properties,
    yours: Type.Boolean({ description: 'Whether you can change, finish and cancel it, or open it again.' }),
  },
  { title: 'TaskReading' },
)

export const TaskNote = Type.Object(
  {
    noteId: Type.Integer(),
    act: Type.Enum(['COMMENT', 'DONE', 'CANCELLED', 'REOPENED']),
    text: nullable(Type.String()),
    author: Doer,
    createdAt: dateTimeSchema,
  },
  { title: 'TaskNote', description: 'A comment, or who closed the task or opened it again, and why.' },
)
export type TaskNoteWire = Static<typeof TaskNote>
