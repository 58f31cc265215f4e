import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { languageFile } from './languages.ts'
import { open, type Raster } from './raster.ts'
import { wordsOf, type Word } from './words.ts'

/** What we call of the engine; its package has no types. */
interface Core {
  readonly FS: { writeFile(path: string, bytes: Uint8Array): void }
  readonly TessBaseAPI: new () => CoreApi
}

interface CoreApi {
  Init(folder: string, languages: string, mode: number): number
  SetVariable(name: string, value: string): boolean
  SetImageFile(exif: number, angle: number): number
  Recognize(monitor: null): number
  GetTSVText(page: number): string
}

export interface Engine {
  recognise(page: Raster): Promise<Word[]>
}

/** The mode that uses the neural network alone. */
const neural = 1
const require = createRequire(import.meta.url)

/** Everything it needs lies in its packages: nothing is fetched, nothing is kept. */
export async function openEngine(language: string, dataFolder: string | null): Promise<Engine> {
  const folder = dirname(require.resolve('tesseract.js-core/package.json'))
  const load = require('tesseract.js-core/tesseract-core-simd-lstm.js') as (settings: object) => Promise<Core>
  const core = await load({
    wasmBinary: readFileSync(join(folder, 'tesseract-core-simd-lstm.wasm')),
    TesseractProgress() {},
    print() {},
    printErr() {},
  })
  const data = languageFile(language, dataFolder)
  if (data === null) throw new Error(`Nothing is known of the language ${language}.`)
  const bytes = readFileSync(data)
  core.FS.writeFile(`/${language}.traineddata`, data.endsWith('.gz') ? gunzipSync(bytes) : bytes)
  const api = new core.TessBaseAPI()
  if (api.Init('/', language, neural) !== 0) throw new Error('The engine does not start.')
  // Otherwise it guesses, and reads whatever it guessed wrong as dirt.
  api.SetVariable('user_defined_dpi', '300')
  return {
    async recognise(page) {
      core.FS.writeFile('/input', await open(page).png({ compressionLevel: 1 }).toBuffer())
      if (api.SetImageFile(1, 0) !== 0 || api.Recognize(null) !== 0) return []
      return wordsOf(api.GetTSVText(0))
    },
  }
}
