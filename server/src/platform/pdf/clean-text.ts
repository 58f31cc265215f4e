export const replacement = '\uFFFD'

const tooManyMarks = /(\p{M}{3})\p{M}+/gu
const lineEnds = /\r\n?|[\u0085\u2028\u2029]/g
const manyEmptyLines = /\n(?:[ \u00a0]*\n){2,}/g
// Invisible and without meaning on paper: soft hyphen, zero-width characters, variation selectors.
const invisible = /\u00ad|\u200b|\u200c|\u200d|\u2060|\ufeff|\p{Variation_Selector}/gu
const plain = /^[\x20-\x7e\n]*$/
// Controls, direction overrides, half surrogates, private use: shown, never obeyed and never dropped.
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/u

/** What a face can print of a foreign text; whatever it cannot shows as the replacement sign. */
export function cleanText(text: string, hasGlyph: (codePoint: number) => boolean): string {
  const spaced = text.replace(lineEnds, '\n').replaceAll('\t', ' ').replace(manyEmptyLines, '\n\n').trimEnd()
  if (plain.test(spaced)) return spaced
  const composed = spaced.normalize('NFC').replace(invisible, '').replace(tooManyMarks, '$1')
  return Array.from(composed, (character) => {
    if (character === '\n') return character
    const printable = !unprintable.test(character) && hasGlyph(character.codePointAt(0) ?? 0)
    return printable ? character : replacement
  }).join('')
}
