import { Type, type Static } from 'typebox'
import { dateSchema, pathId, singleLine, namedObject } from '../../../platform/http/index.ts'
import { responseScopes, transmitters } from '../status/response-states.ts'

export const FormAnswers = Type.Array(
  Type.Object({
    key: Type.String({ minLength: 1, maxLength: 200 }),
    value: Type.String({ maxLength: 10_000 }),
  }),
  {
    maxItems: 5_000,
    description:
      'Dates as DD/MM/YYYY, booleans as true or false, cells of a table as `<field>.<row>.<column>`.',
    examples: [[{ key: 'signatory', value: 'Ada Lovelace' }]],
  },
)

const file = Type.String({ format: 'binary' })
export const Files = Type.Array(file, { description: 'Parts of a multipart body, each with a file name.' })

export const AnswerBody = namedObject('ResponseUpload', {
  file: Type.Optional(Files),
  formdata: Type.Optional(FormAnswers),
  effectiveDate: Type.Optional(dateSchema),
  draft: Type.Optional(Type.Boolean({ description: 'Keep it for later; nothing needs to be complete.' })),
  scope: Type.Optional(
    Type.Enum([...responseScopes], {
      description: 'THIRD_PARTY, the default: once accepted it may answer its other dossiers as well.',
    }),
  ),
  issuer: Type.Optional(
    singleLine({
      minLength: 1,
      maxLength: 200,
      description: 'DO, the default, or the body that issued the piece.',
    }),
  ),
  transmitter: Type.Optional(Type.Enum([...transmitters])),
})
export type AnswerBody = Static<typeof AnswerBody>

export const answerBodyNote =
  'As JSON for a form alone. As multipart/form-data to send files: 1 to 20 parts named `file`, and the other ' +
  'fields as text, `formdata` as JSON text.'

export const responseTags = ['Answers']
export const ofResponse = Type.Object({ responseId: pathId })
