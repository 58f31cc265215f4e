import { Type, type Static } from 'typebox'
import {
  dateSchema,
  dateTimeSchema,
  MatchedEvents,
  nullable,
  pastMembers,
  singleLine,
  namedObject,
} from '../../../platform/http/index.ts'
import { themeCodes } from '../../../platform/kernel/index.ts'
import { AttributeRecord } from '../../attributes/index.ts'
import { referencesField } from '../../external-references/index.ts'
import { RowOwner } from '../../teams/index.ts'
import { approvalStates, documentStatuses, dossierStatuses } from '../status/status-labels.ts'
import { dossierReasons, piecesAtMost, statusReasons } from '../status/status-rules.ts'

export const origins = ['RULE', 'ON_DEMAND', 'RENEWAL'] as const

const text = nullable(Type.String())

const DossierDocument = namedObject('DossierDocument', {
  documentId: Type.Integer(),
  documentCode: Type.String(),
  documentName: Type.String(),
  statusCode: Type.Enum([...documentStatuses], { title: 'DocumentStatus' }),
  statusLabel: Type.String(),
  required: Type.Boolean(),
  present: Type.Boolean(),
  dueDate: nullable(dateSchema),
  expirationDate: nullable(dateSchema),
})

const StatusPiece = namedObject('StatusPiece', {
  documentId: Type.Integer(),
  documentCode: Type.String(),
  statusReason: Type.Enum([...statusReasons], { title: 'DocumentStatusReason' }),
})

const fields = {
  dossierId: Type.Integer(),
  thirdpartyId: Type.Integer(),
  reference: text,
  description: text,
  type: namedObject('DossierTypeOfDossier', {
    code: Type.String(),
    label: Type.String(),
    typed: Type.Boolean({ description: 'Its documents are fixed by the type.' }),
  }),
  statusCode: Type.Enum([...dossierStatuses], { title: 'DossierStatus' }),
  statusLabel: Type.String(),
  statusReason: Type.Enum([...dossierReasons], {
    title: 'DossierStatusReason',
    description:
      'That of the documents behind the status, the gravest of them; or one of its own: NOTHING_ASKED: no document is required; DOSSIER_EXPIRED: its own last day is over; STRUCK_OFF: the third party is. OVERDUE: by the policy of the account, because documents were not sent in time.',
  }),
  statusPieces: Type.Array(StatusPiece, {
    maxItems: piecesAtMost,
    description: `The documents behind the status, the gravest first, at most ${piecesAtMost}; none when it is VALID or the reason is its own.`,
  }),
  statusSince: dateTimeSchema,
  approvalState: Type.Enum([...approvalStates], {
    title: 'ApprovalState',
    description:
      'What those decided who have to approve it, beside its status. NOT_NEEDED: its type names no steps, or all were skipped. WAITING: it is not valid, or became so a moment ago.',
  }),
  origin: Type.Enum([...origins], { title: 'DossierOrigin' }),
  ruleId: nullable(Type.Integer()),
  renews: nullable(Type.Integer({ description: 'The dossier it follows.' })),
  expirationDate: nullable(dateSchema),
  dueDate: nullable(dateSchema),
  completion: Type.Object({
    required: Type.Integer({ description: 'A group of alternatives counts as one.' }),
    valid: Type.Integer(),
  }),
  documents: Type.Array(DossierDocument),
  themes: Type.Array(Type.Enum([...themeCodes], { title: 'ThemeCode' })),
  attributes: Type.Array(AttributeRecord),
  indicators: Type.Array(Type.Object({ code: Type.String(), value: nullable(Type.Integer()) })),
  archived: Type.Boolean(),
  archivedAt: nullable(dateTimeSchema),
  createdAt: dateTimeSchema,
  updatedAt: dateTimeSchema,
}

export const DossierRecord = Type.Object(fields, { title: 'Dossier' })

/** The record read by itself. */
export const DossierWithReferences = Type.Object(
  { ...fields, ...referencesField },
  { title: 'DossierWithReferences' },
)

/** The record at a past moment. Attributes and documents, too, are told as far as the journal knows them. */
export const PastDossier = Type.Interface(
  [Type.Partial(Type.Omit(DossierRecord, ['documents', 'attributes']))],
  {
    ...pastMembers,
    references: Type.Optional(referencesField.references),
    documents: Type.Array(Type.Partial(DossierDocument)),
    attributes: Type.Array(Type.Partial(AttributeRecord), { description: 'Those that had a value.' }),
  },
  { title: 'PastDossier' },
)
export type PastDossier = Static<typeof PastDossier>

/** A row of a list: the dossier, and whose it is. */
export const DossierRow = Type.Object(
  { ...fields, thirdpartyName: text, ...RowOwner, matchedEvents: Type.Optional(MatchedEvents) },
  { title: 'DossierRow' },
)

export type DossierWire = Static<typeof DossierRecord>

const reference = nullable(singleLine({ minLength: 1, maxLength: 200 }))
const description = nullable(Type.String({ minLength: 1, maxLength: 4_000 }))

/** What may be said of a dossier, when it is opened and later. */
export const ownFields = {
  reference: Type.Optional(reference),
  description: Type.Optional(description),
  expirationDate: Type.Optional(nullable(dateSchema)),
  dueDate: Type.Optional(nullable(dateSchema)),
}

const OwnFields = Type.Object(ownFields)
export type OwnFields = Static<typeof OwnFields>
