import type { Mark } from './messages.ts'

/** What was found on one page, drawn over it; it stays while the page is drawn anew. */
export interface MarkLayer {
  readonly element: HTMLElement
  readonly set: (marks: readonly Mark[]) => void
  /** The page is shown turned by so many quarters, clockwise. */
  readonly turn: (quarters: number) => void
  /** Makes one stand out, and no other. Null when it is not on this page. */
  readonly show: (id: number) => HTMLElement | null
}

type Place = Pick<Mark, 'x' | 'y' | 'width' | 'height'>

export function createMarkLayer(): MarkLayer {
  const element = document.createElement('div')
  element.className = 'marks'
  // The list beside the page says the same in words.
  element.ariaHidden = 'true'
  let boxes: { mark: Mark; box: HTMLElement }[] = []
  let quarters = 0
  const place = () => {
    for (const { mark, box } of boxes) {
      const { x, y, width, height } = turned(mark, quarters)
      Object.assign(box.style, { left: part(x), top: part(y), width: part(width), height: part(height) })
    }
  }
  return {
    element,
    set: (marks) => {
      boxes = marks.map((mark) => {
        const box = document.createElement('div')
        box.className = 'mark'
        box.dataset['tone'] = mark.tone
        return { mark, box }
      })
      element.replaceChildren(...boxes.map(({ box }) => box))
      place()
    },
    turn: (next) => {
      quarters = ((next % 4) + 4) % 4
      place()
    },
    show: (id) => {
      for (const { mark, box } of boxes) box.toggleAttribute('data-current', mark.id === id)
      return boxes.find(({ mark }) => mark.id === id)?.box ?? null
    },
  }
}

const part = (fraction: number): string => `${fraction * 100}%`

export function turned({ x, y, width, height }: Place, quarters: number): Place {
  if (quarters === 1) return { x: 1 - y - height, y: x, width: height, height: width }
  if (quarters === 2) return { x: 1 - x - width, y: 1 - y - height, width, height }
  if (quarters === 3) return { x: y, y: 1 - x - width, width: height, height: width }
  return { x, y, width, height }
}
