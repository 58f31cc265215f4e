import { randomBytes } from 'node:crypto'
import type { Clock } from '../../platform/kernel/index.ts'
import { deriveKey, seal, sha256, unseal } from './secrets.ts'

/**
 * What a browser keeps of the people who signed in with it. It opens no session and proves no identity: it only says
 * that this browser is not a stranger to that person, so that guesses of strangers do not count against it.
 */
export interface KnownDevices {
  /** The name of the device for this person; null when they never signed in with it. */
  find(cookie: string | null, email: string): string | null
  /** The cookie after the person has signed in. */
  remember(cookie: string | null, email: string): string
}

interface Device {
  readonly id: string
  readonly person: string
  readonly until: number
}

export const deviceSeconds = 180 * 24 * 60 * 60
const maxPeople = 5
const maxCookieLength = 2_000
const label = 'devices'

export function createKnownDevices(secretKey: Uint8Array, clock: Clock): KnownDevices {
  const key = deriveKey(secretKey, 'known devices')
  const personOf = (email: string) => sha256(email).toString('base64url')

  const read = (cookie: string | null): Device[] => {
    if (cookie === null || cookie.length > maxCookieLength) return []
    const plain = unseal(key, label, Buffer.from(cookie, 'base64url'))
    const devices = plain ? (JSON.parse(plain.toString()) as Device[]) : []
    return devices.filter(({ until }) => until > clock.now().getTime())
  }
  return {
    find: (cookie, email) => read(cookie).find(({ person }) => person === personOf(email))?.id ?? null,
    remember(cookie, email) {
      const person = personOf(email)
      const known = read(cookie)
      const id = known.find((device) => device.person === person)?.id ?? randomBytes(16).toString('base64url')
      const until = clock.now().getTime() + deviceSeconds * 1000
      const others = known.filter((device) => device.person !== person).slice(0, maxPeople - 1)
      return seal(key, label, Buffer.from(JSON.stringify([{ id, person, until }, ...others]))).toString(
        'base64url',
      )
    },
  }
}
