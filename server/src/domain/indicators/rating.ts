import type { Rating } from './facts.ts'

export type Bands = readonly { readonly rating: Rating; readonly from: number }[]

/** The band a value falls into; what is not known falls into none. */
export function ratingOf(bands: Bands, value: number | null): Rating | null {
  return value === null ? null : (bands.find(({ from }) => value >= from)?.rating ?? null)
}

/** Down, so that 100 means all of it; a hair is forgiven to the arithmetic of fractions. */
export function roundDown(value: number): number {
  return Math.floor(value + 1e-9)
}
