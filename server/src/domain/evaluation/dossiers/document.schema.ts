import { Type, type Static, type TProperties } from 'typebox'
import {
  dateSchema,
  dateTimeSchema,
  MatchedEvents,
  nullable,
  pastMembers,
} from '../../../platform/http/index.ts'
import { themeCodes } from '../../../platform/kernel/index.ts'
import { FormFieldRecord } from '../../forms/index.ts'
import { Evidence } from '../answers/response.schema.ts'
import { answerers, documentKinds } from '../catalogue/catalogue.schema.ts'
import { responseStates } from '../status/response-states.ts'
import { documentStatuses } from '../status/status-labels.ts'
import { statusReasons } from '../status/status-rules.ts'

const documentFields = {
  documentId: Type.Integer(),
  dossierId: Type.Integer(),
  thirdpartyId: Type.Integer(),
  documentCode: Type.String(),
  documentName: Type.String(),
  requestDate: dateTimeSchema,
  present: Type.Boolean({ description: 'Whether an answer was supplied.' }),
  statusCode: Type.Enum([...documentStatuses]),
  statusLabel: Type.String(),
  statusReason: Type.Enum([...statusReasons], {
    description:
      'Of what the service checks itself, NO_SOURCE: nobody can answer it yet, and you may; HIT_OPEN: somebody must decide on a hit; TRUE_MATCH: a hit was confirmed.',
  }),
  statusSince: dateTimeSchema,
  required: Type.Boolean(),
  alternativeGroup: nullable(
    Type.String({ description: 'One answer among the documents of a group is enough.' }),
  ),
  dueDate: nullable(dateSchema),
  expirationDate: nullable(dateSchema),
  renewal: nullable(
    Type.Object(
      {
        requestedOn: dateSchema,
        dueDate: { ...dateSchema, description: 'The last day of the answer in force, YYYY-MM-DD.' },
      },
      {
        description: 'A new answer is requested before the one in force expires; the status does not change.',
      },
    ),
  ),
  theme: Type.Enum([...themeCodes]),
  kind: Type.Enum([...documentKinds], { title: 'DocumentKind' }),
  answeredBy: Type.Enum([...answerers], {
    description: 'ACCOUNT: internal; the third party neither sees it nor is asked for it.',
  }),
  bankDetails: Type.Boolean(),
  legalBasis: Type.String(),
  stopped: Type.Boolean({ description: 'No longer asked for.' }),
  updatedAt: dateTimeSchema,
  evidences: Type.Array(Evidence, { description: 'Of the answers that count, the newest first.' }),
} satisfies TProperties

export const DocumentRecord = Type.Object(
  {
    ...documentFields,
    form: nullable(
      Type.Array(FormFieldRecord, { description: 'What the form asks; null where there is none.' }),
    ),
  },
  { title: 'Document' },
)

/** A row of the review queue: the document, and whose it is. Forms are long, so they stay with the document. */
export const DocumentRow = Type.Object(
  {
    ...documentFields,
    thirdpartyName: nullable(Type.String()),
    dossierType: Type.Object({ code: Type.String(), label: Type.String() }),
    matchedEvents: Type.Optional(MatchedEvents),
  },
  { title: 'DocumentRow' },
)

/** An answer that counted at a past moment. */
const PastAnswer = Type.Object({
  responseId: Type.Integer(),
  status: Type.Enum([...responseStates]),
  effectiveDate: nullable(dateSchema),
  expirationDate: nullable(dateSchema),
  evidences: Type.Array(
    Type.Object({
      id: Type.Integer(),
      fileSize: nullable(Type.Integer()),
      sha256: nullable(Type.String({ description: 'Null while the PDF of a form was not made yet.' })),
    }),
  ),
})

export const PastDocument = Type.Interface(
  [Type.Partial(DocumentRecord)],
  {
    ...pastMembers,
    answers: Type.Array(PastAnswer, { description: 'The answers that counted, the newest first.' }),
    answerInForce: nullable(Type.Integer({ description: 'The answer the document was valid by.' })),
  },
  { title: 'PastDocument' },
)
export type PastDocument = Static<typeof PastDocument>

export type DocumentWire = Static<typeof DocumentRecord>
