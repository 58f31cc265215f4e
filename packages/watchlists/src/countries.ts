const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')

/** Names as the lists write them, where they differ from what the language data of Node has. */
const variants: Record<string, string> = {
  'bolivia plurinational state of': 'BO',
  'bosnia and herzegovina': 'BA',
  'bosnie herzegovine': 'BA',
  'british virgin islands': 'VG',
  'virgin islands british': 'VG',
  'brunei darussalam': 'BN',
  burma: 'MM',
  'cabo verde': 'CV',
  'china hong kong special administrative region': 'HK',
  'china macau special administrative region': 'MO',
  'cote d ivoire': 'CI',
  'ivory coast': 'CI',
  congo: 'CG',
  'congo republic of': 'CG',
  'republic of congo': 'CG',
  'congo democratic republic': 'CD',
  'congo democratic republic of': 'CD',
  'democratic republic of congo': 'CD',
  'republique democratique du congo': 'CD',
  'rd congo': 'CD',
  'czech republic': 'CZ',
  'republique tcheque': 'CZ',
  'east timor': 'TL',
  gaza: 'PS',
  'region gaza': 'PS',
  'west bank': 'PS',
  palestinian: 'PS',
  palestine: 'PS',
  'state of palestine': 'PS',
  'occupied palestinian territories': 'PS',
  'gambia republic of': 'GM',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  'united kingdom of great britain and northern ireland': 'GB',
  'royaume uni de grande bretagne et d irlande du nord': 'GB',
  holland: 'NL',
  'netherlands kingdom of': 'NL',
  'hong kong': 'HK',
  macau: 'MO',
  macao: 'MO',
  'iran islamic republic of': 'IR',
  'islamic republic of iran': 'IR',
  'republique islamique d iran': 'IR',
  'korea north': 'KP',
  'north korea': 'KP',
  dprk: 'KP',
  'democratic people s republic of korea': 'KP',
  'korea democratic people s republic of': 'KP',
  'republique populaire democratique de coree': 'KP',
  'korea south': 'KR',
  'south korea': 'KR',
  'republic of korea': 'KR',
  'korea republic of': 'KR',
  'republique de coree': 'KR',
  kosovo: 'XK',
  'lao people s democratic republic': 'LA',
  laos: 'LA',
  'libyan arab jamahiriya': 'LY',
  macedonia: 'MK',
  'republic of north macedonia': 'MK',
  'former yugoslav republic of macedonia': 'MK',
  'micronesia federated states of': 'FM',
  'moldova republic of': 'MD',
  'republic of moldova': 'MD',
  'people s republic of china': 'CN',
  'republique populaire de chine': 'CN',
  'republic of belarus': 'BY',
  bielorussie: 'BY',
  'russian federation': 'RU',
  'federation de russie': 'RU',
  'federation russie': 'RU',
  'saint kitts and nevis': 'KN',
  'saint lucia': 'LC',
  'saint vincent and grenadines': 'VC',
  'sao tome and principe': 'ST',
  swaziland: 'SZ',
  'syrian arab republic': 'SY',
  'republique arabe syrienne': 'SY',
  'tanzania united republic of': 'TZ',
  'united republic of tanzania': 'TZ',
  turkey: 'TR',
  turkiye: 'TR',
  uae: 'AE',
  uk: 'GB',
  usa: 'US',
  'united states of america': 'US',
  'etats unis d amerique': 'US',
  'venezuela bolivarian republic of': 'VE',
  'viet nam': 'VN',
  'holy see': 'VA',
  'vatican city state': 'VA',
  // Serbia and Montenegro has had no code since 2006; the lists mean Serbia.
  cs: 'RS',
  'serbia and montenegro': 'RS',
}

let known: { codes: Set<string>; byName: Map<string, string> } | undefined

/** Built from the language data of Node, English and French, on first use. */
function knownCountries() {
  if (known) return known
  const [codes, byName] = [new Set<string>(), new Map<string, string>()]
  const languages = ['en', 'fr'].map(
    (language) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }),
  )
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    // Codes out of use, such as that of the GDR, are given the name of their successor.
    if (Intl.getCanonicalLocales(`und-${code}`)[0] !== `und-${code}`) continue
    const names = languages.map((language) => language.of(code)).filter((name) => name !== undefined)
    if (names.length === 0 || /^(?:EU|EZ|UN|QO|XA|XB|ZZ)$/.test(code)) continue
    codes.add(code)
    for (const name of names) byName.set(countryKey(name), code)
  }
  for (const [name, code] of Object.entries(variants)) byName.set(name, code)
  known = { codes, byName }
  return known
}

function countryKey(name: string): string {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const words = plain.replaceAll(/[^\p{L}]+/gu, ' ').trim()
  return words.replaceAll(/(?:^| )the(?= |$)/g, '').trim()
}

/** The ISO alpha-2 code of a country given by code or by its English or French name. */
export function countryCode(text: string): string | undefined {
  const { codes, byName } = knownCountries()
  const clean = text.trim()
  if (/^[A-Za-z]{2}$/.test(clean) && codes.has(clean.toUpperCase())) return clean.toUpperCase()
  const key = countryKey(clean)
  // One French record has a blank within the word: "Russi e".
  return byName.get(key) ?? byName.get(key.replace(/ (\p{L})$/u, '$1'))
}

/** What publishers write where they know of none. */
export function isNoCountry(text: string): boolean {
  return /^(?:|00|-+|na|n\/a|none|undetermined|unknown|inconnue?|non connue?|stateless|apatride)$/i.test(
    text.trim(),
  )
}
