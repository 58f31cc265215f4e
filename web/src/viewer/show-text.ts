import type { FileView, Stage } from './file-view.ts'

const mostCharacters = 500_000
const mostRows = 2_000

/** Files of French offices are often still in the older encoding. */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const shownWhole = (cut: boolean): FileView => ({ view: () => ({ page: 1, pages: 1, zoom: 100, cut }) })

export function showText(stage: Stage, bytes: ArrayBuffer): FileView {
  const text = decode(bytes)
  const paper = document.createElement('pre')
  paper.className = 'paper'
  paper.textContent = text.slice(0, mostCharacters)
  stage.element.replaceChildren(paper)
  return shownWhole(text.length > mostCharacters)
}

export function showTable(stage: Stage, bytes: ArrayBuffer): FileView {
  const text = decode(bytes)
  const rows = rowsOf(text.slice(0, mostCharacters))
  const table = document.createElement('table')
  table.className = 'paper'
  for (const [i, row] of rows.slice(0, mostRows).entries()) {
    const line = table.insertRow()
    for (const value of row) {
      const cell = document.createElement(i === 0 ? 'th' : 'td')
      if (i === 0) cell.setAttribute('scope', 'col')
      cell.textContent = value
      line.append(cell)
    }
  }
  stage.element.replaceChildren(table)
  return shownWhole(text.length > mostCharacters || rows.length > mostRows)
}

/** Rows of values separated by whichever of the usual signs the first line has most of. */
function rowsOf(text: string): string[][] {
  const firstLine = text.slice(0, text.search(/\r?\n|$/))
  const count = (sign: string) => firstLine.split(sign).length
  const sign = [';', ',', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ','
  const rows: string[][] = [[]]
  const value = new RegExp(`("(?:[^"]|"")*"|[^"${sign}\\r\\n][^${sign}\\r\\n]*|)(${sign}|\\r?\\n|$)`, 'y')
  while (value.lastIndex < text.length) {
    const [, raw = '', end = ''] = value.exec(text) ?? []
    if (raw === '' && end === '') break
    const isQuoted = raw.startsWith('"')
    rows.at(-1)?.push(isQuoted ? raw.slice(1, -1).replaceAll('""', '"') : raw)
    if (end.endsWith('\n')) rows.push([])
  }
  return rows.filter((row) => row.some((cell) => cell !== ''))
}
