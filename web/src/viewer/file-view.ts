import type { Mark, View } from './messages.ts'

/** A file on the stage. */
export interface FileView {
  readonly view: () => View
  readonly zoom?: (factor: number) => void
  readonly fit?: () => void
  readonly rotate?: () => void
  readonly goTo?: (page: number) => void
  readonly setMarks?: (marks: readonly Mark[]) => void
  /** Brings a mark into view and makes it stand out. */
  readonly showMark?: (id: number) => void
  /** The stage has another width. */
  readonly resized?: () => void
  readonly relabel?: (label: (page: number, pages: number) => string) => void
}

export interface Stage {
  readonly element: HTMLElement
  readonly pageLabel: (page: number, pages: number) => string
  /** To be called whenever the view has changed. */
  readonly changed: () => void
}

export class ShowError extends Error {
  readonly reason: 'damaged' | 'password'
  constructor(reason: 'damaged' | 'password') {
    super(reason)
    this.reason = reason
  }
}

export const zoomStep = 1.25
const zoomLimits = { least: 0.1, most: 6 }

export function boundedZoom(zoom: number): number {
  return Math.min(zoomLimits.most, Math.max(zoomLimits.least, zoom))
}

/** Room left around what is drawn. */
export const margin = 16
