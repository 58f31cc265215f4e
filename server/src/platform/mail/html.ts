/** Markup that is known to be safe; only the two functions below make it. */
export interface Html {
  readonly markup: string
  toString(): string
}

type Piece = string | Html | readonly (string | Html)[]

export function raw(markup: string): Html {
  return { markup, toString: () => markup }
}

/** Escapes every value put into the template, unless it is markup made by this same function. */
export function html(template: TemplateStringsArray, ...values: Piece[]): Html {
  const parts = template.map((text, i) => (i < values.length ? text + safe(values[i] ?? '') : text))
  return raw(parts.join(''))
}

function safe(value: Piece): string {
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
}
