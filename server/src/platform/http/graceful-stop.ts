import type { FastifyInstance } from 'fastify'

export interface StopState {
  stopping: boolean
}

/** Running requests get their time; connections that linger past it are cut. */
export function stopGracefully(app: FastifyInstance, stopMs: number): StopState {
  const state: StopState = { stopping: false }
  app.addHook('preClose', (done) => {
    state.stopping = true
    setTimeout(() => app.server.closeAllConnections(), stopMs).unref()
    done()
  })
  return state
}
