import { hkdfSync } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { DestinationStream } from 'pino'
import { Registry } from 'prom-client'
import { agentsRoutes } from './agents/index.ts'
import { apiFacts } from './api-description.ts'
import type { Config } from './config.ts'
import { ratePolicies, withReserve } from './config-rates.ts'
import {
  accountRoutesOf,
  createAccounts,
  publicRoutesOf,
  type AccountsService,
} from './domain/accounts/index.ts'
import { administrationRoutes } from './domain/administration/index.ts'
import { alertRoutes, alertUnsubscribeRoutes } from './domain/alerts/index.ts'
import { anchorsRoutes } from './domain/anchors/index.ts'
import { attributesRoutes, thirdPartyAttributes } from './domain/attributes/index.ts'
import {
  contactImportsRoutes,
  contactsRoutes,
  suggestedContactsRoutes,
  thirdPartyContacts,
} from './domain/contacts/index.ts'
import { endMonitoringOfThirdParty } from './domain/datahub/index.ts'
import {
  archiveDossiersOfThirdParty,
  archivesRoutes,
  auditTrailRoutes,
  catalogueRoutes,
  documentsRoutes,
  dossiersRoutes,
  evaluationExportRoutes,
  filesRoutes,
  linksRoutes,
  evidenceSearchRoutes,
  readingRoutes,
  responsesRoutes,
  verificationRoutes,
} from './domain/evaluation/index.ts'
import {
  describeEvents,
  eventsRoutes,
  journalRoutes,
  namesRoutes,
  pastStates,
} from './domain/events/index.ts'
import { importsRoutes } from './domain/imports/index.ts'
import { indicatorsRoutes, ratingBands } from './domain/indicators/index.ts'
import {
  declineAsContact,
  deliveryReportsRoutes,
  invitationsRoutes,
  unsubscribeRoutes,
} from './domain/invitations/index.ts'
import { ownersRoutes } from './domain/owners/index.ts'
import type { References } from './domain/references/index.ts'
import { announcementsRoutes } from './domain/monitoring/index.ts'
import { erasuresRoutes, retentionRoutes } from './domain/retention/index.ts'
import { rulesRoutes } from './domain/rules/index.ts'
import { clockRoutes } from './domain/sandbox/index.ts'
import { screeningRoutes } from './domain/screening/index.ts'
import { ownKeysRoutes, thirdPartiesRoutes } from './domain/thirdparties/index.ts'
import { sealTrustRoutes } from './domain/trust/index.ts'
import { unitsRoutes } from './domain/units/index.ts'
import { viewsRoutes } from './domain/views/index.ts'
import { webhooksRoutes } from './domain/webhooks/index.ts'
import { externalIssuers, oidcSignIn } from './oidc-config.ts'
import { openInvitations } from './open-invitations.ts'
import { openAnchors } from './open-anchors.ts'
import { openCheckpoints } from './open-checkpoints.ts'
import { addLeaving } from './open-leaving.ts'
import { openLimits, type Limits } from './open-limits.ts'
import { openLinks } from './open-links.ts'
import { openSecurityLog } from './open-security-log.ts'
import { checkOutside } from './open-outside-checks.ts'
import { watchFiles } from './open-store.ts'
import { webhookSettings } from './open-webhooks.ts'
import type { Db } from './platform/db/index.ts'
import type { ObjectStore } from './platform/files/index.ts'
import {
  accountRoutes,
  createTableExports,
  createCursors,
  createHttp,
  logOutside,
  type Cursors,
  type HttpApp,
  type HttpOptions,
  type SendTable,
} from './platform/http/index.ts'
import type { Clock, SecurityLog } from './platform/kernel/index.ts'
import { mailboxRoutes } from './platform/mail/index.ts'
import { portalRoutes, type PortalOptions } from './portal/index.ts'
import { addOutlook } from './outlook.ts'
import { addDataHub, addDirectory } from './outside-doors.ts'
import { addOperator, watchQuarantine } from './open-operator.ts'
import { addTeamWork } from './team-work.ts'
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
  /** Takes the lines of the security stream; without it they are lines of the log. */
  security?: ((line: string) => void) | null
}

/** Every route of the product, registered by hand: what is not named here is not served. */
export function buildApp(deps: AppDeps): HttpApp {
  const { config, publicUrl, db, clock, secretKey, store } = deps
  const registry = new Registry()
  const security = openSecurityLog(deps, registry)
  const accounts = openAccounts(deps, security)
  const shared = openLimits(deps)
  const files = watchFiles(store, registry, () => app.log)
  const authenticate: Kit['authenticate'] = (token) => accounts.authenticator.authenticate(token)
  const app = createHttp({
    db,
    registry,
    clock,
    publicUrl,
    version,
    completeDescription: describeEvents,
    facts: apiFacts,
    authenticate,
    recognises: (token) => accounts.authenticator.recognises(token),
    onAddressRefused: accounts.noteRefusal,
    security,
    ...followWrites(db),
    log: deps.log,
    trustProxy: config.trustProxy,
    corsOrigins: config.corsOrigins,
    rates: ratePolicies(config.rates),
    sharedLimits: shared.limits,
    limits: {
      eventLoopDelayMs: config.shedding.loopDelayMs,
      rssBytes: config.shedding.memoryMb * 1024 * 1024,
      heapBytes: config.shedding.heapBytes,
    },
    ...watchQuarantine(db),
    dispensable: { files: () => files.check(), ...(config.worker.inProcess && checkOutside(config)) },
    production: config.production,
    securityContact: config.securityContact,
    ...(config.metricsToken === null ? {} : { metricsToken: config.metricsToken }),
  })
  const endOutsideLog = logOutside(app.log)
  app.addHook('onClose', async () => endOutsideLog())
  const cursors = createCursors(Buffer.from(hkdfSync('sha256', secretKey, '', 'page cursors', 32)), clock)
  const sendTable = createTableExports(db, shared.places)
  const kit: Kit = { app, cursors, sendTable, security, authenticate, ...shared }
  app.addHook('onClose', () => shared.stop())
  void app.register(publicRoutesOf(accounts))
  accountRoutes(app, accountRoutesOf(accounts))
  void app.register(deliveryReportsRoutes({ db, registry, publicUrl, token: config.mailReportsToken }))
  addOperator(app, { config, accounts }, registry)
  addLeaving(app, { ...deps, authenticator: accounts.authenticator })
  addDirectory(app, { ...deps, limits: shared.limits }, accounts)
  addPortfolio(kit, deps, accounts)
  addDataHub(app, deps)
  addDossiers(kit, deps)
  addEvents(kit, deps)
  const bounds = { ...shared, maxBytes: config.uploads.maxBytes, budgetKeys: accounts.budgetKeys }
  void app.register(portalRoutes({ ...deps, ...bounds, decline: declineIn(deps), log: security }))
  void app.register(webRoutes({ root: fileURLToPath(new URL('../../web/dist/', import.meta.url)) }))
  return app
}

/** What is made once and shared by the groups of routes. */
interface Kit extends Pick<Limits, 'limits' | 'places'> {
  readonly app: HttpApp
  readonly cursors: Cursors
  readonly sendTable: SendTable
  readonly security: SecurityLog
  readonly authenticate: HttpOptions['authenticate']
}

/** The companies, what is known of them, and what follows from it. */
function addPortfolio(
  { app, cursors, sendTable, limits }: Kit,
  deps: AppDeps,
  { authenticator }: AccountsService,
): void {
  const { config, db, references } = deps
  const { maxEventRangeDays } = config
  const filters = { maxEventRangeDays, attributes: thirdPartyAttributes, ratingBands: ratingBands() }
  accountRoutes(
    app,
    thirdPartiesRoutes({
      db,
      references,
      cursors,
      sendTable,
      ...filters,
      searchRate: withReserve(config.rates.search),
      searchesPerDay: config.rates.searchesPerDay,
      limits,
      // In the order their events are told: monitoring first, then dossiers.
      archiveSteps: [endMonitoringOfThirdParty, archiveDossiersOfThirdParty],
      contacts: thirdPartyContacts,
      stateAt: pastStates({ db }).thirdParty,
    }),
  )
  accountRoutes(app, ownKeysRoutes({ db, references, contacts: thirdPartyContacts, ...filters }))
  accountRoutes(app, unitsRoutes({ db, authenticator, ...filters }))
  accountRoutes(app, ownersRoutes({ db, ...filters }))
  accountRoutes(app, importsRoutes({ db, cursors, limits: config.imports }))
  accountRoutes(app, viewsRoutes({ db }))
  accountRoutes(app, attributesRoutes({ db }))
  accountRoutes(app, catalogueRoutes({ db }))
  accountRoutes(app, sealTrustRoutes({ db }))
  accountRoutes(app, rulesRoutes({ db }))
  accountRoutes(app, announcementsRoutes({ db }))
}

/** The journal and whoever reads it, agents among them. */
function addEvents({ app, cursors, sendTable, security, authenticate, places }: Kit, deps: AppDeps): void {
  const { config, db, clock, secretKey } = deps
  const checkpoints = openCheckpoints(config, secretKey)
  const rate = withReserve(config.rates.search)
  const anchors = openAnchors(config)
  const { authorities } = anchors
  void app.register(namesRoutes)
  accountRoutes(app, eventsRoutes({ db, clock, cursors, authenticate, places }))
  const journal = { db, clock, cursors, ...checkpoints, authorities, rate }
  accountRoutes(app, journalRoutes(journal))
  accountRoutes(app, anchorsRoutes({ db, active: anchors.targets.map(({ name }) => name) }))
  accountRoutes(app, administrationRoutes({ ...journal, sendTable }))
  const webhooks = webhookSettings(deps)
  accountRoutes(app, webhooksRoutes({ db, clock, cursors, log: security, ...webhooks }))
  accountRoutes(app, alertRoutes({ db, cursors, ...webhooks, secrets: webhooks.rooms.secrets }))
  accountRoutes(app, indicatorsRoutes({ db }))
  accountRoutes(app, screeningRoutes({ db, cursors, sendTable, maxListBytes: deps.config.imports.maxBytes }))
  accountRoutes(app, clockRoutes({ db }))
  accountRoutes(app, agentsRoutes({ ...deps, app, version, corsOrigins: config.corsOrigins }))
}

/** Dossiers with all that hangs on them: documents, answers, decisions, files. */
function addDossiers(kit: Kit, deps: AppDeps): void {
  const { app, cursors, sendTable, places } = kit
  const { config, publicUrl, db, clock, secretKey, store } = deps
  const lists = { db, cursors, maxEventRangeDays: config.maxEventRangeDays }
  const past = pastStates({ db })
  accountRoutes(app, documentsRoutes({ ...lists, stateAt: past.document }))
  accountRoutes(app, dossiersRoutes({ ...lists, stateAt: past.dossier }))
  accountRoutes(app, evaluationExportRoutes({ ...lists, sendTable }))
  accountRoutes(app, contactsRoutes({ db }))
  accountRoutes(app, contactImportsRoutes({ db }))
  accountRoutes(app, suggestedContactsRoutes({ db }))
  const settings = openInvitations(deps)
  accountRoutes(app, invitationsRoutes({ db, settings }))
  void app.register(unsubscribeRoutes({ db, secret: settings.secret }))
  void app.register(alertUnsubscribeRoutes({ db, secret: settings.secret }))
  accountRoutes(app, mailboxRoutes({ db, cursors }))
  accountRoutes(app, responsesRoutes({ db, store, maxBytes: config.uploads.maxBytes }))
  accountRoutes(app, retentionRoutes({ db }))
  accountRoutes(app, erasuresRoutes({ db, cursors }))
  addTeamWork(app, { db, cursors, publicUrl, store, maxBytes: config.uploads.maxBytes, sendTable })
  addOutlook(app, { ...deps, cursors, sendTable, rate: withReserve(config.rates.files) })
  const links = openLinks({ config, publicUrl, secretKey, clock, store })
  const files = { db, store, links, rate: withReserve(config.rates.files) }
  void app.register(linksRoutes(files))
  accountRoutes(app, filesRoutes(files))
  accountRoutes(app, readingRoutes({ db: files.db }))
  accountRoutes(app, evidenceSearchRoutes({ db, cursors }))
  accountRoutes(app, archivesRoutes({ ...files, places, signer: openCheckpoints(config, secretKey).signer }))
  accountRoutes(app, auditTrailRoutes(files))
  accountRoutes(app, verificationRoutes({ db, verifies: config.verification !== null }))
}

const declineIn =
  ({ publicUrl }: AppDeps) =>
  (...[tx, scope, wish]: Parameters<PortalOptions['decline']>) =>
    declineAsContact(tx, scope, wish, { publicUrl })

/** What a caller asks next must show what it wrote, whoever answers. */
const followWrites = (db: Db): Pick<HttpOptions, 'onWritten'> =>
  db.replica ? { onWritten: (scope) => db.replica?.noteWritten(db, scope) ?? Promise.resolve() } : {}

function openAccounts(
  { config, db, clock, secretKey, publicUrl }: AppDeps,
  log: SecurityLog,
): AccountsService {
  return createAccounts({
    db,
    clock,
    secretKey,
    publicUrl,
    externalIssuers: externalIssuers(config.oidc),
    oidcSignIn: oidcSignIn(config.oidc),
    providerHosts: config.providerHosts,
    log,
  })
}
