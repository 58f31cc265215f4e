// Lists of words that invented company names are made of; frequent ones first.

/** A small generator of chance that gives the same numbers for the same seed, anywhere. */
export function chance(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Chance = () => number

const list = (text: string) => text.trim().split(/\s+/)

const trades =
  list(`BOULANGERIE GARAGE TRANSPORTS PHARMACIE COIFFURE RESTAURANT MENUISERIE PLOMBERIE ÉLECTRICITÉ MAÇONNERIE
  PEINTURE CONSEIL INGÉNIERIE NETTOYAGE SÉCURITÉ IMPRIMERIE LIBRAIRIE FLEURS OPTIQUE AMBULANCES TAXI HÔTEL CAMPING
  DOMAINE VIGNOBLES LAITERIE FROMAGERIE BOUCHERIE POISSONNERIE ÉPICERIE COUVERTURE CHARPENTE SERRURERIE CARRELAGE
  TERRASSEMENT PAYSAGES AUTOMOBILES CARROSSERIE MÉCANIQUE CHAUDRONNERIE FONDERIE TISSAGES CONFECTION CHAUSSURES
  BIJOUTERIE HORLOGERIE ASSURANCES COURTAGE COMPTABILITÉ FORMATION INFORMATIQUE LOGICIELS STUDIO PRODUCTIONS
  ÉDITIONS COMMUNICATION PUBLICITÉ ARCHITECTURE GÉOMÈTRE LABORATOIRE CLINIQUE CABINET AGENCE IMMOBILIER LOCATION
  LOGISTIQUE EMBALLAGES PLASTIQUES VERRERIE CÉRAMIQUE SCIERIE MEUBLES LITERIE CUISINES CHAUFFAGE CLIMATISATION ÉNERGIES
  RECYCLAGE ENVIRONNEMENT SERVICES DISTRIBUTION NÉGOCE IMPORT MATÉRIAUX OUTILLAGE ÉQUIPEMENTS TECHNIQUES SYSTÈMES`)
const firstNames =
  list(`Marie Jean Pierre Michel André Philippe Nathalie Isabelle Sylvie Catherine Alain Patrick Nicolas
  Christophe Laurent Frédéric Stéphane Sébastien Julien Thomas Camille Léa Chloé Manon Élodie Aurélie Céline Sophie
  Julie Hélène Françoise Monique Jacqueline Daniel Bernard Jacques Gérard Christian Claude Marc Olivier Éric Thierry
  Pascal Bruno Didier Franck David Alexandre Antoine Maxime Lucas Hugo Louis Gabriel Jules Adam Raphaël Arthur Nathan`)
const links = list('DU DE DES LA LE LES ET')
const sights =
  list(`PORT PONT MOULIN CHÂTEAU LAC BOIS PARC MARCHÉ CENTRE STADE VALLON COTEAU PHARE CANAL VERGER JARDIN CLOÎTRE
  BELVÉDÈRE RIVAGE PLATEAU SENTIER TILLEULS ACACIAS CHÊNES PLATANES CIGALES MOUETTES LAVANDES OLIVIERS`)
const tails = list(
  'FRANCE GROUPE SERVICES DISTRIBUTION CONSEIL INVEST HOLDING INDUSTRIE DÉVELOPPEMENT SOLUTIONS EUROPE',
)
const starts =
  list(`ba be bo bou bra bre bri bro ca ce cha che cla co cou cra da de di do dou du fa fe fi fla fo fou fra ga
  ge gi go gra gri gue ha he hu ja je jo ju la le li lo lou lu ma me mi mo mou mu na ne ni no pa pe pi pla po pou pra
  pre qui ra re ri ro rou ru sa se si so sou sta ta te ti to tou tra va ve vi vo`)
const middles = list('l ll r rr n nn m t tt d v s ss lm rd rt nd nt lb rg ch gn b p c z')
const vowels = list('a e i o ou u é è au eau oi ai')
const ends =
  list(`rd t n l r s x ne lle tte re se che gne ic ac in on an ot et ard aud ier eux and our ois iez ez y ey
  eau as is ou i a o e`)

const pick = <T>(from: readonly T[], random: Chance): T => from[Math.floor(random() * from.length)] as T
/** Leans on the first ones, as language does. */
const lean = <T>(from: readonly T[], random: Chance): T => from[Math.floor(random() ** 2 * from.length)] as T

/** The word of a number: always the same, another for each number up to some millions. */
function coined(number: number): string {
  const take = <T>(from: readonly T[]): T => {
    const chosen = from[number % from.length] as T
    number = Math.floor(number / from.length)
    return chosen
  }
  return (
    take(starts) +
    take(middles) +
    take(vowels) +
    (number % 3 === 0 ? '' : take(middles) + take(vowels)) +
    take(ends)
  )
}

const scattered = (number: number) => (number * 48_271) % 9_999_991
/** Few families are large: number one of a hundred thousand is borne a thousand times more than the last. */
const surname = (random: Chance) => coined(scattered(Math.floor(random() ** 3 * 120_000))).toUpperCase()
const brand = (random: Chance) =>
  coined(scattered(200_000 + Math.floor(random() ** 1.5 * 3_000_000))).toUpperCase()
const town = (random: Chance) =>
  coined(scattered(5_000_000 + Math.floor(random() ** 2 * 30_000))).toUpperCase()

export function personName(random: Chance): { first: string; last: string } {
  return { first: lean(firstNames, random).toUpperCase(), last: surname(random) }
}

export function townName(random: Chance): string {
  return town(random)
}

/** Ten ways in which companies are called. */
export function companyName(random: Chance): string {
  const way = Math.floor(random() * 10)
  const trade = lean(trades, random)
  if (way <= 1) return `${trade} ${surname(random)}`
  if (way === 2) return brand(random)
  if (way === 3) return `${brand(random)} ${lean(tails, random)}`
  if (way === 4) return `${brand(random)} ${trade}`
  if (way === 5) return `${surname(random)} ET ${random() < 0.5 ? 'FILS' : 'ASSOCIÉS'}`
  if (way === 6)
    return `${trade} ${pick(links, random)} ${pick(sights, random)} ${random() < 0.5 ? town(random) : surname(random)}`
  if (way === 7) return `L'ATELIER ${surname(random)} & ${surname(random)}`
  if (way === 8) return `${trade} ${lean(tails, random)} ${brand(random)}`
  return `${pick(sights, random)} ${pick(links, random)} ${surname(random)} ${town(random)}`
}
