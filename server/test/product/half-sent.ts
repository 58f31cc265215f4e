import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import type { Target } from './writers.ts'

/** Whether a newcomer gets in. */
export function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/** Headers and half a body are sent; the rest when the returned function is called. */
export async function sendHalf(target: Target): Promise<() => Promise<IncomingMessage>> {
  const body = JSON.stringify({
    legalIdentifier: { code: 'CIT003', value: '300000002' },
    unmanaged: { name: 'Half and half', countryCode: 'DE' },
  })
  const sent = request(`${target.baseUrl}/api/v1/account/${target.accountId}/thirdparties`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${target.token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      expect: '100-continue',
    },
  })
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>
  // The server has taken the request up when it asks for the body.
  const goOn = once(sent, 'continue')
  sent.flushHeaders()
  await goOn
  sent.write(body.slice(0, 40))
  return async () => {
    sent.end(body.slice(40))
    const [answer] = await answered
    answer.resume()
    return answer
  }
}
