import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Node tells only the answer under way that its connection is gone. Those queued behind it, for a client that asked
 * several things at once, would hold what they are read from for ever: files, connections of the database.
 */
export function endQueuedAnswers(server: Server): void {
  const answersOf = new WeakMap<Socket, Set<ServerResponse>>()
  server.on('request', ({ socket }: IncomingMessage, answer: ServerResponse) => {
    const answers = answersOf.get(socket) ?? new Set()
    if (!answersOf.has(socket)) {
      answersOf.set(socket, answers)
      socket.once('close', () => endAll(answers))
    }
    answers.add(answer)
    answer.once('close', () => answers.delete(answer))
  })
}

/** As Node does itself for one that had its turn; what is sent to such an answer later finds it closed. */
function endAll(answers: ReadonlySet<ServerResponse & { _closed?: boolean }>): void {
  for (const answer of answers) {
    if (answer.socket !== null) continue
    answer.destroy()
    answer._closed = true
    answer.emit('close')
  }
}
