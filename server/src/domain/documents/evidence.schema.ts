import { Type } from 'typebox'
import { dateSchema, dateTimeSchema, nullable } from '../../platform/http/index.ts'
import { responseStates } from './response-states.ts'

export const FormEntry = Type.Object({
  type: Type.Enum(['string', 'date', 'iban', 'boolean', 'number']),
  key: Type.String(),
  title: Type.String(),
  order: Type.Integer(),
  value: Type.String({ description: 'For a date, DD/MM/YYYY.' }),
})

export const Evidence = Type.Object({
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
    description: 'Only CLEAN files can be downloaded.',
  }),
  sha256: nullable(Type.String()),
  scan: nullable(
    Type.Enum(['NOT_CONFIGURED', 'CLEAN', 'INFECTED', 'NOT_SCANNED'], {
      description: 'What the virus scanner said; null until it was asked, or where there is nothing to ask.',
    }),
  ),
  formdata: nullable(Type.Array(FormEntry)),
  format: Type.Enum(['ORIGINALNUMERIQUE', 'COPIENUMERIQUE', 'FORMULAIRE']),
  issuer: Type.String(),
  transmitter: Type.Enum(['FOURNISSEUR', 'DONNEUR_ORDRE', 'SOURCE_EXTERNE']),
  metadata: Type.Record(Type.String(), Type.String(), { description: 'Results of automatic checks.' }),
})
