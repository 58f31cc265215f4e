import { SaxesParser, type SaxesTagPlain } from 'saxes'
import type { ListFile } from './entry.ts'
import { ListFault, type ListFaultCode } from './fault.ts'
import { limits } from './limits.ts'
import { readText, tidy } from './text.ts'
import type { XmlElement } from './xml-element.ts'

export interface XmlShape {
  root: string
  /** Names of the elements that are handed out whole; one inside another is part of it. */
  records: readonly string[]
  onRoot?: (attributes: ReadonlyMap<string, string>) => void
}

/** Walks the records of an XML file; only one of them is in memory at a time. */
export async function* readXml(file: ListFile, shape: XmlShape): AsyncGenerator<XmlElement> {
  const parser = new SaxesParser({ xmlns: false, position: true })
  const fault: FaultMaker = (code, sentence, options) =>
    new ListFault(code, sentence, { file: file.name, line: parser.line }, options)
  const collector = startCollector(shape, fault)
  const guard = startGuard(parser, fault)
  parser.on('opentag', (tag) => {
    guard.open()
    collector.open(tag, parser.line)
  })
  parser.on('text', (text) => {
    guard.seen()
    collector.text(text)
  })
  parser.on('cdata', (text) => {
    guard.seen()
    collector.text(text)
  })
  parser.on('closetag', () => {
    guard.close()
    collector.close()
  })
  for await (const piece of readText(file)) {
    parser.write(piece)
    guard.check()
    yield* collector.taken()
  }
  guard.end()
  parser.close()
  yield* collector.taken()
}

type FaultMaker = (code: ListFaultCode, sentence: string, options?: ErrorOptions) => ListFault

/** Refuses what no list has, before it takes memory. */
function startGuard(parser: SaxesParser, fault: FaultMaker) {
  let [depth, attributes, lastEvent] = [0, 0, 0]
  let isEnding = false
  const seen = (): void => {
    lastEvent = parser.position
  }
  parser.on('error', (error) => {
    if (isEnding) throw fault('TRUNCATED', 'the file ends before its last element is closed')
    throw fault('MALFORMED', 'the XML is not well-formed', { cause: error })
  })
  parser.on('doctype', () => {
    throw fault(
      'MALFORMED',
      'the file declares a document type, which no list does and which may hide a bomb',
    )
  })
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && !/^(?:utf-8|us-ascii)$/i.test(encoding)) {
      throw fault('ENCODING', `the file says it is in ${encoding.slice(0, 20)}; it must be in UTF-8`)
    }
  })
  parser.on('comment', seen)
  parser.on('processinginstruction', seen)
  parser.on('attribute', () => {
    seen()
    attributes += 1
    if (attributes > limits.cells)
      throw fault('TOO_LARGE', 'one element has more attributes than any honest one')
  })
  return {
    seen,
    open(): void {
      seen()
      attributes = 0
      depth += 1
      if (depth > limits.depth) throw fault('TOO_LARGE', 'elements are nested deeper than in any list')
    },
    close(): void {
      seen()
      depth -= 1
    },
    /** The parser tells of a text when it has all of it: until then only its length is known. */
    check(): void {
      if (parser.position - lastEvent <= limits.tokenCharacters) return
      throw fault('TOO_LARGE', 'one text or tag is longer than any honest one')
    },
    end(): void {
      isEnding = true
    },
  }
}

/** Builds the elements of one record after the other. */
function startCollector(shape: XmlShape, fault: FaultMaker) {
  const open: XmlElement[] = []
  const wanted = new Set(shape.records)
  let records: XmlElement[] = []
  let isRootSeen = false
  let [elements, characters] = [0, 0]
  const grow = (by: number): void => {
    characters += by
    if (characters > limits.recordCharacters || elements > limits.recordElements) {
      throw fault('TOO_LARGE', 'one entry is larger than any honest one')
    }
  }
  return {
    open(tag: SaxesTagPlain, line: number): void {
      const [name, attributes] = [localName(tag.name), attributesOf(tag)]
      if (!isRootSeen && name !== shape.root) {
        throw fault(
          'NOT_THIS_LIST',
          `the file is made of "${name.slice(0, 60)}", this list of "${shape.root}"`,
        )
      }
      if (!isRootSeen) shape.onRoot?.(attributes)
      isRootSeen = true
      if (open.length === 0 && !wanted.has(name)) return
      const element: XmlElement = { name, attributes, text: '', children: [], line }
      open.at(-1)?.children.push(element)
      open.push(element)
      elements += 1
      grow(0)
      for (const value of attributes.values()) grow(value.length)
    },
    text(text: string): void {
      const element = open.at(-1)
      if (!element) return
      grow(text.length)
      element.text += text
    },
    close(): void {
      const element = open.pop()
      if (!element) return
      element.text = tidy(element.text)
      if (open.length > 0) return
      records.push(element)
      elements = 0
      characters = 0
    },
    taken(): XmlElement[] {
      const taken = records
      records = []
      return taken
    },
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

function attributesOf(tag: SaxesTagPlain): Map<string, string> {
  return new Map(Object.entries(tag.attributes).map(([name, value]) => [localName(name), tidy(value)]))
}
