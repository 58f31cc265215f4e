import { TextLayer, type PDFPageProxy } from 'unpdf/pdfjs'
import { createMarkLayer, type MarkLayer } from './mark-layer.ts'

interface SheetSource {
  readonly page: () => Promise<PDFPageProxy>
  /** The size until the page itself is read. */
  readonly guess: { readonly width: number; readonly height: number }
  readonly annotationMode: number
}

export interface Sheet {
  readonly element: HTMLElement
  readonly label: (name: string) => void
  readonly place: (zoom: number, turns: number) => void
  readonly near: (isNear: boolean) => void
  readonly marks: MarkLayer
}

/** Beyond this a canvas stays empty in some browsers, and a hostile page size would eat the memory. */
const mostPixels = 16_000_000

/** One page: an empty sheet of the right size, drawn while it is near what is seen. */
export function createSheet({ page, guess, annotationMode }: SheetSource): Sheet {
  const element = document.createElement('section')
  element.className = 'sheet'
  let size = guess
  let zoom = 1
  let turns = 0
  let isNear = false
  let current: AbortController | null = null
  const marks = createMarkLayer()
  element.append(marks.element)

  const resize = () => {
    const [width, height] = turns % 2 === 0 ? [size.width, size.height] : [size.height, size.width]
    Object.assign(element.style, { width: `${width * zoom}px`, height: `${height * zoom}px` })
  }
  const draw = async (signal: AbortSignal) => {
    const read = await page()
    if (signal.aborted) return
    const { width, height } = read.getViewport({ scale: 1 })
    size = { width, height }
    resize()
    marks.turn(read.rotate / 90 + turns)
    const layers = await drawn(read, { zoom, turns, annotationMode, signal })
    if (layers && !signal.aborted) element.replaceChildren(...layers, marks.element)
  }
  const redraw = () => {
    current?.abort()
    current = isNear ? new AbortController() : null
    if (!current) return element.replaceChildren(marks.element)
    // A page that cannot be drawn stays white; the others are still worth seeing.
    draw(current.signal).catch(() => undefined)
  }
  return {
    element,
    marks,
    label: (name) => element.setAttribute('aria-label', name),
    place: (nextZoom, nextTurns) => {
      zoom = nextZoom
      turns = nextTurns
      resize()
      redraw()
    },
    near: (next) => {
      if (next === isNear) return
      isNear = next
      redraw()
    },
  }
}

interface Drawing {
  readonly zoom: number
  readonly turns: number
  readonly annotationMode: number
  readonly signal: AbortSignal
}

async function drawn(page: PDFPageProxy, { zoom, turns, annotationMode, signal }: Drawing) {
  const viewport = page.getViewport({ scale: zoom, rotation: (page.rotate + turns * 90) % 360 })
  const dense = Math.min(devicePixelRatio, Math.sqrt(mostPixels / (viewport.width * viewport.height)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.floor(viewport.width * dense))
  canvas.height = Math.max(1, Math.floor(viewport.height * dense))
  const task = page.render({
    canvas,
    viewport,
    annotationMode,
    transform: [dense, 0, 0, dense, 0, 0],
    background: '#ffffff',
  })
  signal.addEventListener('abort', () => task.cancel(), { once: true })
  await task.promise
  if (signal.aborted) return null
  const text = document.createElement('div')
  text.className = 'textLayer'
  text.style.setProperty('--total-scale-factor', String(zoom))
  const textLayer = new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport })
  await textLayer.render().catch(() => undefined)
  return [canvas, text]
}
