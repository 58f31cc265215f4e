/** One element of ASN.1 in DER: its tag, what it holds, and itself as it stands. */
export interface Element {
  readonly tag: number
  readonly content: Buffer
  readonly whole: Buffer
}

/** The elements one after the other; null where a length does not fit. */
export function elementsIn(bytes: Buffer): Element[] | null {
  const found: Element[] = []
  for (let at = 0; at < bytes.length;) {
    const element = elementAt(bytes, at)
    if (element === null) return null
    found.push(element)
    at += element.whole.length
  }
  return found
}

/** The element that begins here, whatever follows it. */
export function elementAt(bytes: Buffer, at: number): Element | null {
  const [tag, short] = [bytes[at], bytes[at + 1]]
  if (tag === undefined || short === undefined) return null
  const more = short > 127 ? short - 128 : 0
  if (more > 4 || (short > 127 && more === 0) || at + 2 + more > bytes.length) return null
  const length = more === 0 ? short : bytes.readUIntBE(at + 2, more)
  const start = at + 2 + more
  if (start + length > bytes.length) return null
  return { tag, content: bytes.subarray(start, start + length), whole: bytes.subarray(at, start + length) }
}

/** What the element of this place holds, through several levels; null where there is none. */
export function inside(bytes: Buffer, ...path: readonly number[]): Element | null {
  let here: Element | null = null
  let content = bytes
  for (const place of path) {
    here = elementsIn(content)?.[place] ?? null
    if (here === null) return null
    content = here.content
  }
  return here
}
