/** A list: words that stand in names of persons beside the names themselves. */
const list = (text: string) => text.trim().split(/\s+/)

/** Dropped wherever they stand. */
export const titles: ReadonlySet<string> = new Set(
  list(`
    mr mrs ms miss mister monsieur madame mademoiselle mme mlle messrs dr doctor docteur doktor prof professor professeur
    sir dame lord lady hon honorable honourable excellency president vicepresident senator minister ambassador governor
    general gen colonel col lieutenant lt captain capt commander cmdr brigadier brig sergeant sgt admiral marshal corporal
    rev reverend father pastor bishop cardinal imam ayatollah hojatoleslam hodjatoleslam mullah mulla molla maulavi mawlawi moulavi maulawi maulana
    alhaj alhaji haji hajji hadji hajj al-haj qari ustad ustaz sheik shaikh sheikh shaykh sheykh cheikh sayyed
    herr frau senor senora don dona signor signora ing engineer eng avv dott mag dipl esq phd msc mba pan pani gospodin
    comrade tovarishch him hrh hh his her royal highness`),
)

/** Titles that are given names as well: dropped only where two other words remain. */
export const titlesOrNames: ReadonlySet<string> = new Set(
  list(`
    sheik shaikh sheikh shaykh sheykh cheikh sayyed sultan prince princess king queen baron count duke major emir amir
    bishop pastor father lord haji hajji hadji hajj qari pan don dame dona mag eng gen col ing him hh his her
    royal marshal mullah mulla molla imam cardinal general hon`),
)

/** Small words of family names. Each set is one word in several spellings; the first stands for all. */
const particleSets = list(`
  al,el,ul,il,ad,ar,as,ash,at,az,an,ed,eddin d,de,del,della,di,da,do,dos,das,du,des,dela van,von,vom,vander,vande der,den,dem,ter,ten
  la,le,las,los,les y,e,i,and,und,et na st,saint,sankt zu,zur,zum of the af,av`)

/** Between a person and the father: what comes before is the child. */
const lineageSets = list(`bin,ben,ibn,bn,ould,wuld,walad binti,bint,binte,bent`)

/** Light beginnings of names: they belong to the word after them, and are often left out. */
const lightSets = list(
  `abdul,abd,abdel,abdal,abdol,abdoul,abdur,abdus,abdu,abdil abu,abou,aboo,abo,abi umm,um,oum`,
)

const readSets = (sets: readonly string[]) =>
  new Map(sets.flatMap((set) => set.split(',').map((word) => [word, set.split(',')[0] ?? word])))

export const particles: ReadonlyMap<string, string> = readSets(particleSets)
export const lineage: ReadonlyMap<string, string> = readSets(lineageSets)
export const lightWords: ReadonlyMap<string, string> = readSets(lightSets)

/** Russian and other patronymics: what Russians leave out first. */
export const isPatronymic = (word: string) =>
  word.length >= 7 && /(?:ovich|evich|ovych|evych|ovna|evna|ivna|yevich|oglu|ogly|kyzy|uulu)$/.test(word)
