import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'
import type { ScanLimits } from './limits.ts'
import { toRaster, type Raster } from './raster.ts'

/** One page as it was sent. */
export interface SentPage {
  /** Counted from 1. */
  readonly number: number
  /** In points for a PDF, in pixels for a picture. */
  readonly width: number
  readonly height: number
  readonly raster: Raster
}

export interface Document {
  readonly pageCount: number
  readonly pages: () => AsyncGenerator<SentPage>
}

/** Letters of 10 points are some 40 pixels high: what the engine was trained on. */
const dotsPerInch = 300
const pointsPerInch = 72

export type ScannedType = 'application/pdf' | 'image/jpeg' | 'image/png'

export async function openDocument(
  bytes: Uint8Array,
  type: ScannedType,
  limits: ScanLimits,
  only: readonly number[] | null = null,
): Promise<Document> {
  return type === 'application/pdf' ? openPdf(bytes, limits, only) : openPicture(bytes, limits)
}

async function openPicture(bytes: Uint8Array, { maxPixels }: ScanLimits): Promise<Document> {
  // Cameras write down how they were held instead of turning the picture.
  const picture = sharp(bytes, { limitInputPixels: maxPixels }).rotate().flatten({ background: '#ffffff' })
  const raster = await toRaster(picture)
  const { width, height } = raster
  return {
    pageCount: 1,
    async *pages() {
      yield { number: 1, width, height, raster }
    },
  }
}

async function openPdf(
  bytes: Uint8Array,
  { maxPages, maxPixels }: ScanLimits,
  only: readonly number[] | null,
): Promise<Document> {
  const library = await PDFiumLibrary.init()
  const pdf = await library.loadDocument(bytes)
  const pageCount = pdf.getPageCount()
  return {
    pageCount,
    async *pages() {
      const wanted = only?.filter((number) => number >= 1 && number <= pageCount).slice(0, maxPages)
      for (const number of wanted ?? pagesToRead(pageCount, maxPages)) {
        const page = pdf.getPage(number - 1)
        const { originalWidth: width, originalHeight: height } = page.getOriginalSize()
        const full = dotsPerInch / pointsPerInch
        // A poster is drawn smaller rather than not at all.
        const scale = Math.min(full, Math.sqrt(maxPixels / Math.max(1, width * height)))
        const drawn = await page.render({
          scale,
          render: 'bitmap',
          colorSpace: 'Gray',
          renderFormFields: true,
        })
        yield {
          number,
          width,
          height,
          raster: { width: drawn.width, height: drawn.height, data: drawn.data },
        }
      }
    },
  }
}

/** The first pages and the last one, where signatures and totals stand. */
export function pagesToRead(pageCount: number, maxPages: number): number[] {
  const first = Math.min(pageCount, maxPages)
  const numbers = Array.from({ length: first }, (_, index) => index + 1)
  return pageCount > maxPages ? [...numbers.slice(0, -1), pageCount] : numbers
}
