import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

/** Whose data comes with us. */
export const shippedLanguages = ['fra', 'eng']

/**
 * The file with what the engine has learned of a language: one of the folder's own, `deu.traineddata` or the same
 * packed by gzip, or one that came with us. Null where there is none.
 */
export function languageFile(language: string, folder: string | null): string | null {
  const own =
    folder === null ? [] : ['.traineddata', '.traineddata.gz'].map((end) => join(folder, `${language}${end}`))
  return [...own, ...shipped(language)].find((path) => existsSync(path)) ?? null
}

function shipped(language: string): string[] {
  if (!shippedLanguages.includes(language)) return []
  const folder = dirname(require.resolve(`@tesseract.js-data/${language}/package.json`))
  return [join(folder, '4.0.0_best_int', `${language}.traineddata.gz`)]
}
