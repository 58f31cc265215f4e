import { open, toRaster, type Raster } from './raster.ts'
import type { Word } from './words.ts'

/** Degrees to the right by which a page was turned before it was read. */
export type Turn = 0 | 90 | 180 | 270

export async function turned(page: Raster, turn: Turn): Promise<Raster> {
  return turn === 0 ? page : toRaster(open(page).rotate(turn))
}

export interface Handling {
  /** The page as it was sent, in pixels. */
  readonly width: number
  readonly height: number
  readonly turn: Turn
  readonly scale: number
  readonly skew: number
  /** The page as it was read, in pixels. */
  readonly read: { readonly width: number; readonly height: number }
}

/** Where a word stands on the page as it was sent: its middle is carried back, its size is kept or lies on its side. */
export function asSent(word: Word, handling: Handling): Word {
  const { width, height, turn, scale, skew, read } = handling
  const isAside = turn === 90 || turn === 270
  const [wide, high] = isAside ? [height, width] : [width, height]
  const level = {
    x: word.x + word.width / 2 - read.width / 2,
    y: word.y + word.height / 2 - read.height / 2,
  }
  const slanted = rotate(level, skew)
  const upright = { x: slanted.x / scale, y: slanted.y / scale }
  const place = rotate(upright, -turn)
  const [own, across] = [word.width / scale, word.height / scale]
  const size = isAside ? { width: across, height: own } : { width: own, height: across }
  const middle = isAside ? { x: high / 2, y: wide / 2 } : { x: wide / 2, y: high / 2 }
  return {
    ...word,
    ...size,
    x: middle.x + place.x - size.width / 2,
    y: middle.y + place.y - size.height / 2,
  }
}

/** To the right, as seen on a page whose y grows downward. */
function rotate({ x, y }: { x: number; y: number }, degrees: number): { x: number; y: number } {
  const angle = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return { x: x * cos - y * sin, y: x * sin + y * cos }
}
