import { Random } from '../../torture/random.ts'
import type { Printer } from './draw/browser.ts'
import { drawByKit, looks } from './draw/kit.ts'
import { declare, inventFacts, kinds, type Declared, type Facts, type Kind } from './facts.ts'
import type { Forgery, Studio } from './forgeries/forgery.ts'
import { forgeries, madeAnew, scanForgeries } from './forgeries/index.ts'
import { layoutsOf } from './layouts/index.ts'
import type { Block, Layout } from './layouts/blocks.ts'
import { seal, type Level, type Sealers } from './pdf/seal.ts'
import { asPdf, cleanConditions, poorConditions, scan } from './scans/scan.ts'

/** How a piece reaches the checks. */
export type Medium = 'text' | 'sealed' | 'clean scan' | 'poor scan'

export interface Piece {
  readonly number: number
  readonly kind: Kind
  readonly layout: string
  readonly medium: Medium
  /** Null: it is genuine. */
  readonly forgery: string | null
  /** Nothing in the file tells: counted apart. */
  readonly isTraceless: boolean
  readonly contentType: 'application/pdf' | 'image/jpeg'
  readonly bytes: Buffer
  /** What the sender says of it. */
  readonly facts: Facts
  readonly declared: Declared
}

export interface Recipe {
  readonly number: number
  readonly kind: Kind
  readonly medium: Medium
  readonly forgery: Forgery | null
}

interface Wish {
  /** With text; three in four are forged. */
  readonly pieces: number
  /** Pictures; one in three is forged. */
  readonly scans: number
  readonly only: string | null
}

/** Every kind and every forgery in its turn, so that each has its share of any number. */
export function planPieces({ pieces, scans, only }: Wish): Recipe[] {
  const genuine = Array.from({ length: Math.ceil(pieces / 4) }, (_, at) => ({
    kind: kinds[at % kinds.length]!,
    medium: at % 10 < 3 ? ('sealed' as const) : ('text' as const),
    forgery: null,
  }))
  const all = [...forgeries, madeAnew]
  const forged = Array.from({ length: pieces - genuine.length }, (_, at) => {
    const forgery = all[at % all.length]!
    const possible = kinds.filter((kind) => forgery.kinds?.test(kind) ?? true)
    return {
      kind: possible[Math.floor(at / all.length) % possible.length]!,
      medium: 'text' as const,
      forgery,
    }
  })
  const pictures = Array.from({ length: scans }, (_, at) => ({
    kind: kinds[(at * 5) % (kinds.length - 1)]!,
    medium: at % 3 === 1 ? ('poor scan' as const) : ('clean scan' as const),
    forgery: at % 3 === 2 ? scanForgeries[Math.floor(at / 3) % scanForgeries.length]! : null,
  }))
  return [...genuine, ...forged, ...pictures]
    .map((recipe, number) => ({ number, ...recipe }))
    .filter(({ kind, medium, forgery }) => only === null || [kind, medium, forgery?.name].includes(only))
}

export interface Workshop {
  readonly seed: number
  readonly use: Layout['use']
  readonly sealers: Sealers
  readonly printer: Printer
}

/** The same piece for the same seed and number, whatever else is made. */
export async function makePiece(recipe: Recipe, shop: Workshop): Promise<Piece> {
  const { number, kind, medium, forgery } = recipe
  const random = new Random(shop.seed * 1_000_003 + number)
  const facts = inventFacts(random, kind)
  const layout = random.pick(layoutsOf(kind, shop.use))
  const studio = openStudio(shop, { random, layout, facts })
  const forged = await forgery?.make(studio, facts)
  const claim = forged?.claim ?? facts
  const drawn = forged?.bytes ?? (await studio.draw(facts))
  const known = { number, kind, layout: layout.name, medium, facts: claim, declared: declare(claim) }
  const label = { forgery: forgery?.name ?? null, isTraceless: forgery === madeAnew }
  if (medium === 'text') return { ...known, ...label, contentType: 'application/pdf', bytes: drawn }
  if (medium === 'sealed') {
    const level = random.pick(['B-B', 'B-T', 'B-LT'] as const)
    return { ...known, ...label, contentType: 'application/pdf', bytes: studio.seal(drawn, 'office', level) }
  }
  const conditions = medium === 'clean scan' ? cleanConditions(random) : poorConditions(random)
  const picture = await scan(drawn, conditions, random)
  if (random.below(3) === 0) return { ...known, ...label, contentType: 'image/jpeg', bytes: picture }
  return { ...known, ...label, contentType: 'application/pdf', bytes: await asPdf(picture) }
}

interface Order {
  readonly random: Random
  readonly layout: Layout
  readonly facts: Facts
}

function openStudio({ use, sealers, printer }: Workshop, { random, layout, facts }: Order): Studio {
  const look = random.pick(looks)
  // Made on the day that stands on it, in the afternoon.
  const at = new Date(`${facts.issuedOn}T14:${10 + random.below(50)}:00Z`)
  const drawBlocks = (blocks: readonly Block[]) =>
    use === 'TUNING' ? drawByKit({ blocks, look, at }) : printer.print(blocks, at)
  return {
    random,
    language: layout.language,
    sealers,
    drawBlocks,
    blocksOf: layout.blocks,
    draw: (said) => drawBlocks(layout.blocks(said)),
    seal: (bytes, by, level: Level = 'B-B') =>
      seal(bytes, { signer: sealers[by], sealers, level, at: sealedAt }),
  }
}

/** Within what the certificates of the test authority hold. */
const sealedAt = new Date('2026-11-10T14:00:00Z')
