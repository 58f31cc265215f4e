import { isProblem } from '../../api/problem.ts'
import { createStore } from '../create-store.ts'
import { storedUploads } from './stored-uploads.ts'
import type { dropUpload, sendFile } from './send-file.ts'

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

export interface Transport {
  readonly send: typeof sendFile
  readonly drop: typeof dropUpload
}

/** Sends files one at a time: a phone's connection has no room for more. */
export class UploadQueue {
  readonly #transport: Transport
  readonly #items = createStore<readonly UploadItem[]>([])
  readonly #controllers = new Map<number, AbortController>()
  #contactId = 0
  #lastId = 0
  #pauseMs = firstPauseMs
  #onUploaded: (item: UploadItem) => Promise<void> = async () => undefined

  constructor(transport: Transport) {
    this.#transport = transport
  }

  use = () => this.#items.use()

  get items(): readonly UploadItem[] {
    return this.#items.get()
  }

  /** Whether something would be lost with the page. */
  get isBusy(): boolean {
    return this.items.some(({ state }) => state === 'sending' || state === 'waiting')
  }

  /** Finds again what this person left unfinished in this browser. */
  restore(visitor: number): void {
    if (this.#contactId === visitor) return
    this.#contactId = visitor
    const left = storedUploads.all(visitor).map((upload): UploadItem => {
      this.#lastId += 1
      return { ...upload, id: this.#lastId, state: 'lost', error: null, file: null }
    })
    this.#items.set(left)
  }

  whenUploaded(handler: (item: UploadItem) => Promise<void>): void {
    this.#onUploaded = handler
  }

  /** A file that was begun before goes on from where it stood. */
  add(documentId: number, file: File): void {
    const { name, size } = file
    const begun = this.items.find(
      (item) =>
        item.state === 'lost' && item.documentId === documentId && item.name === name && item.size === size,
    )
    if (begun !== undefined) this.#change(begun.id, { file, state: 'waiting' })
    else {
      this.#lastId += 1
      const fresh = { id: this.#lastId, documentId, name, size, sent: 0, error: null, file, url: null }
      this.#items.set([...this.items, { ...fresh, state: 'waiting' }])
    }
    this.#sendNext()
  }

  pause(id: number): void {
    this.#change(id, { state: 'paused' })
    this.#controllers.get(id)?.abort()
  }

  resume(id: number): void {
    this.#change(id, { state: 'waiting', error: null })
    this.#sendNext()
  }

  async cancel(id: number): Promise<void> {
    const item = this.#find(id)
    this.#controllers.get(id)?.abort()
    this.#remove(id)
    if (item === undefined || item.url === null) return
    // What stays behind the server sweeps away by itself.
    await this.#transport.drop(item.url).catch(() => undefined)
  }

  /** The network is back. */
  retryAll(): void {
    this.#pauseMs = firstPauseMs
    for (const { id } of this.items) this.#retry(id)
  }

  #find(id: number): UploadItem | undefined {
    return this.items.find((item) => item.id === id)
  }

  #change(id: number, part: Partial<UploadItem>): void {
    this.#items.set(this.items.map((item) => (item.id === id ? { ...item, ...part } : item)))
  }

  #remove(id: number): void {
    const item = this.#find(id)
    if (item?.url !== null && item?.url !== undefined) storedUploads.drop(this.#contactId, item.url)
    this.#items.set(this.items.filter((one) => one.id !== id))
  }

  #sendNext(): void {
    if (this.items.some(({ state }) => state === 'sending')) return
    const next = this.items.find(({ state }) => state === 'waiting')
    if (next !== undefined) void this.#run(next)
  }

  async #run({ id, documentId, file, url }: UploadItem): Promise<void> {
    if (file === null) return this.#change(id, { state: 'lost' })
    const controller = new AbortController()
    this.#controllers.set(id, controller)
    this.#change(id, { state: 'sending', error: null })
    try {
      await this.#transport.send({
        documentId,
        file,
        url,
        signal: controller.signal,
        onCreated: (begun) => this.#change(id, { url: begun }),
        onProgress: (sent) => this.#noteProgress(id, sent),
      })
      this.#pauseMs = firstPauseMs
      const item = this.#find(id)
      // The row stays until the file stands in the answer: nothing jumps.
      if (item !== undefined) await this.#onUploaded(item)
      this.#remove(id)
    } catch (error) {
      this.#handleFailure(id, error, controller.signal.aborted)
    } finally {
      if (this.#controllers.get(id) === controller) this.#controllers.delete(id)
      this.#sendNext()
    }
  }

  #noteProgress(id: number, sent: number): void {
    this.#change(id, { sent })
    const item = this.#find(id)
    // Nothing of what was cancelled meanwhile.
    if (item === undefined || item.url === null) return
    const { documentId, url, name, size } = item
    storedUploads.put(this.#contactId, { documentId, url, name, size, sent })
  }

  /** A lost connection mends itself; a refusal is for the person to read. */
  #handleFailure(id: number, error: unknown, wasAborted: boolean): void {
    if (wasAborted) return
    const isForGood = isProblem(error) && !error.retryable && !isProblem(error, 'UPLOAD_OFFSET_MISMATCH')
    if (isForGood) return this.#change(id, { state: 'failed', error })
    this.#change(id, { state: 'offline', error })
    setTimeout(() => this.#retry(id), this.#pauseMs)
    this.#pauseMs = Math.min(this.#pauseMs * 2, longestPauseMs)
  }

  #retry(id: number): void {
    if (this.#find(id)?.state !== 'offline') return
    this.#change(id, { state: 'waiting' })
    this.#sendNext()
  }
}
