import { open, toRaster, type Raster } from './raster.ts'
import { skewOf } from './skew.ts'

/** What was done to a page, so that places on it can be told as places on the page that was sent. */
export interface Preparation {
  readonly raster: Raster
  /** Pixels of the prepared page for one of the page as it was sent. */
  readonly scale: number
  /** Degrees by which it was turned back, to the left. */
  readonly skew: number
}

/** The long side of A4 at 300 dots an inch. */
const longSide = 3508
const smallest = 2400
const largest = 4400
const mostEnlarged = 2.5

/** Grey, of a size that letters are known at, evenly lit, without grain, its lines level. */
export async function prepare(page: Raster): Promise<Preparation> {
  const long = Math.max(page.width, page.height)
  const wanted = long < smallest || long > largest ? longSide / long : 1
  const scale = Math.min(wanted, mostEnlarged)
  const width = Math.max(1, Math.round(page.width * scale))
  const sized = scale === 1 ? page : await toRaster(open(page).resize({ width, kernel: 'cubic' }))
  const even = await evenOut(sized)
  const clean = isGrainy(even) ? await toRaster(open(even).median(3)) : even
  const skew = skewOf(await toRaster(open(clean).resize({ width: Math.min(900, clean.width) })))
  if (skew === 0) return { raster: clean, scale, skew }
  return { raster: await toRaster(open(clean).rotate(-skew, { background: '#ffffff' })), scale, skew }
}

const shrunk = 8
const paper = 0.94

/** Shadows and coloured paper become white: every pixel is seen against the brightness around it. */
async function evenOut(page: Raster): Promise<Raster> {
  const width = Math.max(1, Math.round(page.width / shrunk))
  const height = Math.max(1, Math.round(page.height / shrunk))
  const small = await toRaster(open(page).resize({ width, height, fit: 'fill' }).blur(6))
  const around = await toRaster(
    open(small).resize({ width: page.width, height: page.height, fit: 'fill', kernel: 'cubic' }),
  )
  const data = new Uint8Array(page.data.length)
  for (let at = 0; at < data.length; at++)
    data[at] = Math.min(255, (page.data[at]! * 255) / Math.max(1, around.data[at]! * paper))
  return { ...page, data }
}

/** Grain is dots that differ from both their neighbours, on bright paper where nothing is printed. */
function isGrainy({ width, height, data }: Raster): boolean {
  let [dots, looked] = [0, 0]
  for (let y = 1; y < height; y += 7)
    for (let x = 1; x < width - 1; x += 5) {
      const at = y * width + x
      const [left, own, right] = [data[at - 1]!, data[at]!, data[at + 1]!]
      if (left < 200 || right < 200) continue
      looked += 1
      if (Math.min(left, right) - own > 12) dots += 1
    }
  return looked > 0 && dots / looked > 0.03
}
