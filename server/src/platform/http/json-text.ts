import type { FastifyReply } from 'fastify'

/** For answers whose JSON exists already: no parsing, no serialising. */
export function sendJsonText(reply: FastifyReply, text: string): FastifyReply {
  return reply.header('content-type', 'application/json; charset=utf-8').send(text)
}
