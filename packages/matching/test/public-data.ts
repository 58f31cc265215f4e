import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// Public lists and labelled pairs are not ours to ship: they lie beside the checkout, where somebody put them.
const folder = new URL('../../../../shared/data/', import.meta.url)
const fallback = new URL('../../../../../shared/data/', import.meta.url)
export const dataFolder = [folder, fallback].find((place) => existsSync(new URL('lists/', place)))

export const missingData = 'the public lists do not lie in ../shared/data beside the checkout'

export const readText = (name: string): string =>
  dataFolder === undefined ? '' : readFileSync(fileURLToPath(new URL(name, dataFolder)), 'utf8')

/** Rows of a small CSV file without a header. Ctrl-Z, which some agencies end their files with, is left out. */
export function readRows(name: string): string[][] {
  const text = readText(name)
  const rows: string[][] = []
  for (const line of text.replaceAll('\u001a', '').split(/\r?\n/)) {
    if (line === '') continue
    const cells = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)]
    rows.push(cells.map(([, quoted, bare]) => (quoted?.replaceAll('""', '"') ?? bare ?? '').trim()))
  }
  return rows
}
