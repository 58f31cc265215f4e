import { createRequire } from 'node:module'
import { unreadable } from '../fault.ts'

/** As much of an XML element as lists need. */
export interface XmlElement {
  readonly nodeType: number
  readonly localName: string
  readonly textContent: string | null
  readonly firstChild: XmlElement | null
  readonly nextSibling: XmlElement | null
  getAttribute(name: string): string | null
}

interface XmlParser {
  parseFromString(text: string, type: string): { readonly documentElement: XmlElement | null } | undefined
}

type Fail = (message: string) => never

// Not imported: its types would bring those of a browser to the whole server.
const require = createRequire(import.meta.url)
const { DOMParser } = require('@xmldom/xmldom') as {
  DOMParser: new (options: { errorHandler: Record<'warning' | 'error' | 'fatalError', Fail> }) => XmlParser
}

/** Children of this name, whatever their prefix. */
export function children(parent: XmlElement, name: string): XmlElement[] {
  const found: XmlElement[] = []
  for (let node = parent.firstChild; node; node = node.nextSibling) {
    if (node.nodeType === 1 && node.localName === name) found.push(node)
  }
  return found
}

/** All that a path of names leads to. */
export function select(parent: XmlElement, ...path: readonly string[]): XmlElement[] {
  return path.reduce<XmlElement[]>((found, name) => found.flatMap((each) => children(each, name)), [parent])
}

export function textAt(parent: XmlElement, ...path: readonly string[]): string | null {
  return select(parent, ...path)[0]?.textContent?.trim() || null
}

export function dateAt(parent: XmlElement, ...path: readonly string[]): Date | null {
  const time = Date.parse(textAt(parent, ...path) ?? '')
  return Number.isNaN(time) ? null : new Date(time)
}

/** Strict: a list that is not well-formed is refused, as are entities and document types, which only attackers need. */
export function parseXml(text: string): XmlElement {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw unreadable('it has a document type')
  const fail: Fail = () => {
    throw unreadable('it is not well-formed XML')
  }
  const parser = new DOMParser({ errorHandler: { warning: fail, error: fail, fatalError: fail } })
  const root = parser.parseFromString(text, 'text/xml')?.documentElement
  if (!root) throw unreadable('it is no XML')
  return root
}
