import { Type } from 'typebox'
import { dateSchema, dateTimeSchema, nullable } from '../../../platform/http/index.ts'
import { FormEntryRecord } from '../../forms/index.ts'
import { responseStates } from '../status/response-states.ts'

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
  formdata: nullable(Type.Array(FormEntryRecord)),
  format: Type.Enum(['ORIGINALNUMERIQUE', 'COPIENUMERIQUE', 'FORMULAIRE']),
  issuer: Type.String(),
  transmitter: Type.Enum(['FOURNISSEUR', 'DONNEUR_ORDRE', 'SOURCE_EXTERNE']),
  metadata: Type.Record(Type.String(), Type.String(), { description: 'Results of automatic checks.' }),
})
