const mostCharacters = 60
const mostValues = 200

/** Whatever a label is made from ends up as a short word: quotes, line breaks and other scripts have no place in it. */
export function toLabel(text: string): string {
  return text.slice(0, mostCharacters).replaceAll(/[^\w.:/ -]/g, '_')
}

/** Keeps series few where names come from a table or from outside: those beyond the first 200 are told together. */
export class LabelValues {
  readonly #known = new Set<string>()

  of(text: string): string {
    const label = toLabel(text)
    if (this.#known.has(label)) return label
    if (this.#known.size >= mostValues) return 'other'
    this.#known.add(label)
    return label
  }
}
