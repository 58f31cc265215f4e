import type { Server } from 'node:http'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { randomUUID } from 'node:crypto'
import { AppError, problemBody, type ProblemCode } from '../kernel/index.ts'
import { problemType } from './answers.ts'

interface ParserFault extends Error {
  code?: string
  rawPacket?: Buffer
}

/** Bytes that never became a request still deserve a readable answer. */
export function answerRaw(socket: Socket, code: ProblemCode, constantHeaders: Record<string, string>): void {
  const id = randomUUID()
  const body = JSON.stringify(problemBody(new AppError(code), 'en', id))
  const { status } = new AppError(code)
  const headers: Record<string, string | number> = {
    ...constantHeaders,
    'content-type': problemType,
    'content-length': Buffer.byteLength(body),
    'x-request-id': id,
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`)
}

export function clientErrorHandler(constantHeaders: Record<string, string>) {
  return (error: ParserFault, socket: Socket): void => {
    // An answer already on its way must not be mixed with a second one.
    const { _httpMessage: answering } = socket as Socket & { _httpMessage?: unknown }
    if (Boolean(answering) || error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy(error)
      return
    }
    answerRaw(socket, parserProblem(error), constantHeaders)
    // A client that goes on sending would hold the socket open for ever.
    setTimeout(() => socket.destroy(), 1_000).unref()
  }
}

function parserProblem(error: ParserFault): ProblemCode {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'REQUEST_TIMEOUT'
  if (error.code !== 'HPE_HEADER_OVERFLOW') return 'REQUEST_MALFORMED'
  return isStillRequestLine(error.rawPacket) ? 'URI_TOO_LONG' : 'HEADERS_TOO_LARGE'
}

/** The overflow happened before the first line ended: it was the address, not the headers. */
function isStillRequestLine(packet: Buffer | undefined): boolean {
  if (packet === undefined) return false
  const end = packet.indexOf(10)
  return (end < 0 || end > 8 * 1024) && /^[A-Z]{3,7} \//.test(packet.toString('latin1', 0, 16))
}

/** Requests that Node would otherwise answer itself, without a body or not at all. */
export function answerOddRequests(server: Server, constantHeaders: Record<string, string>): void {
  server.on('connect', (_request, socket: Socket) => answerRaw(socket, 'REQUEST_MALFORMED', constantHeaders))
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}
