import { connect, type Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { dependencies } from '../kernel/index.ts'

export type ScanResult =
  | { kind: 'CLEAN' }
  | { kind: 'INFECTED'; signature: string }
  /** The file, or something inside it, is beyond what the scanner looks at: not known to be clean. */
  | { kind: 'NOT_SCANNED'; reason: string }

/** The scanner gave no verdict. The file stays unscanned and is tried again: it is never taken for clean. */
export class ScannerUnavailable extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`The virus scanner gave no verdict: ${reason}.`, { cause })
    this.name = 'ScannerUnavailable'
  }
}

export interface Scanner {
  /** Reads the body to its end or destroys it. A fault of the body itself is rejected unchanged. */
  scan(body: Readable, size: number): Promise<ScanResult>
  /** Rejects with ScannerUnavailable when nobody answers. */
  check(): Promise<void>
}

export interface ClamdOptions {
  host?: string
  port?: number
  /** A Unix socket, instead of host and port. */
  socket?: string
  /** Without a byte moving either way. */
  timeoutMs: number
  /** At most clamd's StreamMaxLength, or larger files may never get a verdict; beyond it they are not sent. */
  maxBytes: number
}

/** A file that holds no more than this many bytes may be the one that scanners are tried out with. */
export const testVirusBytes = 128
// In two halves, or a scanner would find it in this very file.
const testVirus = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

/** The harmless file by which one sees how a virus would be dealt with: known to us without a scanner too. */
export function isTestVirus(bytes: Buffer): boolean {
  return bytes.length <= testVirusBytes && bytes.toString('latin1').trim() === testVirus
}

const longestReply = 4_096
const pieceBytes = 64 * 1024

/** Speaks to clamd itself. Set `AlertExceedsMax yes` there, or archives beyond its limits count as clean. */
export function clamdScanner(options: ClamdOptions): Scanner {
  return {
    async scan(body, size) {
      if (size > options.maxBytes) {
        body.destroy()
        return { kind: 'NOT_SCANNED', reason: `larger than ${options.maxBytes} bytes` }
      }
      const ask = async () => readVerdict(await converse(options, 'zINSTREAM\0', body))
      return dependencies.around('scanner', ask, (error) => !(error instanceof ScannerUnavailable))
    },
    async check() {
      const reply = await converse(options, 'zPING\0')
      if (reply !== 'PONG') throw new ScannerUnavailable('it does not answer as clamd does')
    },
  }
}

function readVerdict(reply: string): ScanResult {
  if (reply === 'stream: OK') return { kind: 'CLEAN' }
  const signature = /^stream: (.+) FOUND$/.exec(reply)?.[1]
  if (signature?.startsWith('Heuristics.Limits.Exceeded')) return { kind: 'NOT_SCANNED', reason: signature }
  if (signature !== undefined) return { kind: 'INFECTED', signature }
  if (/size limit exceeded/i.test(reply))
    return { kind: 'NOT_SCANNED', reason: 'larger than the scanner takes' }
  throw new ScannerUnavailable(`it answered "${reply.slice(0, 200)}"`)
}

/** One command, its body if any, and the reply up to its NUL. */
async function converse(options: ClamdOptions, command: string, body?: Readable): Promise<string> {
  const socket = open(options)
  let bodyFault: { error: unknown } | undefined
  try {
    const reply = replyOf(socket, options.timeoutMs)
    socket.write(command)
    if (body) {
      const sent = sendBody(socket, body).catch((error: unknown) => {
        bodyFault = { error }
        socket.destroy()
      })
      // A scanner that has seen enough answers before the end: what is left need not be sent.
      return await Promise.race([reply, sent.then(() => reply)])
    }
    return await reply
  } catch (error) {
    if (bodyFault) throw bodyFault.error
    throw error
  } finally {
    socket.destroy()
    body?.destroy()
  }
}

function open({ host = 'localhost', port = 3310, socket }: ClamdOptions): Socket {
  return socket === undefined ? connect({ host, port }) : connect({ path: socket })
}

async function replyOf(socket: Socket, timeoutMs: number): Promise<string> {
  return await new Promise<string>((resolve, reject) => {
    let text = ''
    const fail = (reason: string, cause?: unknown) => reject(new ScannerUnavailable(reason, cause))
    socket.setTimeout(timeoutMs, () => {
      fail(`nothing moved for ${timeoutMs} ms`)
      socket.destroy()
    })
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      if (text.includes('\0')) resolve(text.slice(0, text.indexOf('\0')).trim())
      else if (text.length > longestReply) fail('its answer does not end')
    })
    socket.on('error', (error) => fail('the connection failed', error))
    socket.on('close', () => fail('the connection ended before the verdict'))
  })
}

/**
 * In small pieces, each with a look for an answer in between: a scanner that takes no more answers and hangs up, and
 * what it said is lost once we write into the closed connection. That is then no verdict, not a wrong one.
 */
async function sendBody(socket: Socket, body: Readable): Promise<void> {
  for await (const piece of body) {
    const chunk = piece as Buffer
    for (let at = 0; at < chunk.length; at += pieceBytes) {
      if (socket.destroyed) return
      await write(socket, chunk.subarray(at, at + pieceBytes))
    }
  }
  socket.write(Buffer.alloc(4))
}

async function write(socket: Socket, piece: Buffer): Promise<void> {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(piece.length)
  socket.write(length)
  // Called with a fault too, which the reply's side reports.
  await new Promise<void>((resolve) => socket.write(piece, () => setImmediate(resolve)))
}
