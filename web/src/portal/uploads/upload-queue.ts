import { isProblem } from '../../api/problem.ts'
import { createStore } from '../create-store.ts'
import { storedUploads } from './stored-uploads.ts'
import { dropUpload, sendFile } from './send-file.ts'

export interface UploadItem {
  readonly id: number
  readonly documentId: number
  readonly name: string
  readonly size: number
  readonly sent: number
  /** `lost`: the page was closed meanwhile, and the person has to choose the file again. */
  readonly state: 'waiting' | 'sending' | 'paused' | 'offline' | 'failed' | 'lost'
  readonly error: unknown
  readonly file: File | null
  /** Where it is sent to, once begun. */
  readonly url: string | null
}

const firstPauseMs = 2_000
const longestPauseMs = 30_000

const items = createStore<readonly UploadItem[]>([])
const controllers = new Map<number, AbortController>()
let contactId = 0
let lastId = 0
let pauseMs = firstPauseMs
let onUploaded: (item: UploadItem) => Promise<void> = async () => undefined

const find = (id: number) => items.get().find((item) => item.id === id)

function change(id: number, part: Partial<UploadItem>): void {
  items.set(items.get().map((item) => (item.id === id ? { ...item, ...part } : item)))
}

function remove(id: number): void {
  const item = find(id)
  if (item?.url !== null && item?.url !== undefined) storedUploads.drop(contactId, item.url)
  items.set(items.get().filter((one) => one.id !== id))
}

/** One at a time: a phone's connection has no room for more. */
function sendNext(): void {
  if (items.get().some(({ state }) => state === 'sending')) return
  const next = items.get().find(({ state }) => state === 'waiting')
  if (next !== undefined) void run(next)
}

async function run({ id, documentId, file, url, name, size }: UploadItem): Promise<void> {
  if (file === null) return change(id, { state: 'lost' })
  const controller = new AbortController()
  controllers.set(id, controller)
  change(id, { state: 'sending', error: null })
  const note = (begun: string, sent: number) =>
    storedUploads.put(contactId, { documentId, url: begun, name, size, sent })
  try {
    await sendFile({
      documentId,
      file,
      url,
      signal: controller.signal,
      onCreated: (begun) => change(id, { url: begun }),
      onProgress: (sent) => {
        change(id, { sent })
        // Nothing of what was cancelled meanwhile.
        const begun = find(id)?.url
        if (begun !== null && begun !== undefined) note(begun, sent)
      },
    })
    pauseMs = firstPauseMs
    const item = find(id)
    // The row stays until the file stands in the answer: nothing jumps.
    if (item !== undefined) await onUploaded(item)
    remove(id)
  } catch (error) {
    handleFailure(id, error, controller.signal.aborted)
  } finally {
    if (controllers.get(id) === controller) controllers.delete(id)
    sendNext()
  }
}

/** A lost connection mends itself; a refusal is for the person to read. */
function handleFailure(id: number, error: unknown, wasAborted: boolean): void {
  if (wasAborted) return
  const isForGood = isProblem(error) && !error.retryable && !isProblem(error, 'UPLOAD_OFFSET_MISMATCH')
  if (isForGood) return change(id, { state: 'failed', error })
  change(id, { state: 'offline', error })
  setTimeout(() => retry(id), pauseMs)
  pauseMs = Math.min(pauseMs * 2, longestPauseMs)
}

function retry(id: number): void {
  if (find(id)?.state !== 'offline') return
  change(id, { state: 'waiting' })
  sendNext()
}

window.addEventListener('online', () => {
  pauseMs = firstPauseMs
  for (const { id } of items.get()) retry(id)
})

window.addEventListener('beforeunload', (event) => {
  if (items.get().some(({ state }) => state === 'sending' || state === 'waiting')) event.preventDefault()
})

export const uploads = {
  use: items.use,

  /** Finds again what this person left unfinished in this browser. */
  restore(visitor: number): void {
    if (contactId === visitor) return
    contactId = visitor
    const left = storedUploads.all(visitor).map((upload): UploadItem => {
      lastId += 1
      return { ...upload, id: lastId, state: 'lost', error: null, file: null }
    })
    items.set(left)
  },

  whenUploaded(handler: (item: UploadItem) => Promise<void>): void {
    onUploaded = handler
  },

  /** A file that was begun before goes on from where it stood. */
  add(documentId: number, file: File): void {
    const begun = items
      .get()
      .find(
        (item) =>
          item.state === 'lost' &&
          item.documentId === documentId &&
          item.name === file.name &&
          item.size === file.size,
      )
    if (begun !== undefined) change(begun.id, { file, state: 'waiting' })
    else {
      lastId += 1
      const { name, size } = file
      const fresh = { id: lastId, documentId, name, size, sent: 0, error: null, file, url: null }
      items.set([...items.get(), { ...fresh, state: 'waiting' }])
    }
    sendNext()
  },

  pause(id: number): void {
    change(id, { state: 'paused' })
    controllers.get(id)?.abort()
  },

  resume(id: number): void {
    change(id, { state: 'waiting', error: null })
    sendNext()
  },

  async cancel(id: number): Promise<void> {
    const item = find(id)
    controllers.get(id)?.abort()
    remove(id)
    if (item === undefined || item.url === null) return
    // What stays behind the server sweeps away by itself.
    await dropUpload(item.url).catch(() => undefined)
  },
}
