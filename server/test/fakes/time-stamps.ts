import { execFile, execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import { TimeStampReq } from '@peculiar/asn1-tsp'

const run = promisify(execFile)

export type StampMood =
  | 'ok'
  | 'down'
  | 'slow'
  | 'error'
  | 'rejection'
  | 'garbage'
  | 'wrong-type'
  | 'other-nonce'
  | 'other-imprint'
  | 'other-policy'
  | 'bad-signature'
  | 'bad-time'
  | 'other-authority'

export interface FakeAuthority {
  readonly url: string
  /** PEM of the root that vouches for it. */
  readonly caFile: string
  readonly asked: { type: string | undefined; bytes: number }[]
  behave(mood: StampMood): void
  close(): Promise<void>
}

/** Why the tests of time-stamps cannot run here, if so. */
export function reasonToSkipStamps(): string | undefined {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' })
    return undefined
  } catch {
    return 'openssl is not installed'
  }
}

/** A time-stamping authority on loopback: OpenSSL's own answers, and ways in which one may lie. */
export async function startAuthority(key: 'ec' | 'rsa' = 'ec'): Promise<FakeAuthority> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vigie-authority-'))
  await makeAuthority(folder, 'own', key)
  await makeAuthority(folder, 'other', 'ec')
  const asked: FakeAuthority['asked'] = []
  let mood: StampMood = 'ok'
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const query = Buffer.concat(chunks)
      asked.push({ type: request.headers['content-type'], bytes: query.length })
      void answer(folder, { mood, query }, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsa`,
    caFile: path.join(folder, 'own-ca.pem'),
    asked,
    behave: (next) => {
      mood = next
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const rejection = Buffer.from('30053003020102', 'hex')

async function answer(
  folder: string,
  { mood, query }: { mood: StampMood; query: Buffer },
  response: ServerResponse,
): Promise<void> {
  if (mood === 'slow') return
  if (mood === 'down') return void response.destroy()
  if (mood === 'error') return void response.writeHead(503).end()
  const type = mood === 'wrong-type' ? 'text/html' : 'application/timestamp-reply'
  response.writeHead(200, { 'content-type': type }).end(await bodyOf(folder, mood, query))
}

async function bodyOf(folder: string, mood: StampMood, query: Buffer): Promise<Buffer> {
  if (mood === 'rejection') return rejection
  if (mood === 'garbage') return Buffer.from('<html>maintenance</html>')
  const reply = await replyTo(folder, mood === 'other-authority' ? 'other' : 'own', changed(query, mood))
  // The signature stands at the very end; the time is the only text of that form.
  if (mood === 'bad-signature') reply[reply.length - 1]! ^= 1
  if (mood === 'bad-time') reply[reply.indexOf(`${new Date().getUTCFullYear()}`) + 3]! -= 1
  return reply
}

/** What the authority was asked, in the words of somebody in between. */
function changed(query: Buffer, mood: StampMood): Buffer {
  const request = AsnConvert.parse(query, TimeStampReq)
  if (mood === 'other-nonce') request.nonce = Uint8Array.from([0x41, ...randomBytes(7)]).buffer
  if (mood === 'other-imprint') request.messageImprint.hashedMessage = new OctetString(randomBytes(32))
  if (mood === 'other-policy') request.reqPolicy = '1.2.3.4.2'
  return Buffer.from(AsnConvert.serialize(request))
}

async function replyTo(folder: string, name: string, query: Buffer): Promise<Buffer> {
  const [question, reply] = ['tsq', 'tsr'].map((end) =>
    path.join(folder, `${randomBytes(8).toString('hex')}.${end}`),
  )
  await writeFile(question!, query)
  await run('openssl', [
    'ts',
    '-reply',
    '-config',
    path.join(folder, `${name}.cnf`),
    '-queryfile',
    question!,
    '-out',
    reply!,
  ])
  return readFile(reply!)
}

const curve = ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256']

async function makeAuthority(folder: string, name: string, key: 'ec' | 'rsa'): Promise<void> {
  const at = (file: string) => path.join(folder, `${name}-${file}`)
  const newKey = key === 'ec' ? curve : ['rsa:2048']
  await run('openssl', [
    'req',
    '-x509',
    '-newkey',
    ...curve,
    '-nodes',
    '-days',
    '30',
    '-keyout',
    at('ca.key'),
    '-out',
    at('ca.pem'),
    '-subj',
    `/CN=Root ${name}`,
    '-addext',
    'basicConstraints=critical,CA:TRUE',
  ])
  await run('openssl', [
    'req',
    '-newkey',
    ...newKey,
    '-nodes',
    '-keyout',
    at('tsa.key'),
    '-out',
    at('tsa.csr'),
    '-subj',
    `/CN=Time stamps ${name}`,
  ])
  await writeFile(at('ext.cnf'), 'extendedKeyUsage=critical,timeStamping\nbasicConstraints=CA:FALSE\n')
  await run('openssl', [
    'x509',
    '-req',
    '-in',
    at('tsa.csr'),
    '-CA',
    at('ca.pem'),
    '-CAkey',
    at('ca.key'),
    '-CAcreateserial',
    '-out',
    at('tsa.pem'),
    '-days',
    '30',
    '-extfile',
    at('ext.cnf'),
  ])
  await writeFile(at('serial'), '01\n')
  const lines = [
    '[tsa]\ndefault_tsa=here\n[here]',
    `serial=${at('serial')}\nsigner_cert=${at('tsa.pem')}\nsigner_key=${at('tsa.key')}\ncerts=${at('ca.pem')}`,
    'signer_digest=sha256\ndigests=sha256\ness_cert_id_alg=sha256',
    'default_policy=1.2.3.4.1\nother_policies=1.2.3.4.2\naccuracy=secs:1\n',
  ]
  await writeFile(path.join(folder, `${name}.cnf`), lines.join('\n'))
}
