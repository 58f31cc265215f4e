import type { ListFile } from './entry.ts'
import { ListFault } from './fault.ts'
import { limits, pieceBytes } from './limits.ts'

const headBytes = 4 * 1024

/** The beginning of a file, by which its format is known. */
export async function headOf(file: ListFile): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const chunk of file.open()) {
    parts.push(chunk.subarray(0, headBytes))
    length += chunk.length
    if (length >= headBytes) break
  }
  const head = Buffer.concat(parts).subarray(0, headBytes)
  refuseForeignBytes(file, head)
  const text = new TextDecoder().decode(head)
  if (text.trim() === '') throw new ListFault('NO_ENTRY', 'the file is empty', { file: file.name })
  if (isWebPage(text)) {
    throw new ListFault('NOT_THIS_LIST', 'this is a web page, perhaps an error message, and not a list', {
      file: file.name,
    })
  }
  return text
}

function refuseForeignBytes(file: ListFile, head: Buffer): void {
  const place = { file: file.name }
  const mark = head.length < 2 ? 0 : head.readUInt16BE(0)
  if (mark === 0x50_4b || mark === 0x1f_8b) {
    throw new ListFault('NOT_THIS_LIST', 'the file is compressed; unpack it first', place)
  }
  if (mark === 0xfe_ff || mark === 0xff_fe || head.includes(0)) {
    throw new ListFault('ENCODING', 'the file is in UTF-16 or no text; it must be in UTF-8', place)
  }
}

function isWebPage(text: string): boolean {
  return /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[^])*-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i.test(
    text,
  )
}

/** The text of a file in pieces, strictly UTF-8, never more than a piece at a time. */
export async function* readText(file: ListFile): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let [bytes, lines] = [0, 1]
  const decode = (part?: Uint8Array): string => {
    try {
      return decoder.decode(part, { stream: part !== undefined })
    } catch (error) {
      const place = { file: file.name, line: lines }
      // What is left over at the end is the beginning of a character.
      if (part === undefined) throw new ListFault('TRUNCATED', 'the file ends within a character', place)
      throw new ListFault('ENCODING', 'the text is not in UTF-8', place, { cause: error })
    }
  }
  for await (const chunk of file.open()) {
    bytes += chunk.length
    if (bytes > limits.fileBytes) {
      throw new ListFault('TOO_LARGE', `the file has more than ${limits.fileBytes} bytes`, {
        file: file.name,
      })
    }
    for (let from = 0; from < chunk.length; from += pieceBytes) {
      const text = decode(chunk.subarray(from, from + pieceBytes))
      if (text !== '') yield text
      lines += countLines(text)
    }
  }
  decode()
}

function countLines(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

/** The engine keeps a whole piece of a file alive for a string cut out of it; this makes the string its own. */
export function detach(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8')
}

// Most texts have none of these, and the rest of the work can be spared.
const untidy = /[^!-~ ]| {2}|^ | $/

/** In one line, without blanks around. */
export function tidy(text: string | undefined): string {
  if (text === undefined || !untidy.test(text)) return text ?? ''
  return text
    .normalize('NFC')
    .replaceAll(/[\s\u{200b}\u{feff}]+/gu, ' ')
    .trim()
}
