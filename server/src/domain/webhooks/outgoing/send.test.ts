import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { certificate } from '../../../../test/webhooks/certificate.ts'
import { startReceiver, withStatus, type Receiver } from '../../../../test/webhooks/receiver.ts'
import { readWebhooks } from '../../../config-webhooks.ts'
import { Settings } from '../../../config-readers.ts'
import { checkUrl, isGlobalAddress, type Address } from '../../../platform/outgoing/index.ts'
import { createSender, type SenderOptions } from './send.ts'

const inside = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:a9fe:a9fe',
  '0:0:0:0:0:ffff:7f00:1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:2::1',
  '2001:10::1',
  '2001:db8::1',
  '2002:7f00:1::1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
]
const outside = [
  '1.1.1.1',
  '8.8.8.8',
  '100.63.255.255',
  '172.15.0.1',
  '172.32.0.1',
  '192.0.1.1',
  '223.255.255.255',
  '2606:4700::1111',
  '2a00:1450:4007::1',
  '2001:4860:4860::8888',
]

describe('Public and private addresses', () => {
  test.each(inside)('The address %s is not on the open internet', (address) =>
    expect(isGlobalAddress(address)).toBe(false),
  )
  test.each(outside)('The address %s is on the open internet', (address) =>
    expect(isGlobalAddress(address)).toBe(true),
  )
  test.each(['', 'localhost', '1.2.3', '1.2.3.4.5', '01.02.03.04'])('The text “%s” is no address', (text) =>
    expect(isGlobalAddress(text)).toBe(false),
  )
})

describe('Webhook addresses', () => {
  const refused: [url: string, fault: string][] = [
    ...inside
      .filter((address) => !address.includes('%'))
      .map((address): [string, string] => [
        `https://${address.includes(':') ? `[${address}]` : address}/`,
        'ADDRESS',
      ]),
    // The same loopback in the many ways of writing it.
    ['https://2130706433/', 'ADDRESS'],
    ['https://0x7f000001/', 'ADDRESS'],
    ['https://0x7f.1/', 'ADDRESS'],
    ['https://0177.0.0.1/', 'ADDRESS'],
    ['https://017700000001/', 'ADDRESS'],
    ['https://127.1/', 'ADDRESS'],
    ['https://127.0.0.1./', 'ADDRESS'],
    ['https://①②⑦.⓪.⓪.①/', 'ADDRESS'],
    ['https://%31%32%37.0.0.1/', 'ADDRESS'],
    ['https://0/', 'ADDRESS'],
    ['https://localhost/', 'ADDRESS'],
    ['https://LOCALHOST./', 'ADDRESS'],
    ['https://api.localhost:8443/', 'ADDRESS'],
    ['http://example.com/', 'SCHEME'],
    ['ftp://example.com/', 'SCHEME'],
    ['file:///etc/passwd', 'SCHEME'],
    ['javascript:alert(1)', 'SCHEME'],
    ['https://user@example.com/', 'CREDENTIALS'],
    ['https://user:secret@example.com/', 'CREDENTIALS'],
    ['https://example.com#@127.0.0.1/', 'FRAGMENT'],
    ['https://example.com:22/', 'PORT'],
    ['https://example.com:0/', 'PORT'],
    ['https://example.com:80/', 'PORT'],
    ['https://example.com:99999/', 'INVALID'],
    ['https://[fe80::1%25eth0]/', 'INVALID'],
    ['https://256.256.256.256/', 'INVALID'],
    ['https://', 'INVALID'],
    ['example.com/hooks', 'INVALID'],
    [`https://example.com/${'x'.repeat(2_000)}`, 'INVALID'],
  ]
  test.each(refused)('The webhook address %s is refused: %s', (url, fault) =>
    expect(checkUrl(url, [])).toBe(fault),
  )

  test.each([
    'https://example.com/',
    'https://example.com:8443/a?b=c',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
  ])('The webhook address %s is accepted', (url) =>
    expect(checkUrl(url, [])).toMatchObject({ allowed: false }),
  )

  test('A webhook address of the operator’s own network is accepted when it is configured', () => {
    const settings = new Settings({
      WEBHOOK_ALLOWED_HOSTS: 'hooks.lan:8080, 10.0.0.5, [fd00::1]:8443, 0x7f.1:9000',
    })
    const { allowedHosts } = readWebhooks(settings)
    settings.settle()
    for (const url of [
      'http://hooks.lan:8080/',
      'https://HOOKS.lan:8080/',
      'https://10.0.0.5/',
      'http://10.0.0.5:81/',
      'https://[fd00::1]:8443/',
      'http://127.0.0.1:9000/',
    ]) {
      expect(checkUrl(url, allowedHosts), url).toMatchObject({ allowed: true })
    }
    expect(checkUrl('http://hooks.lan:8081/', allowedHosts)).toBe('SCHEME')
    expect(checkUrl('https://10.0.0.6/', allowedHosts)).toBe('ADDRESS')
    expect(checkUrl('https://127.0.0.1/', allowedHosts)).toBe('ADDRESS')
    for (const entry of ['http://hooks.lan', 'a/b', 'user@host', 'host:99999', 'fd00::1']) {
      const wrong = new Settings({ WEBHOOK_ALLOWED_HOSTS: entry })
      readWebhooks(wrong)
      expect(() => wrong.settle(), entry).toThrow('WEBHOOK_ALLOWED_HOSTS')
    }
  })
})

describe('Outgoing requests', () => {
  let receiver: Receiver
  let secure: Receiver
  beforeAll(async () => {
    receiver = await startReceiver()
    secure = await startReceiver({ secure: true })
  })
  afterAll(async () => {
    await receiver.close()
    await secure.close()
  })

  const never = new AbortController().signal
  const loopback = [{ host: '127.0.0.1', port: null }]
  const sender = (options: Partial<SenderOptions> = {}) =>
    createSender({ allowedHosts: loopback, timeoutMs: 20_000, ...options })
  const message = (url: string) => ({ url, headers: { 'x-mark': 'here' }, body: '{"é":1}' })
  const named = (...addresses: string[]): Address[] =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

  test('A request arrives whole, and of its answer only the kind and the length are kept', async () => {
    receiver.answer(
      withStatus(200, { 'content-type': 'Text/HTML; charset=secret' }, `yes\0${'x'.repeat(200_000)}`),
    )
    const sent = await sender()(message(receiver.url), never)
    expect(sent).toMatchObject({ status: 200, error: null, retryAfterMs: null })
    expect(sent).toMatchObject({ answerType: 'text/html', answerBytes: 64 * 1024 })
    expect(JSON.stringify(sent)).not.toMatch(/yes|secret/)
    expect(receiver.received.at(-1)).toMatchObject({ path: '/hooks?of=vigie', body: '{"é":1}' })
    expect(receiver.received.at(-1)?.headers).toMatchObject({
      'x-mark': 'here',
      host: `127.0.0.1:${receiver.port}`,
    })
  })

  test('An invalid content type of an answer is not kept', async () => {
    for (const odd of ['the password is 1234', `${'x'.repeat(60)}/html`, 'text/', '<b>/<i>']) {
      receiver.answer(withStatus(200, { 'content-type': odd }, 'yes'))
      const sent = await sender()(message(receiver.url), never)
      expect(sent).toMatchObject({ answerType: null, answerBytes: 3 })
    }
  })

  test.each([
    [withStatus(302, { location: 'https://example.com/' }), { status: 302, error: 'REDIRECT' }],
    [withStatus(500, { 'retry-after': '9' }), { status: 500, error: 'STATUS', retryAfterMs: null }],
    [withStatus(429, { 'retry-after': '9' }), { status: 429, error: 'STATUS', retryAfterMs: 9_000 }],
    [withStatus(503, { 'retry-after': 'soon' }), { status: 503, error: 'STATUS', retryAfterMs: null }],
  ])('A request that fails says why (%#)', async (reply, expected) => {
    receiver.answer(reply)
    const before = receiver.received.length
    expect(await sender()(message(receiver.url), never)).toMatchObject(expected)
    expect(receiver.received.length).toBe(before + 1)
  })

  test('A request that times out fails before an answer, and has that status after one', async () => {
    receiver.answer(() => undefined)
    expect(await sender({ timeoutMs: 80 })(message(receiver.url), never)).toMatchObject({ error: 'TIMEOUT' })
    receiver.answer((response) => void response.writeHead(200).write('begun'))
    expect(await sender({ timeoutMs: 1_500 })(message(receiver.url), never)).toMatchObject({
      status: 200,
      error: null,
      answerBytes: 5,
    })
    const slow = sender({ timeoutMs: 50, resolve: () => new Promise(() => undefined) })
    expect(await slow(message('https://hooks.example.test/'), never)).toMatchObject({ error: 'TIMEOUT' })
  })

  test('A request is cancelled when the worker stops, and no outcome is invented', async () => {
    receiver.answer(() => undefined)
    const stop = new AbortController()
    const before = receiver.received.length
    const sending = sender()(message(receiver.url), stop.signal)
    await expect.poll(() => receiver.received.length).toBe(before + 1)
    stop.abort()
    await expect(sending).rejects.toThrow('aborted')
  })

  test('A request over a cut or absent connection fails', async () => {
    receiver.answer((response) => response.destroy())
    expect(await sender()(message(receiver.url), never)).toMatchObject({ status: null, error: 'BROKEN' })
    const gone = await startReceiver()
    await gone.close()
    expect(await sender()(message(gone.url), never)).toMatchObject({ status: null, error: 'CONNECTION' })
  })

  test.each([
    ['nothing', []],
    ['one inside', ['127.0.0.1']],
    ['one inside among others', ['93.184.216.34', '10.0.0.1']],
    ['a mapped one', ['::ffff:127.0.0.1']],
    ['a translated one', ['64:ff9b::a9fe:a9fe']],
  ])('A request to a name that resolves to %s is never made', async (_what, addresses) => {
    const before = secure.received.length
    const send = sender({ ca: certificate, resolve: async () => named(...addresses) })
    const sent = await send(message(`https://hooks.example.test:${secure.port}/`), never)
    expect(sent).toMatchObject({ status: null, error: addresses.length === 0 ? 'DNS' : 'ADDRESS_REFUSED' })
    expect(secure.received.length).toBe(before)
  })

  test('A request resolves the name once: an answer that changes between check and connection gains nothing', async () => {
    let asked = 0
    const rebinding = async () => named((asked += 1) === 1 ? '192.0.2.1' : '127.0.0.1')
    const url = `https://hooks.example.test:${secure.port}/`
    const before = secure.received.length
    expect(await sender({ ca: certificate, resolve: rebinding })(message(url), never)).toMatchObject({
      error: 'ADDRESS_REFUSED',
    })
    expect(asked).toBe(1)
    // The name is vouched for: it is the pinned answer that is connected to, whatever the name says next.
    asked = 0
    const vouched = [{ host: 'hooks.example.test', port: secure.port }]
    const fixed = async () => named((asked += 1) === 1 ? '127.0.0.1' : '192.0.2.1')
    const sent = await sender({ allowedHosts: vouched, ca: certificate, resolve: fixed })(message(url), never)
    expect(sent).toMatchObject({ status: 204, error: null })
    expect(asked).toBe(1)
    expect(secure.received.length).toBe(before + 1)
    expect(secure.received.at(-1)).toMatchObject({
      serverName: 'hooks.example.test',
      headers: { host: `hooks.example.test:${secure.port}` },
    })
  })

  test('A request to a server that cannot prove its name fails', async () => {
    const vouched = ['hooks.example.test', 'other.example.test'].map((host) => ({ host, port: null }))
    const resolve = async () => named('127.0.0.1')
    const before = secure.received.length
    const unknown = sender({ allowedHosts: vouched, resolve })
    expect(await unknown(message(`https://hooks.example.test:${secure.port}/`), never)).toMatchObject({
      error: 'TLS',
    })
    const wrongName = sender({ allowedHosts: vouched, resolve, ca: certificate })
    expect(await wrongName(message(`https://other.example.test:${secure.port}/`), never)).toMatchObject({
      error: 'TLS',
    })
    expect(secure.received.length).toBe(before)
  })
})
