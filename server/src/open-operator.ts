import type { Registry } from 'prom-client'
import type { Config } from './config.ts'
import { describeSettings } from './config-words.ts'
import type { AccountsService } from './domain/accounts/index.ts'
import {
  entranceRoutes,
  installationRoutes,
  operatorAccountsRoutes,
  operatorRoutes,
} from './domain/operator/index.ts'
import { measureInstallation } from './open-metrics.ts'
import { currentQuarantine, type Db } from './platform/db/index.ts'
import type { HttpApp, HttpOptions } from './platform/http/index.ts'
import { AppError, formatDateTime } from './platform/kernel/index.ts'
import { createBackupReader } from './read-backups.ts'
import { version } from './version.ts'

/** What may be done on a copy that was not released: come in, look, leave, and look after its jobs. */
const openOperations = new Set([
  'signIn',
  'askPasskey',
  'signInWithPasskey',
  'passSecondFactor',
  'repeatSecondFactorQuestion',
  'askStepUp',
  'passStepUp',
  'refreshSession',
  'signOut',
  'endMySession',
  'endMyOtherSessions',
  'issueToken',
  'revokeToken',
  'readInvitation',
  // What an agent asks for comes back as a request of its own, and is judged there.
  'callAgentServer',
  'readOperatorSetup',
  'setUpOperator',
  'signInOperator',
  'passOperatorFactor',
  'signOutOperator',
  'retryJobs',
  'dropJobs',
])

/** What the operator of the installation sees and does. */
export function addOperator(
  app: HttpApp,
  { config, accounts }: { readonly config: Config; readonly accounts: AccountsService },
  registry: Registry,
): void {
  const { db } = accounts
  measureInstallation(registry, config, db)
  const door = { accounts, token: config.operatorToken }
  void app.register(entranceRoutes(door))
  void app.register(operatorRoutes(door))
  void app.register(
    installationRoutes({
      ...door,
      version,
      features: describeSettings(config),
      readBackups: createBackupReader(config),
      fetchedLists: {
        sources: config.lists.fetched.map(({ source }) => source),
        everyHours: config.lists.everyHours,
      },
    }),
  )
  const { perHour, mailsPerDay } = config.invitations
  const usualQuotas = {
    INVITATIONS_PER_HOUR: perHour,
    CONTACT_MAILS_PER_DAY: mailsPerDay,
    SEARCHES_PER_DAY: config.rates.searchesPerDay,
  }
  void app.register(operatorAccountsRoutes({ ...door, usualQuotas }))
}

/** A copy that was not released refuses changes, and says what it is. */
export function watchQuarantine(db: Db): Pick<HttpOptions, 'beforeWrite' | 'readyNotes'> {
  return { beforeWrite: refuseInQuarantine(db), readyNotes: noteQuarantine(db) }
}

/** Whatever is written to a copy is lost when it is thrown away; so nobody is let to believe otherwise. */
const refuseInQuarantine = (db: Db) => async (operation: string) => {
  if (openOperations.has(operation)) return
  // A database that does not answer tells so by itself.
  const quarantine = await currentQuarantine(db).catch(() => null)
  if (quarantine === null) return
  throw new AppError('INSTALLATION_QUARANTINED', { copyTakenAt: formatDateTime(quarantine.copyTakenAt) })
}

/** For /readyz: a balancer sends people here, whoever looks closer sees what they find. */
const noteQuarantine = (db: Db) => async () => {
  const quarantine = await currentQuarantine(db)
  if (quarantine === null) return {}
  const { copyTakenAt, restoredAt } = quarantine
  return { quarantine: { copyTakenAt: formatDateTime(copyTakenAt), restoredAt: formatDateTime(restoredAt) } }
}

/** At the start: whoever wonders why nothing happens finds the reason in the log. */
export async function warnOfQuarantine(
  db: Db,
  log: { warn(values: object, message: string): void },
): Promise<void> {
  const notes = await noteQuarantine(db)()
  if ('quarantine' in notes)
    log.warn(notes, 'this database is a restored copy in quarantine; release it with: vigie restore release')
}
