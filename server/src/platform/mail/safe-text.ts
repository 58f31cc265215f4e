/** Markup that is known to be safe; only the two functions below make it. */
export interface Html {
  readonly markup: string
  toString(): string
}

type HtmlPart = string | Html | readonly (string | Html)[]

export function raw(markup: string): Html {
  return { markup, toString: () => markup }
}

/** Escapes every value put into the template, unless it is markup made by this same function. */
export function html(template: TemplateStringsArray, ...values: HtmlPart[]): Html {
  const parts = template.map((text, i) => (i < values.length ? text + safe(values[i] ?? '') : text))
  return raw(parts.join(''))
}

function safe(value: HtmlPart): string {
  if (typeof value === 'string') return escape(value)
  return 'markup' in value ? value.markup : value.map(safe).join('')
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
} // Shown as nothing; mail programs no longer see an address around it.
const joiner = '\u2060'
const scheme = /[a-z][a-z\d+.-]*:\/+/gi
const dotInName = /(?<=[\p{L}\p{N}-])\.(?=\p{L}[\p{L}\p{N}-])/gu
const at = /(?<=\S)@(?=\S)/gu

/**
 * Words of a mail, names among them, with nothing a mail program would turn into a link: whoever chooses the name of a
 * company or an account must not have others click on it in our name. They look as they did, but for `https://`.
 */
export function neutraliseText(words: string): string {
  return words.replaceAll(scheme, '').replaceAll(dotInName, `.${joiner}`).replaceAll(at, `@${joiner}`)
} /** One plain address: no list, no display name, no room for a second header. */
const plainAddress = /^[^\s<>,;:"()[\]\\@]+@[^\s<>,;:"()[\]\\@]+$/u

export function isPlainAddress(text: string): boolean {
  return text.length <= 254 && plainAddress.test(text)
}

export function hasLineBreak(text: string): boolean {
  return /[\r\n]/.test(text)
}
