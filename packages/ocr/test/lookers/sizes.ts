import type { Raster } from '../../src/raster.ts'

/** Sees how large a page is, and fails at pages that are wider than high. */
export async function look({ width, height }: Raster): Promise<number[]> {
  if (width > height) throw new Error('This one is too wide for me.')
  return Promise.resolve([width, height])
}
