import { piecesOf, textPieceBytes, type ByteSource } from './byte-source.ts'
import { mismatch, type InspectionWarning } from './verdict.ts'

/** Control characters that no text editor or spreadsheet writes; tab, line ends and form feed are left out. */
// oxlint-disable-next-line eslint/no-control-regex -- control characters are what it looks for
const binary = /[\x00-\x08\x0b\x0e-\x1f\x7f]/
const pageOrScript = /<(?:script|html|svg|iframe|body|object|embed)[\s/>]|<!doctype|<!entity|<\?(?:php|xml)/i
const otherFormat = /^(?:%PDF-|#!|\{\\rtf|%!PS|GIF8[79]a)/i
const formula = /(?:^|[;,\t\n\r"])[=@][A-Za-z(]/
const overlap = 64

/** UTF-8, or a one-byte encoding as French spreadsheets still write it; never anything a browser would run. */
export async function inspectText(source: ByteSource, isCsv: boolean): Promise<InspectionWarning[]> {
  let carried = ''
  let hasFormula = false
  for await (const { at, bytes } of piecesOf(source, 0, source.size, textPieceBytes)) {
    const text = carried + bytes.toString('latin1')
    if (at === 0 && otherFormat.test(text.replace(/^\xef\xbb\xbf/, '').trimStart())) {
      throw mismatch('the content is of another format than text')
    }
    if (binary.test(text)) throw mismatch('the content is not text')
    if (pageOrScript.test(text)) throw mismatch('the text is a web page or a script')
    hasFormula ||= isCsv && formula.test(text)
    carried = text.slice(-overlap)
  }
  return hasFormula ? ['CSV_FORMULA'] : []
}
