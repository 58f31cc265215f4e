import { getDocumentProxy } from 'unpdf'
import { objectOf, nextNumber, pagesOf, streamOf, takeApart, textOf } from './objects.ts'

interface Place {
  /** Counted from 0. */
  readonly page: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface FoundText extends Place {
  readonly text: string
}

/** Where these words stand in a file. */
export async function findTexts(bytes: Buffer, wanted: readonly string[]): Promise<FoundText[]> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
  const found: FoundText[] = []
  for (let page = 0; page < pdf.numPages; page++) {
    const { items } = await (await pdf.getPage(page + 1)).getTextContent()
    for (const item of items) {
      if (!('str' in item)) continue
      const [, , , , x = 0, y = 0] = item.transform as number[]
      const letter = item.width / Math.max(item.str.length, 1)
      for (const text of wanted) {
        const at = item.str.indexOf(text)
        if (at === -1) continue
        const place = { page, x: x + at * letter, y, width: text.length * letter, height: item.height }
        found.push({ ...place, text })
      }
    }
  }
  return found
}

export interface Mark extends Place {
  readonly write: string | null
  /** Whether a white box hides what stood there. */
  readonly isBoxed: boolean
}

/** What takes the place of some objects so that these marks lie over a page. */
export function overlay(bytes: Buffer, marks: readonly Mark[]): Map<number, Buffer> {
  const objects = takeApart(bytes)
  const changed = new Map<number, Buffer>()
  let num = nextNumber(objects)
  const font = num++
  changed.set(
    font,
    objectOf(font, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>'),
  )
  const pages = pagesOf(objects)
  for (const page of new Set(marks.map((mark) => mark.page))) {
    const own = pages[page] ?? 0
    const [before, after] = [num++, num++]
    changed.set(before, streamOf(before, 'q'))
    changed.set(
      after,
      streamOf(
        after,
        `Q\n${marks
          .filter((mark) => mark.page === page)
          .map(paint)
          .join('\n')}`,
      ),
    )
    const body = textOf(objects, own)
    const contents = /\/Contents (\d+ 0 R)/.exec(body)?.[1] ?? ''
    const layered = body.replace(/\/Contents \d+ 0 R/, `/Contents [${before} 0 R ${contents} ${after} 0 R]`)
    const shared = /\/Resources (\d+) 0 R/.exec(body)?.[1]
    changed.set(own, Buffer.from(shared === undefined ? withFont(layered, font) : layered, 'latin1'))
    if (shared !== undefined)
      changed.set(Number(shared), Buffer.from(withFont(textOf(objects, Number(shared)), font), 'latin1'))
  }
  return changed
}

const withFont = (body: string, font: number) =>
  body.replace(/\/Font\s*<</, `/Font <</Fx ${font} 0 R `).trimEnd()

function paint({ x, y, width, height, write, isBoxed }: Mark): string {
  const box = `1 1 1 rg ${x - 1} ${y - 2} ${width + 2} ${height + 3} re f`
  const text = `BT 0 0 0 rg /Fx ${height} Tf ${x} ${y} Td (${write ?? ''}) Tj ET`
  return `q ${isBoxed ? box : ''} ${write === null ? '' : text} Q`
}
