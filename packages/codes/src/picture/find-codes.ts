import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, readBarcodes, type ReadResult } from 'zxing-wasm/reader'

/** A grey picture: one byte for each pixel, line by line, 0 is black. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

export interface SeenCode {
  readonly format: 'QR' | 'DATA_MATRIX'
  /** In base64, as it was encoded. */
  readonly content: string
  /** In fractions of the picture, from its top left corner. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** More than any paper has. */
const mostCodes = 8
const require = createRequire(import.meta.url)
let isReady = false

/** Its engine lies beside its package, and nothing is fetched. */
function prepare(): void {
  if (isReady) return
  const wasmBinary = readFileSync(require.resolve('zxing-wasm/reader/zxing_reader.wasm'))
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasmBinary).buffer } })
  isReady = true
}

/** QR codes and DataMatrix symbols on a page, whichever way it lies. */
export async function findCodes(picture: Picture): Promise<SeenCode[]> {
  prepare()
  const { width, height } = picture
  const page = { width, height, data: inColours(picture) } as Parameters<typeof readBarcodes>[0]
  const found = await readBarcodes(page, {
    formats: ['QRCode', 'DataMatrix'],
    tryHarder: true,
    tryRotate: true,
    tryInvert: false,
    tryDownscale: true,
    maxNumberOfSymbols: mostCodes,
  })
  return found.filter(({ isValid, bytes }) => isValid && bytes.length > 0).map((one) => seen(one, picture))
}

/** The library takes pictures as browsers have them: red, green, blue and cover. */
function inColours({ data }: Picture): Uint8ClampedArray {
  const colours = new Uint32Array(data.length)
  for (let at = 0; at < data.length; at++) colours[at] = 0xff000000 + data[at]! * 0x010101
  return new Uint8ClampedArray(colours.buffer)
}

function seen({ format, bytes, position }: ReadResult, { width, height }: Picture): SeenCode {
  const corners = [position.topLeft, position.topRight, position.bottomLeft, position.bottomRight]
  const xs = corners.map(({ x }) => within(x / width))
  const ys = corners.map(({ y }) => within(y / height))
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  return {
    format: format === 'DataMatrix' ? 'DATA_MATRIX' : 'QR',
    content: Buffer.from(bytes).toString('base64'),
    x: left,
    y: top,
    width: within(Math.max(...xs) - left),
    height: within(Math.max(...ys) - top),
  }
}

const within = (part: number) => Math.round(Math.min(Math.max(part, 0), 1) * 10_000) / 10_000
