import { isIP } from 'node:net'
import { isGlobalAddress } from './global-address.ts'

/** A host of the operator's own network that may be written to; without port: any of its ports. */
export interface AllowedHost {
  readonly host: string
  readonly port: number | null
}

export type UrlFault = 'INVALID' | 'SCHEME' | 'CREDENTIALS' | 'FRAGMENT' | 'PORT' | 'ADDRESS'

export interface CheckedUrl {
  readonly url: URL
  /** Without the brackets of IPv6. */
  readonly host: string
  readonly port: number
  /** The operator vouches for it: neither scheme nor address is looked at. */
  readonly allowed: boolean
}

export const maxUrlLength = 2_000

/** Decimal, octal and hexadecimal hosts are read as the addresses they are: the URL parser rewrites them. */
export function checkUrl(text: string, allowedHosts: readonly AllowedHost[]): CheckedUrl | UrlFault {
  if (text.length > maxUrlLength || !URL.canParse(text)) return 'INVALID'
  const url = new URL(text)
  const isHttps = url.protocol === 'https:'
  if (!isHttps && url.protocol !== 'http:') return 'SCHEME'
  if (url.username !== '' || url.password !== '') return 'CREDENTIALS'
  if (url.hash !== '') return 'FRAGMENT'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const port = url.port === '' ? (isHttps ? 443 : 80) : Number(url.port)
  const allowed = allowedHosts.some((one) => one.host === host && (one.port ?? port) === port)
  if (!allowed && !isHttps) return 'SCHEME'
  // Below 1024 live the services of operating systems; only one of them is ours to talk to.
  if (!allowed && port !== 443 && port < 1_024) return 'PORT'
  const isInside = isIP(host) > 0 ? !isGlobalAddress(host) : /(^|\.)localhost\.?$/.test(host)
  return !allowed && isInside ? 'ADDRESS' : { url, host, port, allowed }
}
