/**
 * What the page and the frame that draws a file tell one another. The file comes from a stranger: whatever
 * the frame says is taken for a hint about what is to be seen, never for a wish of the person.
 */
export type FileKind = 'pdf' | 'image' | 'text' | 'table'

export type Command = 'zoomIn' | 'zoomOut' | 'fit' | 'rotate' | 'nextPage' | 'previousPage'

export interface Appearance {
  readonly theme: 'light' | 'dark'
  readonly language: string
  /** How a page is named, with {page} and {pages} in it. */
  readonly pageLabel: string
  /** The name of the file, for screen readers. */
  readonly label: string
}

/** A place to be marked, in fractions of the page before it is turned. */
export interface Mark {
  readonly id: number
  readonly page: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly tone: 'good' | 'doubt' | 'plain'
}

export type ToFrame =
  | {
      readonly type: 'show'
      readonly kind: FileKind
      readonly bytes: ArrayBuffer
      readonly appearance: Appearance
    }
  | { readonly type: 'look'; readonly appearance: Appearance }
  | { readonly type: 'do'; readonly command: Command }
  | { readonly type: 'page'; readonly page: number }
  | { readonly type: 'marks'; readonly marks: readonly Mark[] }
  | { readonly type: 'mark'; readonly id: number }

export interface View {
  readonly page: number
  readonly pages: number
  /** Of its own size, in percent. */
  readonly zoom: number
  /** More is in the file than is shown. */
  readonly cut: boolean
}

export type FromFrame =
  | { readonly type: 'ready' }
  | ({ readonly type: 'view' } & View)
  | { readonly type: 'failed'; readonly reason: FailReason }
  | { readonly type: 'key'; readonly key: string }

export type FailReason = 'damaged' | 'password'

const harmlessKeys = /^([jkr?1-9]|Escape)$/i

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 1_000_000

/** What came from the frame, if it is something a frame may say. */
export function readFromFrame(data: unknown): FromFrame | null {
  if (typeof data !== 'object' || data === null) return null
  const { type, page, pages, zoom, cut, reason, key } = data as Record<string, unknown>
  if (type === 'ready') return { type }
  if (type === 'failed') return { type, reason: reason === 'password' ? 'password' : 'damaged' }
  // A decision is never taken from here: the file could press the key itself.
  if (type === 'key') return typeof key === 'string' && harmlessKeys.test(key) ? { type, key } : null
  if (type !== 'view' || !isCount(page) || !isCount(pages) || !isCount(zoom)) return null
  return { type, page, pages, zoom, cut: cut === true }
}

export const isForwarded = (key: string): boolean => harmlessKeys.test(key)
