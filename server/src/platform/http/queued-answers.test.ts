import { connect } from 'node:net'
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { endQueuedAnswers } from './queued-answers.ts'

test('A client that sent three requests at once and left frees all of them', async () => {
  const app = Fastify()
  endQueuedAnswers(app.server)
  let open = 0
  let opened = 0
  let leave = () => {}
  const gone = new Promise<void>((resolve) => (leave = resolve))
  app.get('/', async (_request, reply) => {
    open += 1
    opened += 1
    // The last is ready only when nobody is there any more.
    if (opened === 3) await gone
    const endless = new Readable({ read: () => undefined })
    endless.push('first words')
    return reply.send(endless.once('close', () => (open -= 1)))
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: vigie\r\n\r\n'.repeat(3))
  await expect.poll(() => opened).toBe(3)
  await new Promise((resolve) => socket.once('readable', resolve))
  socket.resetAndDestroy()
  await expect.poll(() => open).toBe(1)
  leave()
  await expect.poll(() => open).toBe(0)
  await app.close()
})
