import { Printer } from './draw/browser.ts'
import type { Facts } from './facts.ts'
import { judgePiece, type Judged } from './judge-piece.ts'
import type { Layout } from './layouts/blocks.ts'
import { openAuthority } from './pdf/seal.ts'
import { makePiece, planPieces, type Piece } from './pieces.ts'
import type { Result } from './report.ts'

export interface CorpusOptions {
  readonly pieces: number
  readonly scans: number
  readonly seed: number
  /** A kind, a medium or a forgery. */
  readonly only: string | null
  readonly use: Layout['use']
  /** One of so many parts, counted from 1. */
  readonly part: readonly [number: number, of: number]
  /** Whether pages are looked at before anything is accepted, as the product does. */
  readonly looks: boolean
  readonly onResult?: (result: Result, piece: Piece) => void
}

/** Makes the pieces one after the other, judges each and keeps none. */
export async function runCorpus(options: CorpusOptions): Promise<Result[]> {
  const { seed, use, part, looks } = options
  const sealers = openAuthority()
  const printer = new Printer()
  const results: Result[] = []
  try {
    for (const recipe of planPieces(options)) {
      if (recipe.number % part[1] !== part[0] - 1) continue
      const piece = await makePiece(recipe, { seed, use, sealers, printer })
      const court = { roots: [sealers.root.certificate], looks }
      const result = resultOf(piece, await judgePiece(piece, court))
      results.push(result)
      options.onResult?.(result, piece)
    }
  } finally {
    await printer.close()
  }
  return results
}

function resultOf(piece: Piece, { readings, ...judged }: Judged): Result {
  const { number, kind, layout, medium, forgery, isTraceless, facts } = piece
  const compare = (names: readonly (readonly [field: string, value: string])[]) => {
    const found = names.flatMap(([field, value]) =>
      readings.filter(({ name }) => name === field).map((one) => plain(one.value) === plain(value)),
    )
    return { right: found.filter(Boolean).length, of: found.length }
  }
  const known = { number, kind, layout, medium, forgery, isTraceless, ...judged }
  return { ...known, dates: compare(datesIn(facts)), numbers: compare(numbersIn(facts)) }
}

const plain = (value: string) => value.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')

function datesIn({ issuedOn, stateOn, from, until, registeredOn }: Facts): [string, string][] {
  return [
    ['issuedOn', issuedOn],
    ['certifiedOn', stateOn],
    ['stateOn', stateOn],
    ['periodFrom', from],
    ['periodTo', until],
    ['validUntil', until],
    ['registeredOn', registeredOn],
  ]
}

function numbersIn({ number, securityCode, iban }: Facts): [string, string][] {
  return [
    ['policyNumber', number],
    ['certificateNumber', number],
    ['memberNumber', number],
    ['securityCode', securityCode],
    ['iban', iban],
  ]
}
