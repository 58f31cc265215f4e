import pg from 'pg'
import { ByteClient } from './byte-rows.ts'

const shape = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/i

/** One address for each host that is named: `postgres://user@one:5432,two:5433/name`. */
export function splitHosts(url: string): string[] {
  const [, head = '', hosts = '', rest = ''] = shape.exec(url) ?? []
  const names = hosts.split(',')
  return names.length === 1 ? [url] : names.map((name) => head + name + rest)
}

const placeholder = 'placeholder.invalid'

/** Changes all but the hosts: a list of them is no URL, nor is none at all ("postgres://user@/name?host=/socket"). */
export function editAddress(url: string, edit: (address: URL) => void): string {
  const [, head = '', hosts = '', rest = ''] = shape.exec(url) ?? []
  const isPlain = hosts !== '' && !hosts.includes(',')
  const address = new URL(isPlain ? url : head + placeholder + rest)
  edit(address)
  return isPlain ? address.href : address.href.replace(placeholder, hosts)
}

// Each host is asked by itself, all at once: one that says nothing must not hold up the others.
const patienceMs = 1_000
// A host that can only be read is asked again after this, until one accepts writes.
const belief = { writable: Number.POSITIVE_INFINITY, readable: 1_000 }

interface Found {
  readonly url: string
  readonly until: number
}

/** The hosts of one address, and which of them is the one to talk to. */
export class Hosts {
  readonly urls: readonly string[]
  #found: Promise<Found> | null = null

  constructor(url: string) {
    this.urls = splitHosts(url)
  }

  get several(): boolean {
    return this.urls.length > 1
  }

  /** The first that accepts writes; else the first that answers, so that reading goes on. Throws if none does. */
  async choose(): Promise<string> {
    const known = await this.#found?.catch(() => null)
    if (known && Date.now() < known.until) return known.url
    this.#found = this.#find()
    const { url } = await this.#found
    return url
  }

  /** What was believed of the hosts turned out to be wrong. */
  forget(): void {
    this.#found = null
  }

  async #find(): Promise<Found> {
    const asked = await Promise.allSettled(this.urls.map(acceptsWrites))
    const writable = asked.findIndex((answer) => answer.status === 'fulfilled' && answer.value)
    const readable = asked.findIndex((answer) => answer.status === 'fulfilled')
    const url = this.urls[writable === -1 ? readable : writable]
    if (url !== undefined)
      return { url, until: Date.now() + (writable === -1 ? belief.readable : belief.writable) }
    throw (asked[0] as PromiseRejectedResult).reason
  }
}

async function acceptsWrites(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rowCount } = await client.query(`select where current_setting('transaction_read_only') = 'off'`)
    return rowCount === 1
  } finally {
    client.end().catch(() => undefined)
  }
}

interface Place {
  host: string
  port: number
}

/** A client that finds out as it connects which host it goes to; the driver itself knows one host only. */
export function clientOf(hosts: Hosts): typeof ByteClient {
  if (!hosts.several) return ByteClient
  return class extends ByteClient {
    constructor(config?: string | pg.ClientConfig) {
      const first = hosts.urls[0] ?? ''
      super(typeof config === 'string' ? first : { ...config, connectionString: first })
      this.on('error', () => hosts.forget())
    }

    override connect(): Promise<this>
    override connect(done: (error: Error) => void): void
    override connect(done?: (error: Error) => void): Promise<this> | void {
      const chosen = hosts.choose().then((url) => {
        const { host, port } = new pg.Client(url)
        const place: Place = { host, port }
        Object.assign(this, place)
        Object.assign((this as unknown as { connectionParameters: Place }).connectionParameters, place)
      })
      const connected = chosen.then(() => super.connect() as Promise<this>)
      connected.catch(() => hosts.forget())
      if (done === undefined) return connected
      connected.then(() => (done as () => void)(), done)
    }
  }
}

/** One connection, to whichever host takes writes. */
export function newClient(url: string, config: pg.ClientConfig = {}): pg.Client {
  const Client = clientOf(new Hosts(url))
  return new Client({ ...config, connectionString: url })
}

/** The same server and database, entered as another role. */
export function urlAs(url: string, role: string, password: string): string {
  return editAddress(url, (address) => {
    address.username = role
    address.password = encodeURIComponent(password)
  })
}

/** The same server and database, entered as whoever another address names. */
export function urlAsIn(url: string, other: string): string {
  let found = { username: '', password: '' }
  editAddress(other, ({ username, password }) => {
    found = { username, password }
  })
  return editAddress(url, (address) => Object.assign(address, found))
}
