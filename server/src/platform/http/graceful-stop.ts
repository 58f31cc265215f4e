import type { FastifyInstance } from 'fastify'

export interface StopState {
  stopping: boolean
  /** Answers as before, but asks to be sent no more: whoever balances the load looks elsewhere before the door closes. */
  draining: boolean
}

/** Running requests get their time; connections that linger past it are cut. */
export function stopGracefully(app: FastifyInstance, stopMs: number): StopState {
  const state: StopState = { stopping: false, draining: false }
  app.decorate('beginDrain', () => {
    state.draining = true
  })
  app.addHook('preClose', (done) => {
    state.stopping = true
    setTimeout(() => app.server.closeAllConnections(), stopMs).unref()
    done()
  })
  return state
}
