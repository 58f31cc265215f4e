import './viewer.css'
import {
  isForwarded,
  type Command,
  type FromFrame,
  type Look,
  type ShownKind,
  type ToFrame,
} from './messages.ts'
import { ShowError, zoomStep, type Shown, type Stage } from './shown.ts'

/** Runs in a frame without an origin: what it draws comes from strangers, and it has nothing to give away. */
const element = document.querySelector<HTMLElement>('#stage') ?? document.body
let shown: Shown | null = null
let look: Look | null = null

const tell = (message: FromFrame) => {
  window.parent.postMessage(message, '*')
}

const pageLabel: Stage['pageLabel'] = (page, pages) =>
  (look?.pageLabel ?? '').replace('{page}', String(page)).replace('{pages}', String(pages))

let isTelling = false
/** At most once for each picture on the screen. */
function changed(): void {
  if (isTelling) return
  isTelling = true
  requestAnimationFrame(() => {
    isTelling = false
    if (shown) tell({ type: 'view', ...shown.view() })
  })
}

async function load(kind: ShownKind, bytes: ArrayBuffer): Promise<Shown> {
  const stage = { element, pageLabel, changed }
  if (kind === 'pdf') return (await import('./show-pdf.ts')).showPdf(stage, bytes)
  if (kind === 'image') return (await import('./show-image.ts')).showImage(stage, bytes)
  const { showTable, showText } = await import('./show-text.ts')
  return kind === 'table' ? showTable(stage, bytes) : showText(stage, bytes)
}

function wear(next: Look): void {
  look = next
  document.documentElement.dataset['theme'] = next.theme
  document.documentElement.lang = next.language
  element.setAttribute('aria-label', next.label)
  shown?.relabel?.(pageLabel)
}

async function show(kind: ShownKind, bytes: ArrayBuffer): Promise<void> {
  try {
    shown = await load(kind, bytes)
    changed()
  } catch (error) {
    tell({ type: 'failed', reason: error instanceof ShowError ? error.reason : 'damaged' })
  }
}

const turnPage = (by: number) => {
  if (shown) shown.goTo?.(shown.view().page + by)
}
const commands: Record<Command, () => void> = {
  zoomIn: () => shown?.zoom?.(zoomStep),
  zoomOut: () => shown?.zoom?.(1 / zoomStep),
  fit: () => shown?.fit?.(),
  rotate: () => shown?.rotate?.(),
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
  if (data.type === 'look') wear(data.look)
  if (data.type === 'do') commands[data.command]()
  if (data.type === 'page') shown?.goTo?.(data.page)
  if (data.type !== 'show') return
  wear(data.look)
  void show(data.kind, data.bytes)
})

window.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const command = ownKeys[event.key]
  if (!command && !isForwarded(event.key)) return
  event.preventDefault()
  if (command) commands[command]()
  else tell({ type: 'key', key: event.key })
})

let width = element.clientWidth
new ResizeObserver(() => {
  if (element.clientWidth === width) return
  width = element.clientWidth
  shown?.resized?.()
}).observe(element)

tell({ type: 'ready' })
