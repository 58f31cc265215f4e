import type { Raster } from './raster.ts'

const most = 5
const coarse = 0.5
const fine = 0.1

/**
 * By how many degrees lines of text fall to the right, from -5 to 5. Seen along its lines, a page is a row of dark and
 * bright stripes; the direction with the sharpest stripes is theirs.
 */
export function skewOf(raster: Raster): number {
  const ink = inkOf(raster)
  if (ink.length === 0) return 0
  const best = (from: number, to: number, step: number) => {
    let [angle, sharpest] = [0, -1]
    for (let nth = 0; from + nth * step <= to + 1e-9; nth++) {
      const tried = from + nth * step
      const sharpness = sharpnessAt(ink, raster, tried)
      if (sharpness > sharpest) [angle, sharpest] = [tried, sharpness]
    }
    return angle
  }
  const near = best(-most, most, coarse)
  const angle = best(near - coarse, near + coarse, fine)
  return Math.abs(angle) < fine / 2 ? 0 : Math.round(angle * 10) / 10
}

/** Places of dark pixels, x and y in turns. */
function inkOf({ width, height, data }: Raster): Int32Array {
  let sum = 0
  for (const value of data) sum += value
  const dark = (sum / Math.max(1, data.length)) * 0.7
  const places: number[] = []
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) if (data[y * width + x]! < dark) places.push(x, y)
  return Int32Array.from(places)
}

/** How much neighbouring rows differ, when rows run along this direction. */
function sharpnessAt(ink: Int32Array, { width, height }: Raster, degrees: number): number {
  const fall = Math.tan((degrees * Math.PI) / 180)
  const margin = Math.ceil(Math.abs(fall) * width) + 1
  const rows = new Float64Array(height + 2 * margin)
  for (let at = 0; at < ink.length; at += 2) {
    const row = Math.round(ink[at + 1]! - ink[at]! * fall) + margin
    rows[row] = rows[row]! + 1
  }
  let sharpness = 0
  for (let row = 1; row < rows.length; row++) sharpness += (rows[row]! - rows[row - 1]!) ** 2
  return sharpness
}
