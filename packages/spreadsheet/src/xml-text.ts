// What a cell cannot hold as it is: control characters, and what would be taken for the escape of one.
// oxlint-disable-next-line eslint/no-control-regex -- control characters are what it looks for
const special = /[&<>"\u0000-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g
const named: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// oxlint-disable-next-line eslint/no-control-regex -- as above
const mayNeedIt = /[&<>"\u0000-\u001f\ud800-\udfff\ufffe\uffff]|_x/

/** Text as a cell holds it: what XML cannot say is written `_x001F_`, as spreadsheets do. */
export function escapeCell(text: string): string {
  if (!mayNeedIt.test(text)) return text
  return text.replaceAll(/\p{Surrogate}/gu, '\ufffd').replaceAll(special, (sign) => {
    if (sign === '\t' || sign === '\n') return sign
    return named[sign] ?? `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
  })
}

/** Text as an attribute holds it. */
export const escapeAttribute = (text: string): string =>
  escapeCell(text).replaceAll('\t', ' ').replaceAll('\n', ' ')

export function readCellText(text: string): string {
  if (!text.includes('_x')) return text
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}
