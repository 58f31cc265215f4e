// Shown as nothing; mail programs no longer see an address around it.
const joiner = '\u2060'
const scheme = /[a-z][a-z\d+.-]*:\/+/gi
const dotInName = /(?<=[\p{L}\p{N}-])\.(?=\p{L}[\p{L}\p{N}-])/gu
const at = /(?<=\S)@(?=\S)/gu

/**
 * Words of a mail, names among them, with nothing a mail program would turn into a link: whoever chooses the name of a
 * company or an account must not have others click on it in our name. They look as they did, but for `https://`.
 */
export function plainWords(words: string): string {
  return words.replaceAll(scheme, '').replaceAll(dotInName, `.${joiner}`).replaceAll(at, `@${joiner}`)
}
