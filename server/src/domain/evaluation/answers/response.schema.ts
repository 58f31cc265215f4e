import { Type } from 'typebox'
import { dateSchema, dateTimeSchema, nullable } from '../../../platform/http/index.ts'
import { checkOutcomes, responseScopes, responseStates, transmitters } from '../status/response-states.ts'
import { Evidence } from './evidence.schema.ts'

const Person = Type.Object({ type: Type.String(), id: nullable(Type.Integer()) })

export const ResponseRecord = Type.Object(
  {
    responseId: Type.Integer(),
    documentId: Type.Integer(),
    dossierId: Type.Integer(),
    thirdpartyId: Type.Integer(),
    documentCode: Type.String(),
    status: Type.Enum([...responseStates]),
    scope: Type.Enum([...responseScopes], {
      description: 'THIRD_PARTY: may answer the same request of its other dossiers.',
    }),
    transmitter: Type.Enum([...transmitters]),
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
    checkFindings: Type.Array(
      Type.Object({
        code: Type.String({ examples: ['TEXT_UNREADABLE', 'IDENTIFIER_ABSENT', 'OTHER_COMPANY_IDENTIFIER'] }),
        evidenceId: nullable(Type.Integer({ description: 'The evidence it is about; null for the answer.' })),
      }),
    ),
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
        comment: nullable(
          Type.String({ description: 'Inside comments only for those who manage or decide.' }),
        ),
        shared: nullable(Type.Boolean({ description: 'Whether the third party was told the reason.' })),
      }),
    ),
    createdAt: dateTimeSchema,
    updatedAt: dateTimeSchema,
    evidences: Type.Array(Evidence),
  },
  { title: 'Response' },
)
