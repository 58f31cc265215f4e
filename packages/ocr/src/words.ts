/** In pixels of the picture that was read. */
export interface Word {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** 0 to 100, as the engine says. */
  readonly confidence: number
}

const wordLevel = '5'

/** The words among the lines of the engine's table: level, five numbers of the place in the text, box, confidence, text. */
export function wordsOf(table: string): Word[] {
  const words: Word[] = []
  for (const line of table.split('\n')) {
    const [level, , , , , , x, y, width, height, confidence, ...rest] = line.split('\t')
    const text = rest.join(' ').trim()
    if (level !== wordLevel || text === '') continue
    words.push({
      text,
      x: Number(x),
      y: Number(y),
      width: Number(width),
      height: Number(height),
      confidence: Number(confidence),
    })
  }
  return words
}

/** How sure a page is, by the length of its words: specks are read as short ones. */
export function confidenceOf(words: readonly Word[]): number {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0)
  const sum = words.reduce((total, { text, confidence }) => total + text.length * confidence, 0)
  return letters === 0 ? 0 : Math.round((sum / letters) * 10) / 10
}
