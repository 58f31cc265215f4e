import { lookup, Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import type { CheckedUrl } from './check-url.ts'
import { isGlobalAddress } from './global-address.ts'

export interface Address {
  readonly address: string
  readonly family: number
}

/** `inside`: a host the operator vouches for, which only the machine's own files may know. */
export type Resolve = (host: string, inside: boolean) => Promise<readonly Address[]>

/** Public names are asked of the name servers only: no pool of threads to fill up, no file that leads inside. */
export const systemResolve: Resolve = async (host, inside) => {
  if (inside) return lookup(host, { all: true })
  const resolver = new Resolver({ timeout: 3_000, tries: 2 })
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  return [
    ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
    ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
  ]
}

/**
 * Where a request may go: asked once, and the connection is made to these and no others, so a name that changes its
 * mind gains nothing. One address inside is enough to refuse them all.
 */
export async function resolveAddresses(
  { host, allowed }: CheckedUrl,
  resolve: Resolve,
): Promise<readonly Address[] | 'DNS' | 'ADDRESS_REFUSED'> {
  const literal = isIP(host)
  if (literal > 0) return [{ address: host, family: literal }]
  const found = await resolve(host, allowed).catch(() => [])
  if (found.length === 0) return 'DNS'
  return allowed || found.every(({ address }) => isGlobalAddress(address)) ? found : 'ADDRESS_REFUSED'
}

/** A connection goes where its name led when it was checked. */
export const pinAddresses =
  (places: readonly Address[]): LookupFunction =>
  (_host, options, done) => {
    const [first] = places
    if (options.all) done(null, [...places])
    else done(null, first?.address ?? '', first?.family)
  }
