import { SaxesParser } from 'saxes'
import { WorkbookRefusal } from './refusal.ts'

export interface XmlReader {
  /** Names come without their prefix. */
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly close?: (name: string) => void
  readonly text?: (text: string) => void
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)
/** No part of a workbook nests deeper by far; the parser keeps a record of each level. */
const deepest = 100

/** Reads a part as it comes, one chunk at a time; after each, the caller may take what came of it. */
export async function* parseXml(chunks: AsyncIterable<Buffer>, reader: XmlReader): AsyncGenerator<void> {
  const parser = new SaxesParser({ xmlns: false, position: false })
  let depth = 0
  parser.on('error', () => refuse('a part of the workbook is no XML'))
  parser.on('doctype', () => refuse('a part of the workbook declares entities'))
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1
    if (depth > deepest) refuse('a part of the workbook nests too deep')
    reader.open?.(localName(name), attributes)
  })
  parser.on('closetag', ({ name }) => {
    depth -= 1
    reader.close?.(localName(name))
  })
  parser.on('text', (text) => reader.text?.(text))
  parser.on('cdata', (text) => reader.text?.(text))
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (chunk?: Buffer) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
    } catch {
      return refuse('a part of the workbook is not in UTF-8')
    }
  }
  for await (const chunk of chunks) {
    parser.write(decode(chunk))
    yield
  }
  parser.write(decode())
  parser.close()
  yield
}

/** For parts of which nothing is needed before all of it is read. */
export async function readWhole(chunks: AsyncIterable<Buffer>, reader: XmlReader): Promise<void> {
  for await (const _ of parseXml(chunks, reader)) continue
}

function refuse(why: string): never {
  throw new WorkbookRefusal('UNREADABLE', why)
}
