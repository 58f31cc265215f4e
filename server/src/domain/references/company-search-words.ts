/** Letters that do not come apart into a plain one and an accent. */
const plain: Readonly<Record<string, string>> = {
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}
/** Short legal forms; they say what kind of company it is, not which one. */
const legalForms = new Set(
  `sa sas sasu sarl sarlu eurl sci snc scs sca scp scm scea scop scic scpi sccv sel selarl selas selasu selafa
   gie gaec earl eirl ei se gmbh mbh ag kg kgaa ohg ug ev ltd limited plc llc llp lp inc incorporated co corp
   corporation bv nv vof spa srl srls sapa sl slu sau scoop ab oy oyj aps as asa kft zrt nyrt bt sro spol doo dd
   ood ead eood uab sia ou epe ae sprl bvba asbl vzw ltda lda spzoo pty pte pvt оод ооо επε`.split(/\s+/),
)
/** Long forms, as they read once accents are gone. */
const longForms =
  /\b(?:societe (?:a responsabilite limitee|par actions simplifiees?(?: unipersonnelle)?|anonyme|civile immobiliere|en nom collectif)|entreprise unipersonnelle a responsabilite limitee|gesellschaft mit beschrankter haftung)\b|株式会社/g
const mayHaveLongForm = /societe |unipersonnelle |gesellschaft |株/
/** Written or left out, or written as a sign. */
const linking = new Set(['et', 'and', 'und'])

const maxWords = 20
const maxWordLength = 60

/**
 * The words of a name as they are searched for and compared: lower case, no accents or punctuation, legal forms
 * apart, no «and». Letters of other alphabets stay, so that a name in Greek can be found in Greek.
 */
export function splitName(name: string): string[] {
  const letters = withInitialsJoined(foldName(name))
  const all = wordsOf(letters)
  const named = mayHaveLongForm.test(letters) ? wordsOf(all.join(' ').replaceAll(longForms, ' ')) : all
  const significant = withoutForms(named).filter((word) => !linking.has(word))
  return significant.length > 0 ? significant : all
}

/** The same as one text, as the registers keep it; the empty string stands for no name at all. */
export function normaliseName(name: string): string {
  const words = splitName(name)
  const isLong = words.length > maxWords || name.length > maxWordLength
  return isLong ? limitWords(words) : words.join(' ')
}

/** Words of further names that are not already in the first. */
export function wordsNotIn(searchName: string, names: readonly (string | null)[]): string | null {
  const given = names.filter((name) => name !== null)
  if (given.length === 0) return null
  const known = new Set(searchName.split(' '))
  const words = given.flatMap((name) => normaliseName(name).split(' '))
  const further = [...new Set(words)].filter((word) => word !== '' && !known.has(word))
  return further.length > 0 ? further.slice(0, maxWords).join(' ') : null
}

function limitWords(words: readonly string[]): string {
  return words
    .slice(0, maxWords)
    .map((word) => word.slice(0, maxWordLength))
    .join(' ')
}

// Most names of a register are plain capitals: what they cannot contain is not looked for.
function foldName(name: string): string {
  if (isAscii(name)) return name.toLowerCase()
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[œæßøłđðþı]/g, (sign) => plain[sign] ?? sign)
}

function isAscii(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- the first 128 characters, whichever they are
  return /^[\u0000-\u007F]*$/.test(text)
}

/** "S.A.R.L." is one word, "Sp. z o.o." as well; "12.5" and "société.com" stay as they are. */
function withInitialsJoined(text: string): string {
  if (!text.includes('.')) return text
  return text
    .replaceAll(/\bsp\. ?z ?o\. ?o\.?/g, 'spzoo')
    .replaceAll(/(?<![\p{L}\p{N}])(?:\p{L}\.){2,}\p{L}?(?![\p{L}\p{N}])/gu, (initials) =>
      initials.replaceAll('.', ''),
    )
}

function wordsOf(text: string): string[] {
  return text.match(isAscii(text) ? /[a-z0-9]+/g : /[\p{L}\p{N}]+/gu) ?? []
}

// At the ends only: the SEL of "Les Marchands de Sel de Mer" is not a legal form. The "&" of "GmbH & Co. KG" goes
// with what stands around it.
function withoutForms(words: readonly string[]): readonly string[] {
  let [start, end] = [0, words.length]
  while (start < end && legalForms.has(words[start] ?? '')) start += 1
  while (end > start && legalForms.has(words[end - 1] ?? '')) {
    end -= 1
    while (end > start && linking.has(words[end - 1] ?? '')) end -= 1
  }
  return words.slice(start, end)
}
