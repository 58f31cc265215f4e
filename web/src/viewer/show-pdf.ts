import { AnnotationMode, getDocument, type PDFDocumentProxy } from 'unpdf/pdfjs'
import { createSheet, type Sheet } from './pdf-sheet.ts'
import { boundedZoom, margin, ShowError, type FileView, type Stage } from './file-view.ts'

/** A file can name any number of pages; each costs an element. */
const mostPages = 2_000

async function opened(bytes: ArrayBuffer): Promise<PDFDocumentProxy> {
  const task = getDocument({
    data: new Uint8Array(bytes),
    isEvalSupported: false,
    enableXfa: false,
    stopAtErrors: false,
    disableAutoFetch: true,
    useWasm: false,
    verbosity: 0,
  })
  return task.promise.catch((error: unknown) => {
    const isLocked = error instanceof Error && error.name === 'PasswordException'
    throw new ShowError(isLocked ? 'password' : 'damaged')
  })
}

interface Layout {
  zoom: number
  turns: number
  fits: boolean
}

export async function showPdf(stage: Stage, bytes: ArrayBuffer): Promise<FileView> {
  const pdf = await opened(bytes)
  const pages = Math.min(pdf.numPages, mostPages)
  const first = await pdf.getPage(1).catch(() => {
    throw new ShowError('damaged')
  })
  const own = first.getViewport({ scale: 1 })
  const layout: Layout = { zoom: 1, turns: 0, fits: true }
  const sheets = Array.from({ length: pages }, (_, i) =>
    createSheet({
      page: () => pdf.getPage(i + 1),
      guess: { width: own.width, height: own.height },
      annotationMode: AnnotationMode.ENABLE,
    }),
  )
  const label = (name: Stage['pageLabel']) => {
    for (const [i, sheet] of sheets.entries()) sheet.label(name(i + 1, pages))
  }
  label(stage.pageLabel)
  stage.element.replaceChildren(...sheets.map(({ element }) => element))
  drawWhatIsNear(stage.element, sheets)

  const place = (keepPage = true) => {
    const page = currentPage(stage.element, sheets)
    const width = layout.turns % 2 === 0 ? own.width : own.height
    if (layout.fits) layout.zoom = boundedZoom((stage.element.clientWidth - 2 * margin) / width)
    for (const sheet of sheets) sheet.place(layout.zoom, layout.turns)
    if (keepPage && page > 1) sheets[page - 1]?.element.scrollIntoView()
    stage.changed()
  }
  place(false)
  stage.element.addEventListener('scroll', stage.changed, { passive: true })
  return {
    view: () => ({
      page: currentPage(stage.element, sheets),
      pages: pdf.numPages,
      zoom: Math.round(layout.zoom * 100),
      cut: pdf.numPages > mostPages,
    }),
    ...moves(layout, place),
    goTo: (page) => sheets[Math.min(Math.max(page, 1), pages) - 1]?.element.scrollIntoView(),
    setMarks: (marks) => {
      for (const [i, sheet] of sheets.entries()) sheet.marks.set(marks.filter(({ page }) => page === i + 1))
    },
    showMark: (id) => {
      for (const box of sheets.map((sheet) => sheet.marks.show(id)))
        box?.scrollIntoView({ block: 'center', inline: 'nearest' })
    },
    relabel: label,
  }
}

function moves(layout: Layout, place: () => void): Pick<FileView, 'zoom' | 'fit' | 'rotate' | 'resized'> {
  return {
    zoom: (factor) => {
      layout.fits = false
      layout.zoom = boundedZoom(layout.zoom * factor)
      place()
    },
    fit: () => {
      layout.fits = true
      place()
    },
    rotate: () => {
      layout.turns = (layout.turns + 1) % 4
      place()
    },
    resized: () => layout.fits && place(),
  }
}

/** Only pages about to be seen are drawn; those far away give their memory back. */
function drawWhatIsNear(root: HTMLElement, sheets: readonly Sheet[]): void {
  const byElement = new Map(sheets.map((sheet) => [sheet.element as Element, sheet]))
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) byElement.get(target)?.near(isIntersecting)
    },
    { root, rootMargin: '100% 0px' },
  )
  for (const { element } of sheets) observer.observe(element)
}

function currentPage(root: HTMLElement, sheets: readonly Sheet[]): number {
  const line = root.scrollTop + root.clientHeight / 3
  const after = sheets.findIndex(({ element }) => element.offsetTop > line)
  return after === -1 ? sheets.length : Math.max(after, 1)
}
