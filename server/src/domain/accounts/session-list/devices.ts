import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import { originOf } from '../../../platform/http/index.ts'
import type { Clock, Origin } from '../../../platform/kernel/index.ts'
import type { CookieJar } from '../cookies.ts'
import { randomToken, sha256 } from '../secrets.ts'
import { neighbourhoodOf } from './describe-device.ts'

/** From where somebody signs in: the address, the browser, and the cookie by which it is known again. */
export interface Arrival {
  readonly origin: Origin
  readonly deviceCookie: string
}

/** How long a browser is known after the last sign-in with it. */
export const deviceSeconds = 180 * 24 * 60 * 60
const cookieShape = /^vgd_[\w-]{43}$/

export function arrivalOf(request: FastifyRequest, cookies: CookieJar): Arrival {
  const brought = cookies.read(request, 'device') ?? ''
  const deviceCookie = cookieShape.test(brought) ? brought : randomToken('vgd_')
  return { origin: originOf(request), deviceCookie }
}

/**
 * Whether somebody has signed in with this browser before. It opens no session and proves no identity: guesses of
 * strangers just do not count against it. Needs the directory.
 */
export function isKnownDevice(email: string, deviceCookie: string, now: Date): RawBuilder<boolean> {
  const since = new Date(now.getTime() - deviceSeconds * 1000)
  return sql`exists (
    select from person_device d join app_user u on u.user_id = d.user_id
    where u.email = ${email} and u.directory_account_id is null and d.cookie_hash = ${sha256(deviceCookie)} and d.last_seen_at > ${since})`
}

/** Only once somebody has signed in: failures leave no trace in the browser. */
export function rememberDevice(reply: FastifyReply, cookies: CookieJar, { deviceCookie }: Arrival): void {
  cookies.write(reply, 'device', { value: deviceCookie, maxAgeSeconds: deviceSeconds })
}

/** Why a sign-in is worth a notice. Nobody is told of the first one of all. */
export type Unusual = 'NEW_DEVICE' | 'NEW_PLACE' | null

export async function recogniseDevice(
  tx: Tx,
  clock: Clock,
  userId: number,
  { origin, deviceCookie }: Arrival,
): Promise<{ deviceId: number; unusual: Unusual }> {
  const now = clock.now()
  const former = await tx
    .selectFrom('person_session')
    .select('source_address')
    .distinct()
    .where('user_id', '=', userId)
    .where('device_id', 'is not', null)
    .execute()
  const device = await tx
    .insertInto('person_device')
    .values({ user_id: userId, cookie_hash: sha256(deviceCookie), first_seen_at: now, last_seen_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'cookie_hash']).doUpdateSet({ last_seen_at: now }))
    .returning(['device_id', sql<boolean>`xmax = 0`.as('is_new')])
    .executeTakeFirstOrThrow()
  const isKnownPlace = former.some(
    ({ source_address: address }) =>
      address !== null && neighbourhoodOf(address) === neighbourhoodOf(origin.address),
  )
  const unusual = device.is_new ? 'NEW_DEVICE' : 'NEW_PLACE'
  const isUsual = former.length === 0 || (unusual === 'NEW_PLACE' && isKnownPlace)
  return { deviceId: device.device_id, unusual: isUsual ? null : unusual }
}
