/** Short legal forms; they say nothing about which company is meant, so they are set apart from its name. */
const legalForms = new Set(
  `sa sas sasu sarl sarlu eurl sci snc scs sca scp scm scea scop scic scpi sccv sel selarl selas selasu selafa
   gie gaec earl eirl ei se gmbh mbh ag kg kgaa ohg ug ev ltd limited plc llc llp lp inc incorporated corp
   corporation bv nv vof spa srl srls sapa sl slu sau scoop ab oy oyj aps as asa kft zrt nyrt sro spol doo dd
   ood ead eood sprl bvba asbl vzw ltda lda sp zoo pty pte`.split(/\s+/),
)
/** Long forms, as they read once accents are gone. */
const longForms =
  /\b(societe (a responsabilite limitee|par actions simplifiees?( unipersonnelle)?|anonyme|civile immobiliere|en nom collectif)|entreprise unipersonnelle a responsabilite limitee|gmbh et co( kg(aa)?)?|gesellschaft mit beschrankter haftung)\b/g

const undecomposed: Record<string, string> = {
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  '&': ' et ',
}
const maxWords = 20
const maxWordLength = 60

/**
 * A name as it is searched for: lower case, no accents or punctuation, legal forms apart. Letters of other
 * alphabets stay, so that a name in Greek can be found in Greek. The empty string stands for no name at all.
 */
export function normaliseName(name: string): string {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[œæßøłđ&]/g, (sign) => undecomposed[sign] ?? sign)
    // "S.A.R.L." is one word; "12.5" and "société.com" are not touched by the dots between single letters.
    .replaceAll(/(?<![\p{L}\p{N}])(?:\p{L}\.){2,}\p{L}?(?![\p{L}\p{N}])/gu, (initials) =>
      initials.replaceAll('.', ''),
    )
  const words = wordsOf(letters)
  const named = withoutForms(wordsOf(words.join(' ').replaceAll(longForms, ' ')))
  return (named.length > 0 ? named : words)
    .slice(0, maxWords)
    .map((word) => word.slice(0, maxWordLength))
    .join(' ')
}

/** Words of further names that are not already in the first. */
export function furtherWords(searchName: string, names: readonly (string | null)[]): string | null {
  if (names.every((name) => name === null)) return null
  const known = new Set(searchName.split(' '))
  const words = names.flatMap((name) => (name === null ? [] : normaliseName(name).split(' ')))
  const further = [...new Set(words)].filter((word) => word !== '' && !known.has(word))
  return further.length > 0 ? further.slice(0, maxWords).join(' ') : null
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? []
}

// At the ends only: the SEL of "Les Marchands de Sel de Mer" is not a legal form.
function withoutForms(words: readonly string[]): string[] {
  let [start, end] = [0, words.length]
  while (start < end && legalForms.has(words[start] ?? '')) start += 1
  while (end > start && legalForms.has(words[end - 1] ?? '')) end -= 1
  return words.slice(start, end)
}
