import './viewer.css'
import {
  isForwarded,
  type Command,
  type Mark,
  type FromFrame,
  type Appearance,
  type FileKind,
  type ToFrame,
} from './messages.ts'
import { ShowError, zoomStep, type FileView, type Stage } from './file-view.ts'

/** Runs in a frame without an origin: what it draws comes from strangers, and it has nothing to give away. */
const element = document.querySelector<HTMLElement>('#stage') ?? document.body
let fileView: FileView | null = null
let marks: readonly Mark[] = []
let appearance: Appearance | null = null

const postToParent = (message: FromFrame) => {
  window.parent.postMessage(message, '*')
}

const pageLabel: Stage['pageLabel'] = (page, pages) =>
  (appearance?.pageLabel ?? '').replace('{page}', String(page)).replace('{pages}', String(pages))

let isPostPending = false
/** At most once for each picture on the screen. */
function changed(): void {
  if (isPostPending) return
  isPostPending = true
  requestAnimationFrame(() => {
    isPostPending = false
    if (fileView) postToParent({ type: 'view', ...fileView.view() })
  })
}

async function load(kind: FileKind, bytes: ArrayBuffer): Promise<FileView> {
  const stage = { element, pageLabel, changed }
  if (kind === 'pdf') return (await import('./show-pdf.ts')).showPdf(stage, bytes)
  if (kind === 'image') return (await import('./show-image.ts')).showImage(stage, bytes)
  const { showTable, showText } = await import('./show-text.ts')
  return kind === 'table' ? showTable(stage, bytes) : showText(stage, bytes)
}

function applyAppearance(next: Appearance): void {
  appearance = next
  document.documentElement.dataset['theme'] = next.theme
  document.documentElement.lang = next.language
  element.setAttribute('aria-label', next.label)
  fileView?.relabel?.(pageLabel)
}

async function show(kind: FileKind, bytes: ArrayBuffer): Promise<void> {
  try {
    fileView = await load(kind, bytes)
    fileView.setMarks?.(marks)
    changed()
  } catch (error) {
    postToParent({ type: 'failed', reason: error instanceof ShowError ? error.reason : 'damaged' })
  }
}

const turnPage = (by: number) => {
  if (fileView) fileView.goTo?.(fileView.view().page + by)
}
const commands: Record<Command, () => void> = {
  zoomIn: () => fileView?.zoom?.(zoomStep),
  zoomOut: () => fileView?.zoom?.(1 / zoomStep),
  fit: () => fileView?.fit?.(),
  rotate: () => fileView?.rotate?.(),
  nextPage: () => turnPage(1),
  previousPage: () => turnPage(-1),
}

const ownKeys: Record<string, Command> = {
  '+': 'zoomIn',
  '=': 'zoomIn',
  '-': 'zoomOut',
  '0': 'fit',
  ArrowRight: 'nextPage',
  n: 'nextPage',
  ArrowLeft: 'previousPage',
  p: 'previousPage',
}

window.addEventListener('message', ({ source, data }: MessageEvent<ToFrame>) => {
  if (source !== window.parent) return
  if (data.type === 'look') applyAppearance(data.appearance)
  if (data.type === 'do') commands[data.command]()
  if (data.type === 'page') fileView?.goTo?.(data.page)
  if (data.type === 'mark') fileView?.showMark?.(data.id)
  if (data.type === 'marks') {
    // They may come before the file has been drawn.
    marks = data.marks
    fileView?.setMarks?.(marks)
  }
  if (data.type !== 'show') return
  applyAppearance(data.appearance)
  void show(data.kind, data.bytes)
})

window.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const command = ownKeys[event.key]
  if (!command && !isForwarded(event.key)) return
  event.preventDefault()
  if (command) commands[command]()
  else postToParent({ type: 'key', key: event.key })
})

let width = element.clientWidth
new ResizeObserver(() => {
  if (element.clientWidth === width) return
  width = element.clientWidth
  fileView?.resized?.()
}).observe(element)

postToParent({ type: 'ready' })
