import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'
import type { Picture } from '../../src/index.ts'

const require = createRequire(import.meta.url)
const wasmBinary = readFileSync(require.resolve('zxing-wasm/writer/zxing_writer.wasm'))
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasmBinary).buffer } })

/** A code as black and white squares, this many pixels each. */
export async function draw(
  content: string | Uint8Array,
  format: 'QRCode' | 'DataMatrix',
  scale = 4,
): Promise<Picture> {
  const { symbol, error } = await writeBarcode(content, { format, scale: 1, addQuietZones: false })
  if (error !== '') throw new Error(error)
  const [width, height] = [symbol.width * scale, symbol.height * scale]
  const data = new Uint8Array(width * height)
  for (let at = 0; at < data.length; at++) {
    const [x, y] = [Math.floor((at % width) / scale), Math.floor(at / width / scale)]
    data[at] = symbol.data[y * symbol.width + x]!
  }
  return { width, height, data }
}

export interface Placed {
  readonly picture: Picture
  readonly x: number
  readonly y: number
}

/** White paper with pictures on it. */
export function paper(width: number, height: number, placed: readonly Placed[] = []): Picture {
  const data = new Uint8Array(width * height).fill(255)
  for (const { picture, x, y } of placed) {
    for (let row = 0; row < picture.height; row++) {
      const line = picture.data.subarray(row * picture.width, (row + 1) * picture.width)
      data.set(line, (y + row) * width + x)
    }
  }
  return { width, height, data }
}
