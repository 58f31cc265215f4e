import { readLines, stampSuffix } from '../../../platform/journal/index.ts'

/** A checkpoint's line, and the token that proves when it existed. */
export interface Stamp {
  readonly line: string
  readonly token: Buffer
}

const format = 'vigie-timestamp/1'

export function stampLine({ line, token }: Stamp): string {
  return JSON.stringify({ format, checkpoint: line, token: token.toString('base64') })
}

/** Of one file, or of all files of a folder; lines that are torn are passed over. */
export async function readStamps(place: string): Promise<Stamp[]> {
  const lines = await readLines(place, (name) => name.endsWith(stampSuffix))
  return lines.flatMap((line) => parseStamp(line) ?? [])
}

function parseStamp(text: string): Stamp | null {
  try {
    const it = JSON.parse(text) as Record<string, unknown>
    const { checkpoint, token } = it
    if (it['format'] !== format || typeof checkpoint !== 'string' || typeof token !== 'string') return null
    return { line: checkpoint, token: Buffer.from(token, 'base64') }
  } catch {
    return null
  }
}
