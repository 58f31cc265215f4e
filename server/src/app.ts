import { hkdfSync } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { DestinationStream } from 'pino'
import type { Config } from './config.ts'
import {
  accountRoutesOf,
  createAccounts,
  createSecurityLog,
  publicRoutesOf,
} from './domain/accounts/index.ts'
import { attributesRoutes, thirdPartyAttributes } from './domain/attributes/index.ts'
import { contactsRoutes } from './domain/contacts/index.ts'
import { documentsRoutes, filesRoutes, linksRoutes } from './domain/documents/index.ts'
import {
  archiveDossiersOfThirdParty,
  archivesRoutes,
  catalogueRoutes,
  dossiersRoutes,
} from './domain/dossiers/index.ts'
import { importsRoutes } from './domain/imports/index.ts'
import type { References } from './domain/references/index.ts'
import {
  auditTrailRoutes,
  decisionsRoutes,
  responsesRoutes,
  verificationRoutes,
} from './domain/responses/index.ts'
import { retentionRoutes } from './domain/retention/index.ts'
import { rulesRoutes } from './domain/rules/index.ts'
import { thirdPartiesRoutes } from './domain/thirdparties/index.ts'
import { externalIssuers, oidcSignIn } from './oidc-config.ts'
import { openLinks } from './open-links.ts'
import type { Db } from './platform/db/index.ts'
import type { ObjectStore } from './platform/files/index.ts'
import {
  accountRoutes,
  createCursors,
  createHttp,
  type Cursors,
  type HttpApp,
} from './platform/http/index.ts'
import type { Clock } from './platform/kernel/index.ts'
import { mailboxRoutes } from './platform/mail/index.ts'
import { version } from './version.ts'
import { webRoutes } from './web.routes.ts'

export interface AppDeps {
  config: Config
  publicUrl: string
  db: Db
  clock: Clock
  secretKey: Uint8Array
  references: References
  store: ObjectStore
  log: { level: string; stream?: DestinationStream }
}

/** Every route of the product, registered by hand: what is not named here is not served. */
export function buildApp(deps: AppDeps): HttpApp {
  const { config, publicUrl, db, clock, secretKey, references, store } = deps
  // The authenticator is needed to make the server, and the server's log to make the authenticator.
  let security: ReturnType<typeof createSecurityLog> | null = null
  const accounts = createAccounts({
    db,
    clock,
    secretKey,
    publicUrl,
    externalIssuers: externalIssuers(config.oidc),
    oidcSignIn: oidcSignIn(config.oidc),
    log: (event, ids) => security?.(event, ids),
  })
  const app = createHttp({
    db,
    clock,
    publicUrl,
    version,
    authenticate: (token) => accounts.authenticator.authenticate(token),
    log: deps.log,
    trustProxy: config.trustProxy,
    corsOrigins: config.corsOrigins,
    rates: ratePolicies(config),
    limits: {
      eventLoopDelayMs: config.shedding.loopDelayMs,
      rssBytes: config.shedding.memoryMb * 1024 * 1024,
    },
    readiness: { files: () => store.check() },
    ...(config.metricsToken === null ? {} : { metricsToken: config.metricsToken }),
  })
  security = createSecurityLog(app.log)
  const cursors = createCursors(Buffer.from(hkdfSync('sha256', secretKey, '', 'page cursors', 32)), clock)

  void app.register(publicRoutesOf(accounts))
  accountRoutes(app, accountRoutesOf(accounts))
  accountRoutes(app, mailboxRoutes({ db, cursors }))
  accountRoutes(
    app,
    thirdPartiesRoutes({
      db,
      references,
      cursors,
      maxEventRangeDays: config.maxEventRangeDays,
      searchRate: withReserve(config.rates.search),
      searchesPerDay: config.rates.searchesPerDay,
      // In the order their events are told: monitoring first, then dossiers.
      archiveSteps: [archiveDossiersOfThirdParty],
      attributes: thirdPartyAttributes,
    }),
  )
  accountRoutes(app, importsRoutes({ db, cursors, limits: config.imports }))
  accountRoutes(app, attributesRoutes({ db }))
  accountRoutes(app, catalogueRoutes({ db }))
  accountRoutes(app, rulesRoutes({ db }))
  addDossiers(app, deps, cursors)
  void app.register(webRoutes({ root: fileURLToPath(new URL('../../web/dist/', import.meta.url)) }))
  return app
}

/** Dossiers with all that hangs on them: documents, answers, decisions, files. */
function addDossiers(app: HttpApp, deps: AppDeps, cursors: Cursors): void {
  const { config, publicUrl, db, clock, secretKey, store } = deps
  const lists = { db, cursors, maxEventRangeDays: config.maxEventRangeDays }
  accountRoutes(app, documentsRoutes(lists))
  accountRoutes(app, dossiersRoutes(lists))
  accountRoutes(app, contactsRoutes({ db }))
  accountRoutes(app, responsesRoutes({ db, store, maxBytes: config.uploads.maxBytes }))
  accountRoutes(app, decisionsRoutes({ db }))
  accountRoutes(app, retentionRoutes({ db }))
  const links = openLinks({ config, publicUrl, secretKey, clock, store })
  const files = { db, store, links, rate: withReserve(config.rates.files) }
  void app.register(linksRoutes(files))
  accountRoutes(app, filesRoutes(files))
  accountRoutes(app, archivesRoutes(files))
  accountRoutes(app, auditTrailRoutes(files))
  accountRoutes(app, verificationRoutes({ db, verifies: config.verification !== null }))
}

const withReserve = (perSecond: number) => ({ perSecond, burst: perSecond * 2 })

function ratePolicies({ rates }: Config) {
  return {
    account: withReserve(rates.account),
    route: withReserve(rates.token),
    write: withReserve(rates.writes),
  }
}
