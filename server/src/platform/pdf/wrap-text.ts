export type Measure = (text: string) => number

// A line may end after a space, and after a hyphen or slash inside a word; never at a no-break space, nor
// where French puts a space before a sign or inside quotation marks.
const breaks = /(?<= )(?<!« )(?![ »:;!?])|(?<=[\p{L}\p{N}][-/–—])(?=\p{L})/u
const joints = /[^\p{L}\p{N}\p{M}]/u
const graphemes = /\P{M}\p{M}*|\p{M}+/gu

/**
 * The lines of a text in a column; a word wider than the column is cut between characters. A line that ends
 * between words keeps one space, or a reading machine would join the words.
 */
export function wrapText(text: string, width: number, measure: Measure): string[] {
  const paragraphs = text.split('\n')
  return paragraphs.flatMap((paragraph, i) => {
    const lines = wrapParagraph(paragraph, width, measure)
    const end = lines.pop() ?? ''
    return [...lines, i < paragraphs.length - 1 && end !== '' ? `${end} ` : end]
  })
}

function wrapParagraph(paragraph: string, width: number, measure: Measure): string[] {
  const lines: string[] = []
  let line = ''
  let used = 0
  const endLine = (joint: string) => {
    lines.push(line.trimEnd() + joint)
    line = ''
    used = 0
  }
  for (const atom of paragraph.split(breaks)) {
    const bare = atom.trimEnd()
    if (line !== '' && used + measure(bare) > width) endLine(line.endsWith(' ') ? ' ' : '')
    for (const piece of measure(bare) > width ? splitWord(atom, width, measure) : [atom]) {
      if (used > 0 && used + measure(piece.trimEnd()) > width) endLine('')
      line += line === '' && lines.length > 0 ? piece.trimStart() : piece
      used += measure(piece)
    }
  }
  endLine('')
  return lines
}

/** Cuts between characters, after a sign that joins (`_`, `.`, `/`) where one stands near the end. */
function splitWord(word: string, width: number, measure: Measure): string[] {
  const pieces: string[] = []
  let piece: string[] = []
  let used = 0
  for (const [character] of word.matchAll(graphemes)) {
    const wide = measure(character)
    if (piece.length > 0 && used + wide > width) {
      const joint = piece.findLastIndex((it) => joints.test(it)) + 1
      const end = joint > piece.length * 0.6 ? joint : piece.length
      pieces.push(piece.slice(0, end).join(''))
      piece = piece.slice(end)
      used = piece.reduce((sum, it) => sum + measure(it), 0)
    }
    piece.push(character)
    used += wide
  }
  return [...pieces, piece.join('')]
}

/** The longest stretch that cannot be broken nicely; what a column needs to look good. */
export function widestWord(text: string, measure: Measure): number {
  const words = text.split('\n').flatMap((line) => line.split(breaks))
  return words.reduce((widest, word) => Math.max(widest, measure(word.trimEnd())), 0)
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u

/**
 * The words of a line as they stand from left to right. The font engine sets each Hebrew or Arabic word
 * backwards but keeps the words' order, so stretches of such words are turned here.
 */
export function wordsInVisualOrder(line: string): string[] | null {
  if (!rightToLeft.test(line)) return null
  const out: string[] = []
  let segment: string[] = []
  for (const word of line.split(' ')) {
    if (rightToLeft.test(word)) segment.unshift(word)
    else {
      out.push(...segment, word)
      segment = []
    }
  }
  return [...out, ...segment]
}
