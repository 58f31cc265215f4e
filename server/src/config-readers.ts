import { readSecretFiles } from './config-secrets.ts'

/** One setting as it is in force. */
export interface SettingRead {
  readonly name: string
  /** As it was written, or what holds without it; null where nothing does. */
  readonly value: string | null
  readonly isSet: boolean
}

/** The environment, read once and complained about all at once: an operator mends a file, not a line at a time. */
export class Settings {
  readonly #source: NodeJS.ProcessEnv
  readonly #faults: string[] = []
  readonly #read = new Map<string, SettingRead>()

  constructor(source: NodeJS.ProcessEnv) {
    this.#source = readSecretFiles(source, (sentence) => this.fault(sentence))
  }

  optional(name: string): string | null {
    const given = this.#source[name]?.trim()
    const value = given === undefined || given === '' ? null : given
    const known = this.#read.get(name)
    this.#read.set(name, { name, value: value ?? known?.value ?? null, isSet: value !== null })
    return value
  }

  /** Everything that was read so far, for whoever wants to see what holds. */
  inForce(): SettingRead[] {
    return [...this.#read.values()]
  }

  /** As `optional`, and what holds where nothing was written is noted. */
  #optionalOr(name: string, fallback: unknown): string | null {
    const value = this.optional(name)
    if (value === null) this.#read.set(name, { name, value: String(fallback), isSet: false })
    return value
  }

  text(name: string, fallback: string): string {
    return this.#optionalOr(name, fallback) ?? fallback
  }

  integer(name: string, fallback: number, range: { min: number; max: number }): number {
    const value = this.#optionalOr(name, fallback)
    if (value === null) return fallback
    const number = Number(value)
    if (!Number.isInteger(number) || number < range.min || number > range.max) {
      this.fault(`${name} must be a whole number from ${range.min} to ${range.max}.`)
      return fallback
    }
    return number
  }

  flag(name: string, fallback: boolean): boolean {
    const value = this.#optionalOr(name, fallback)
    if (value === null) return fallback
    if (['1', 'true', 'yes', 'on'].includes(value.toLowerCase())) return true
    if (['0', 'false', 'no', 'off'].includes(value.toLowerCase())) return false
    this.fault(`${name} must be true or false.`)
    return fallback
  }

  choice<const C extends string>(name: string, choices: readonly C[], fallback: C): C {
    const value = this.#optionalOr(name, fallback)
    if (value === null) return fallback
    const found = choices.find((choice) => choice === value)
    if (found === undefined) this.fault(`${name} must be one of ${choices.join(', ')}.`)
    return found ?? fallback
  }

  url(name: string, schemes: readonly string[]): string | null {
    const value = this.optional(name)
    if (value === null) return null
    // "postgres://user@/db?host=/socket" has no host part, which URL would refuse.
    // Nor would it take a second host: "postgres://user@one:5432,two:5432/db".
    const probe = value.replace('@/', '@socket.invalid/').replace(/,[^/?#@]*(?=[/?#]|$)/, '')
    if (URL.canParse(probe) && schemes.includes(new URL(probe).protocol.slice(0, -1))) return value
    this.fault(`${name} must be an address beginning with ${schemes.map((s) => `${s}://`).join(' or ')}.`)
    return null
  }

  list(name: string): string[] {
    return (this.optional(name) ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
  }

  hosts(name: string): { host: string; port: number | null }[] {
    return this.list(name).flatMap((entry) => {
      const host = readHost(entry)
      if (host === null) this.fault(`${name} must be a list of host or host:port.`)
      return host === null ? [] : [host]
    })
  }

  fault(sentence: string): void {
    this.#faults.push(sentence)
  }

  /** Throws when anything was wrong; values are never printed, they may be secrets. */
  settle(): void {
    if (this.#faults.length > 0) {
      throw new ConfigurationError(`The configuration cannot be used:\n- ${this.#faults.join('\n- ')}`)
    }
  }
}

export class ConfigurationError extends Error {
  override name = 'ConfigurationError'
}

/** In the form the URL parser gives hosts, so that both are compared alike. */
function readHost(entry: string): { host: string; port: number | null } | null {
  const [, name = '', port] = /^(\[[^\]]+\]|[^[\]:/@?#]+)(?::(\d{1,5}))?$/.exec(entry) ?? []
  if (name === '' || !URL.canParse(`http://${name}`) || Number(port ?? 0) > 65_535) return null
  const host = new URL(`http://${name}`).hostname.replace(/^\[(.*)\]$/, '$1')
  return { host, port: port === undefined ? null : Number(port) }
}

/** What the libraries of the database read by themselves: certificates, password files, the time zone. */
export function databaseEnvironment(environment: NodeJS.ProcessEnv): Record<string, string> {
  const isNeeded = (name: string) =>
    /^PG[A-Z]+$/.test(name) || name === 'NODE_EXTRA_CA_CERTS' || name === 'TZ'
  const names = Object.keys(environment).filter(isNeeded)
  return Object.fromEntries(names.map((name) => [name, environment[name] ?? '']))
}
