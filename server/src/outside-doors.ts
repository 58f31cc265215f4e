import type { Config } from './config.ts'
import { ratePolicies, withReserve } from './config-rates.ts'
import { personMark, type AccountsService } from './domain/accounts/index.ts'
import { createProviderSecrets, datahubRoutes, pushRoutes } from './domain/datahub/index.ts'
import { provisioningRoutes, scimRoutes } from './domain/provisioning/index.ts'
import type { Db } from './platform/db/index.ts'
import { accountRoutes, type HttpApp } from './platform/http/index.ts'
import type { Clock } from './platform/kernel/index.ts'
import type { SharedLimits } from './platform/limits/index.ts'

/** Where systems of others knock with credentials of their own. */
interface Doors {
  config: Config
  publicUrl: string
  db: Db
  clock: Clock
}

/** The directory of an account: what its administrators choose, and where it knocks with its own token. */
export function addDirectory(
  app: HttpApp,
  { config, db, clock, publicUrl, limits }: Doors & { limits: SharedLimits },
  accounts: AccountsService,
): void {
  const { authenticator, noteRefusal } = accounts
  const forgetPeople = (userIds: readonly number[]) => {
    for (const userId of userIds) authenticator.forget(personMark(userId))
  }
  const { badTokens } = ratePolicies(config.rates)
  accountRoutes(app, provisioningRoutes({ db, clock, authenticator }))
  void app.register(scimRoutes({ db, clock, publicUrl, forgetPeople, noteRefusal, badTokens, limits }))
}

/** Providers of data; the signature of what they send themselves stands for a token. */
export function addDataHub(app: HttpApp, deps: Doors & { secretKey: Uint8Array }): void {
  const {
    config: { datahub },
    db,
    clock,
    secretKey,
  } = deps
  const secrets = createProviderSecrets(secretKey)
  accountRoutes(app, datahubRoutes({ db, secrets, allowedOrigins: datahub.allowedOrigins }))
  void app.register(pushRoutes({ db, clock, secrets, rate: withReserve(datahub.pushesPerSecond) }))
}
