import { channel } from 'node:diagnostics_channel'
import { checkServerIdentity, TLSSocket, type PeerCertificate } from 'node:tls'
import type { DependencyKind } from '../kernel/index.ts'

export type CertifiedKind = DependencyKind | 'database'

interface Met {
  readonly kind: CertifiedKind
  readonly endsAt: number
}

const mostHosts = 200

/**
 * The certificates that others have shown us, as met on real connections: nobody is asked just to find out. Hosts are
 * remembered, and never told.
 */
class CertificateWatch {
  readonly #met = new Map<string, Met>()
  readonly #expected = new Map<string, CertifiedKind>()

  constructor() {
    // What `fetch` connects to; nothing else tells of its connections.
    channel('undici:client:connected').subscribe((message) => {
      const { connectParams, socket } = message as { connectParams?: { host?: string }; socket?: unknown }
      const kind = this.#expected.get(connectParams?.host ?? '')
      if (kind && socket instanceof TLSSocket) this.note(kind, connectParams?.host ?? '', socket)
    })
  }

  /** Whose certificate the one of this address is, for connections that `fetch` opens. */
  expect(kind: CertifiedKind, { protocol, host }: URL): void {
    // Whom customers choose looks after its own.
    if (protocol === 'https:' && kind !== 'provider') keep(this.#expected, host, kind)
  }

  note(kind: CertifiedKind, host: string, socket: TLSSocket): void {
    this.#noteEnd(kind, host, socket.getPeerCertificate())
  }

  /** To be given to whoever opens a connection: the usual check, and a note. */
  checker(kind: CertifiedKind): typeof checkServerIdentity {
    return (host, certificate) => {
      this.#noteEnd(kind, host, certificate)
      return checkServerIdentity(host, certificate)
    }
  }

  /** Of each kind the one that ends first, in milliseconds of the epoch. */
  ends(): Map<CertifiedKind, number> {
    const ends = new Map<CertifiedKind, number>()
    for (const { kind, endsAt } of this.#met.values())
      ends.set(kind, Math.min(endsAt, ends.get(kind) ?? Number.POSITIVE_INFINITY))
    return ends
  }

  #noteEnd(kind: CertifiedKind, host: string, certificate: PeerCertificate): void {
    const endsAt = Date.parse(certificate.valid_to)
    if (!Number.isNaN(endsAt)) keep(this.#met, `${kind} ${host}`, { kind, endsAt })
  }
}

/** The newest stay: a host that nobody uses any more is forgotten in time. */
function keep<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > mostHosts && oldest !== undefined) map.delete(oldest)
}

/** One for the process: adapters deep below report to it. */
export const certificates = new CertificateWatch()
