import { Type, type Static, type TProperties } from 'typebox'
import { dateSchema, dateTimeSchema, MatchedEvents, nullable } from '../../platform/http/index.ts'
import { documentKinds, fieldTypes, themeCodes } from './catalogue.schema.ts'
import { Evidence } from './evidence.schema.ts'
import { documentStatuses } from './status-labels.ts'

const plainField = {
  key: Type.String(),
  type: Type.Enum([...fieldTypes]),
  label: Type.String(),
  help: nullable(Type.String()),
  section: nullable(Type.String()),
  required: Type.Boolean(),
  requiredUnless: nullable(Type.String({ description: 'Asked for when this other field is left empty.' })),
  personal: Type.Boolean(),
  maxLength: nullable(Type.Integer()),
  min: nullable(Type.Number()),
  max: nullable(Type.Number()),
  integer: Type.Boolean(),
  mustBeTrue: Type.Boolean({ description: 'A commitment: only "true" answers it.' }),
  choices: nullable(Type.Array(Type.Object({ code: Type.String(), label: Type.String() }))),
}

const Column = Type.Object(plainField)

const Field = Type.Object({
  ...plainField,
  columns: nullable(
    Type.Array(Column, { description: 'Of a table. Its cells are answered as `<field>.<row>.<column>`.' }),
  ),
  minRows: nullable(Type.Integer()),
  maxRows: nullable(Type.Integer()),
})
export type FieldWire = Static<typeof Field>

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
  statusReason: Type.String({
    description:
      'NO_ANSWER, BEING_CHECKED, AWAITING_REVIEW, CHECK_FAILED, CONTENT_REFUSED, EXPIRED, ACCEPTED, ' +
      'REJECTED_INSIDE, SCORE_BELOW_EXPECTED, REJECTED, FRAUD or GRACE_OVER.',
  }),
  statusSince: dateTimeSchema,
  required: Type.Boolean(),
  alternativeGroup: nullable(
    Type.String({ description: 'One answer among the documents of a group is enough.' }),
  ),
  dueDate: nullable(dateSchema),
  expirationDate: nullable(dateSchema),
  theme: Type.Enum([...themeCodes]),
  kind: Type.Enum([...documentKinds]),
  bankDetails: Type.Boolean(),
  legalBasis: Type.String(),
  stopped: Type.Boolean({ description: 'No longer asked for.' }),
  updatedAt: dateTimeSchema,
  evidences: Type.Array(Evidence, { description: 'Of the answers that count, the newest first.' }),
} satisfies TProperties

export const DocumentRecord = Type.Object(
  {
    ...documentFields,
    form: nullable(Type.Array(Field, { description: 'What the form asks; null where there is none.' })),
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
  { title: 'Document in a list' },
)

export type DocumentWire = Static<typeof DocumentRecord>
