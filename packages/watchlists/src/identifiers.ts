/** What publishers call their numbers, in the order in which the words decide. */
const types: readonly (readonly [type: string, words: RegExp])[] = [
  ['LEI', /\blei\b|legal entity (?:number|identifier)/],
  ['SIREN', /\bsiren\b/],
  ['DUNS', /d-?u-?n-?s/],
  ['IMO', /\b(?:imo|omi)\b/],
  ['BIC', /swift|\bbic\b/],
  ['PASSPORT', /pass?port|passeport|pasaporte|travel document|\breisepass\b/],
  ['VAT', /\bvat\b|\beuvat\b|v\.a\.t|\btva\b/],
  [
    'TAX_ID',
    /\btax|fiscal|\binn\b|\bnif\b|\btin\b|\bnit\b|\bruc\b|\brif\b|\brfc\b|r\.f\.c|\bcuit\b|taxpayer|\bpan\b/,
  ],
  [
    'REGISTRATION',
    /regist|\bogrn|\bkpp\b|\bokpo\b|compan|business|social credit|commercial|mercantil|trade licen|tradelic|regnumber|enterprise|c\.r\. no|public registration|gazette|enregistrement/,
  ],
  [
    'NATIONAL_ID',
    /national|identi|cedula|curp|c\.u\.r\.p|d\.n\.i|\bssn\b|\bnrn\b|id[- ]card|\bid\b|personal|carte/,
  ],
]

/** The type of an identifier by the word its publisher uses. */
export function identifierType(label: string): string {
  const words = label.toLowerCase()
  return types.find(([, pattern]) => pattern.test(words))?.[0] ?? 'OTHER'
}

/** A number without the words that some records repeat before it. */
export function identifierValue(type: string, text: string): string {
  const value = text.replace(/^(?:no\.?|number|n°|nº|#|:)\s*/i, '').trim()
  if (type === 'IMO') return /\d{7}/.exec(value)?.[0] ?? value
  return value
}

const freeLabels =
  /(?<![\p{L}\d])(LEI|SIREN|IMO|OMI|INN|OGRN(?:IP)?|KPP|OKPO|TIN|NIF|SWIFT(?:\/BIC)?|BIC|VAT|TVA|Tax ID|Registration (?:number|no)|Business registration number|Company (?:number|no)|Num[ée]ro d['’]enregistrement)(?![\p{L}\d])[\s:.#n°º()-]*([A-Z\d][A-Z\d./-]{3,30})/giu

/** Identifiers in a free text such as `INN: 7704000000; OGRN 1027700000000`. */
export function identifiersInText(text: string): { type: string; value: string }[] {
  return [...text.slice(0, 20_000).matchAll(freeLabels)]
    .map(([, label = '', value = '']) => ({
      type: identifierType(label),
      value: value.replace(/[./-]+$/, ''),
    }))
    .filter(({ value }) => /\d/.test(value) || /^[A-Z]{8}(?:[A-Z]{3})?$/.test(value))
}
