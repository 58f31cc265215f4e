import type { Sheet, Style } from './sheet.ts'
import { styles } from './sheet.ts'
import { colours, contentWidth, lineHeight, margin, paper, sizes } from './theme.ts'

export interface Band {
  over: string
  title: string
  under: string[]
}

const onBand = (face: Style['face'], size: number, tone: Style['tone']): Style => ({ face, size, tone })

/** The coloured head of the first page. */
export function band(sheet: Sheet, { over, title, under }: Band): void {
  const overStyle = onBand('bold', sizes.body, 'onAccent')
  const titleStyle = onBand('bold', sizes.title, 'onAccent')
  const underStyle = onBand('regular', sizes.body, 'onAccentSoft')
  const parts = [
    { tag: 'P' as const, style: overStyle, lines: sheet.lines(over, contentWidth, overStyle), after: 12 },
    { tag: 'H1' as const, style: titleStyle, lines: sheet.lines(title, contentWidth, titleStyle), after: 5 },
    ...under.map((text) => ({
      tag: 'P' as const,
      style: underStyle,
      lines: sheet.lines(text, contentWidth, underStyle),
      after: 0,
    })),
  ]
  const height = parts.reduce((sum, it) => sum + it.lines.length * leading(it.style.size) + it.after, 30 + 22)
  sheet.ornament(() => sheet.ground({ x: 0, y: 0, width: paper.width, height }, 'accent'))
  let y = 30
  for (const { tag, style, lines, after } of parts) {
    sheet.content(sheet.child(sheet.root, tag), tag, () => {
      for (const [i, text] of lines.entries()) {
        sheet.line(text, { x: margin.side, y: y + i * leading(style.size) }, style)
      }
    })
    y += lines.length * leading(style.size) + after
  }
  sheet.y = height + 20
}

const leading = (size: number): number => (size >= sizes.title ? size * 1.25 : lineHeight(size))

/** Stands above the next block and never alone at the foot of a page. */
export function heading(sheet: Sheet, text: string, level: 'H2' | 'H3' = 'H2'): void {
  const style = level === 'H2' ? styles.heading : styles.strong
  const lines = sheet.lines(text, contentWidth, style)
  const step = lineHeight(style.size)
  const [above, below] = level === 'H2' ? [16, 7] : [10, 3]
  sheet.keepWithNext({
    height: above + lines.length * step + below,
    draw: () => {
      const top = sheet.isAtTop ? sheet.y : sheet.y + above
      sheet.content(sheet.child(sheet.root, level), level, () => {
        for (const [i, line] of lines.entries()) {
          sheet.line(line, { x: margin.side, y: top + i * step }, style)
        }
      })
      sheet.y = top + lines.length * step + below
      if (level === 'H2') sheet.ornament(() => sheet.rule(sheet.y - 4, 'accent', 0.8))
    },
  })
}

/** Running text; a paragraph may go on over the page, two lines at least on either side. */
export function paragraph(sheet: Sheet, text: string, style: Style = styles.body): void {
  const lines = sheet.lines(text, contentWidth, style)
  const step = lineHeight(style.size)
  sheet.reserve(Math.min(lines.length, 2) * step)
  const element = sheet.child(sheet.root, 'P')
  for (let start = 0; start < lines.length;) {
    const fit = Math.max(1, Math.floor(sheet.room / step))
    const left = lines.length - start
    const take = left <= fit ? left : Math.max(1, Math.min(fit, left - 2))
    sheet.content(element, 'P', () => {
      for (const [i, line] of lines.slice(start, start + take).entries()) {
        sheet.line(line, { x: margin.side, y: sheet.y + i * step }, style)
      }
    })
    sheet.y += take * step
    start += take
    if (start < lines.length) sheet.newPage()
  }
  sheet.y += 6
}

export interface Frame {
  /** Small, at the head of every page but the first. */
  runningLeft: string
  runningRight: string
  footer: string[]
  page: (page: number, pages: number) => string
}

/** Draws running head and foot of one page; given to Sheet.finish. */
export function drawFrame(sheet: Sheet, frame: Frame): (page: number, pages: number) => void {
  const head: Style = { face: 'regular', size: sizes.small, tone: 'soft' }
  const foot: Style = { face: 'mono', size: sizes.footer, tone: 'soft' }
  const half = contentWidth / 2 - 8
  const left = ellipsize(sheet, frame.runningLeft, half, head)
  const right = ellipsize(sheet, frame.runningRight, half, head)
  const feet = frame.footer.map((text) => ellipsize(sheet, text, contentWidth - 70, foot))
  return (page, pages) => {
    if (page > 1) {
      sheet.line(left, { x: margin.side, y: 30 }, head)
      sheet.line(right, { x: margin.side, y: 30, width: contentWidth }, head)
      sheet.rule(46)
    }
    const top = paper.height - 50
    sheet.rule(top)
    for (const [i, text] of feet.entries()) {
      sheet.line(text, { x: margin.side, y: top + 8 + i * lineHeight(foot.size) }, foot)
    }
    sheet.line(frame.page(page, pages), { x: margin.side, y: top + 7, width: contentWidth }, head)
    sheet.document.fillColor(colours.ink)
  }
}

function ellipsize(sheet: Sheet, text: string, width: number, style: Style): string {
  const measure = sheet.measure(style.face, style.size)
  const flat = sheet.printable(text, style.face).replaceAll('\n', ' ')
  if (measure(flat) <= width) return flat
  const [first = ''] = sheet.lines(flat, width - measure('…'), style)
  return `${first.trimEnd()}…`
}
