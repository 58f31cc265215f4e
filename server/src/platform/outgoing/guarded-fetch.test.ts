import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGuardedFetch, UnsafeAddress, type GuardedFetch, type Resolve } from './index.ts'

let server: Server
let port: number
let answer: (request: IncomingMessage, response: ServerResponse) => void
const seen: string[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(`${request.method} ${request.headers.host}${request.url}`)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ;({ port } = server.address() as AddressInfo)
})
afterAll(() => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})

const here: Resolve = async () => [{ address: '127.0.0.1', family: 4 }]
const open = (options: { resolve?: Resolve; timeoutMs?: number; maxBytes?: number } = {}): GuardedFetch =>
  createGuardedFetch({
    allowedHosts: [{ host: 'inside.example', port: null }],
    timeoutMs: 30_000,
    maxBytes: 1_000,
    resolve: here,
    ...options,
  })
const url = (path = '/') => `http://inside.example:${port}${path}`

describe('Where a guarded request may go', () => {
  test.each([
    'http://public.example/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://localhost/',
    'https://public.example:22/',
    'https://user:secret@public.example/',
    'ftp://public.example/',
    'no address at all',
  ])('The address %s is refused before anything is looked up', async (address) => {
    const asked: string[] = []
    const fetch = open({
      resolve: async (host) => {
        asked.push(host)
        return []
      },
    })
    await expect(fetch(address)).rejects.toBeInstanceOf(UnsafeAddress)
    expect(asked).toEqual([])
  })

  test('A public name that leads inside is refused, even if only one of its addresses does', async () => {
    const resolve: Resolve = async () => [
      { address: '1.1.1.1', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ]
    await expect(open({ resolve })('https://rebound.example/')).rejects.toBeInstanceOf(UnsafeAddress)
  })

  test('A name that leads nowhere is a fault, not a danger', async () => {
    const fault = open({ resolve: async () => [] })('https://nowhere.example/')
    await expect(fault).rejects.toThrow('The name nowhere.example leads nowhere.')
    const broken = open({ resolve: () => Promise.reject(new Error('SERVFAIL')) })
    await expect(broken('https://nowhere.example/')).rejects.toThrow('leads nowhere')
  })

  test('The name is looked up once, and the connection goes to what was found', async () => {
    const asked: string[] = []
    const resolve: Resolve = async (host) => {
      asked.push(host)
      return asked.length === 1
        ? [{ address: '127.0.0.1', family: 4 }]
        : [{ address: '127.0.0.2', family: 4 }]
    }
    answer = (_, response) => response.end('here')
    expect(await (await open({ resolve })(url('/a?b=c'))).text()).toBe('here')
    expect(asked).toEqual(['inside.example'])
    expect(seen.at(-1)).toBe(`GET inside.example:${port}/a?b=c`)
  })

  test('A redirect is answered, not followed', async () => {
    answer = (_, response) => response.writeHead(302, { location: url('/elsewhere') }).end()
    const response = await open()(url('/first'))
    expect([response.status, response.headers.get('location')]).toEqual([302, url('/elsewhere')])
    expect(seen.at(-1)).toContain('/first')
  })
})

describe('How much a guarded request takes', () => {
  test('An answer as large as the limit is read, and one byte more is not', async () => {
    answer = (request, response) => response.end('x'.repeat(request.url === '/fits' ? 1_000 : 1_001))
    expect((await (await open()(url('/fits'))).text()).length).toBe(1_000)
    await expect(open()(url('/over'))).rejects.toThrow('The answer is too large.')
  })

  test('An answer without end is cut at the limit', async () => {
    let isCut = (): void => undefined
    const cut = new Promise<void>((resolve) => (isCut = resolve))
    answer = (_, response) => {
      response.on('close', isCut)
      const pour = (): void => {
        while (!response.destroyed && response.write('x'.repeat(500)));
        if (!response.destroyed) response.once('drain', pour)
      }
      pour()
    }
    await expect(open()(url())).rejects.toThrow('The answer is too large.')
    await cut
  })

  test.each([
    ['never answers', () => undefined],
    ['begins an answer and stops', (response: ServerResponse) => void response.write('x')],
  ])('A server that %s is given up', async (_, begin) => {
    answer = (_request, response) => begin(response)
    await expect(open({ timeoutMs: 100 })(url())).rejects.toThrow(/abort|timeout/i)
  })

  test('A name server that never answers is given up', async () => {
    const fetch = open({ timeoutMs: 100, resolve: () => new Promise(() => undefined) })
    await expect(fetch(url())).rejects.toThrow('No answer in time.')
  })

  test('A caller can give up before', async () => {
    answer = () => undefined
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(open()(url(), { signal })).rejects.toThrow(/abort|enough/i)
  })
})

describe('What a guarded request carries', () => {
  test('Method, body and headers arrive, and several values of a header come back', async () => {
    answer = (request, response) => {
      let body = ''
      request.on('data', (chunk) => (body += String(chunk)))
      request.on('end', () => {
        response.setHeader('set-cookie', ['a=1', 'b=2'])
        response.end(`${request.method} ${request.headers['content-type']} ${body}`)
      })
    }
    const headers = { 'content-type': 'text/plain', host: 'forged.example' }
    const response = await open()(url(), { method: 'POST', headers, body: 'é' })
    expect(await response.text()).toBe('POST text/plain é')
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(seen.at(-1)).toBe(`POST inside.example:${port}/`)
  })

  test.each([204, 304])('An answer %s has no body', async (status) => {
    answer = (_, response) => response.writeHead(status).end()
    const response = await open()(url())
    expect([response.status, response.body]).toEqual([status, null])
  })
})
