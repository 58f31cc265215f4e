import { Type } from 'typebox'
import { namedObject, nullable } from '../../../platform/http/index.ts'
import type { Language } from '../../../platform/kernel/index.ts'
import type { ReadCode } from '../answers/read-codes.ts'
import { fieldLabel } from './field-labels.ts'

const fraction = Type.Number({ minimum: 0, maximum: 1 })
const day = (description: string) => nullable(Type.String({ description: `${description} As YYYY-MM-DD.` }))

const CodeField = namedObject('ReadCodeField', {
  name: Type.String(),
  label: Type.String({ description: 'In the language of the request.' }),
  value: Type.String({ description: 'Days are YYYY-MM-DD. At most 120 signs.' }),
  isCut: Type.Boolean({ description: 'The code holds only its beginning.' }),
  agreement: Type.Enum(['AGREES', 'DIFFERS', 'NOT_COMPARED'], {
    title: 'ReadCodeAgreement',
    description:
      'Whether the same is printed and typed. NOT_COMPARED: nothing of its kind could be read beside it.',
  }),
})

export const ReadCodeView = namedObject('ReadCode', {
  format: Type.Enum(['QR', 'DATA_MATRIX'], { title: 'ReadCodeFormat' }),
  kind: Type.Enum(['TWO_D_DOC', 'PAYMENT', 'ADDRESS', 'OTHER'], {
    title: 'ReadCodeKind',
    description:
      'TWO_D_DOC is signed. PAYMENT is a transfer. ADDRESS leads to a page, which is never opened here.',
  }),
  page: Type.Integer({ description: 'Counted from 1.' }),
  box: Type.Object(
    { x: fraction, y: fraction, width: fraction, height: fraction },
    { description: 'In fractions of the page before it is turned, from its top left corner.' },
  ),
  value: Type.String({
    description: 'What it says, at most 120 signs; of a 2D-Doc the names of its authority and certificate.',
  }),
  verdict: nullable(
    Type.Enum(['VALID', 'INVALID', 'NOT_JUDGED'], {
      title: 'ReadCodeVerdict',
      description: 'Whether the signature of a 2D-Doc holds. Null for other codes.',
    }),
  ),
  reason: nullable(
    Type.Enum(
      [
        'NO_LIST',
        'LIST_OUTDATED',
        'AUTHORITY_UNKNOWN',
        'TEST_ONLY',
        'CERTIFICATE_UNKNOWN',
        'CERTIFICATE_REVOKED',
        'CERTIFICATE_NOT_VALID',
        'FORM_UNKNOWN',
      ],
      { title: 'ReadCodeReason', description: 'Why it was not judged.' },
    ),
  ),
  documentKind: nullable(
    Type.String({ description: 'What it says the document is.', examples: ['BANK_DETAILS'] }),
  ),
  authority: nullable(Type.String({ examples: ['FR03'] })),
  certificate: nullable(Type.String({ description: 'As the code names it.' })),
  signer: nullable(Type.String({ description: 'Whom the certificate names, where the signature holds.' })),
  issuedOn: day('Of the document.'),
  signedOn: day('Of the code.'),
  trustVersion: nullable(Type.Integer({ description: 'Of the list of authorities it was judged by.' })),
  fields: Type.Array(CodeField),
  proves: Type.Boolean({
    description: 'Its signature holds, and what it says is what the page prints.',
  }),
})

export const viewCode = (code: ReadCode, language: Language) => ({
  ...code,
  fields: code.fields.map((field) => ({ ...field, label: fieldLabel(field.name, language) })),
})
