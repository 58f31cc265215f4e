import { bomb, mismatch } from '../verdict.ts'

/** A stream whose content must be looked at: objects hidden in it, or its size once unpacked. */
export type StreamTask =
  | { kind: 'OBJECTS'; at: number; count: number; first: number }
  | { kind: 'SIZE'; at: number }

const decisive = new Set(['/N', '/First', '/Filter', '/DecodeParms'])
const compressing = new Set(['/FlateDecode', '/Fl', '/LZWDecode', '/LZW', '/RunLengthDecode', '/RL'])

/** What to do with the stream that this dictionary announces; its data begin at `at`. */
export function streamTask(tokens: string[], at: number, isCut: boolean): StreamTask | undefined {
  if (isCut) throw mismatch('a stream of the PDF has too long a description')
  const entries = topLevel(tokens)
  const filters = (entries.get('/Filter') ?? entries.get('/F') ?? []).filter((token) => token.startsWith('/'))
  if (filters.filter((filter) => compressing.has(filter)).length > 1) {
    throw bomb('a stream of the PDF is compressed several times')
  }
  const holdsObjects = tokens.includes('/ObjStm') || (entries.has('/N') && entries.has('/First'))
  if (!holdsObjects) return filters[0] === '/FlateDecode' ? { kind: 'SIZE', at } : undefined
  const [count, first] = [numberOf(entries.get('/N')), numberOf(entries.get('/First'))]
  const usual = filters.length === 1 && filters[0] === '/FlateDecode' && !hasPredictor(entries)
  if (count === undefined || first === undefined || !usual) {
    throw mismatch('objects of the PDF are packed in an unusual way')
  }
  return { kind: 'OBJECTS', at, count, first }
}

function numberOf(value: string[] | undefined): number | undefined {
  const [text = ''] = value ?? []
  return value?.length === 1 && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

function hasPredictor(entries: Map<string, string[]>): boolean {
  const value = entries.get('/DecodeParms') ?? entries.get('/DP') ?? []
  if (value.some((token) => token === 'R')) return true
  const at = value.indexOf('/Predictor')
  return at >= 0 && value[at + 1] !== '1'
}

/** The entries of the outermost dictionary, each value as its tokens. */
function topLevel(tokens: string[]): Map<string, string[]> {
  const entries = new Map<string, string[]>()
  let depth = 0
  let value: string[] | undefined
  for (const token of tokens) {
    if (token === '>>' || token === ']') depth -= 1
    const opens = token === '<<' || token === '['
    if (depth === 1 && token.startsWith('/') && (value === undefined || value.length > 0)) {
      // Readers disagree on which of two counts, so that we might judge another stream than they show.
      if (entries.has(token) && decisive.has(token)) throw mismatch('a stream of the PDF is described twice')
      value = []
      entries.set(token, value)
    } else if (depth >= 1 && (depth > 1 || value)) value?.push(token)
    if (opens) depth += 1
  }
  return entries
}
