import type { PdfDocument } from '../pdf/document.ts'
import { nameOf, type PdfDict } from '../pdf/values.ts'

function certificationOf(document: PdfDocument, dict: PdfDict): PdfDict | null {
  for (const value of document.array(dict.get('Reference')) ?? []) {
    const reference = document.dict(value)
    if (reference && nameOf(document.get(reference, 'TransformMethod')) === 'DocMDP') return reference
  }
  return null
}

export const certifies = (document: PdfDocument, dict: PdfDict): boolean =>
  certificationOf(document, dict) !== null

/** Whether the one who certified the document allows no further signature. */
export function forbidsSigning(document: PdfDocument, dict: PdfDict): boolean {
  const reference = certificationOf(document, dict)
  const parameters = reference ? document.dict(reference.get('TransformParams')) : null
  return reference !== null && document.get(parameters ?? reference, 'P') === 1
}
