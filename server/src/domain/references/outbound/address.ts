/** The configured place of a service, and addresses under it. */
export class Base {
  readonly #origin: string
  readonly #prefix: string

  constructor(name: string, baseUrl: string) {
    const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
    const isPlain = url !== null && url.username === '' && url.password === '' && url.search === ''
    if (!isPlain || !['http:', 'https:'].includes(url.protocol)) {
      throw new TypeError(`The address of ${name} must be an http(s) URL without credentials or query.`)
    }
    this.#origin = url.origin
    this.#prefix = url.pathname.replace(/\/*$/, '/')
  }

  /** Null for a path that would lead out: of the host by slashes, or of the prefix by dots. */
  under(path: string, query: Record<string, string>): URL | null {
    const url = new URL(`${this.#origin}${this.#prefix}${path.replace(/^\//, '')}`)
    if (url.origin !== this.#origin || !url.pathname.startsWith(this.#prefix)) return null
    for (const [name, value] of Object.entries(query)) url.searchParams.append(name, value)
    return url
  }
}
