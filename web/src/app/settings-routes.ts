import { createRoute } from '@tanstack/react-router'
import { account } from './entrance-routes.ts'
import { screen } from './screen.ts'
import { given, numberParam, text, type Search } from './search-params.ts'

const settings = createRoute({
  getParentRoute: () => account,
  path: '/settings',
  component: screen('work', () => import('../screens/settings/settings.tsx'), 'Settings'),
})

const parent = () => settings

const overview = createRoute({
  getParentRoute: parent,
  path: '/',
  component: screen('work', () => import('../screens/settings/overview.tsx'), 'SettingsOverview'),
})

const documentTypes = createRoute({
  getParentRoute: parent,
  path: '/document-types',
  validateSearch: (search: Search) => given({ code: text(search['code']), theme: text(search['theme']) }),
  component: screen('work', () => import('../screens/catalogue/document-types.tsx'), 'DocumentTypes'),
})

const dossierTypes = createRoute({
  getParentRoute: parent,
  path: '/dossier-types',
  validateSearch: (search: Search) => given({ code: text(search['code']) }),
  component: screen('work', () => import('../screens/catalogue/dossier-types.tsx'), 'DossierTypes'),
})

const evaluation = createRoute({
  getParentRoute: parent,
  path: '/evaluation',
  component: screen('work', () => import('../screens/evaluation/evaluation.tsx'), 'EvaluationOptions'),
})

const automaticChecks = createRoute({
  getParentRoute: parent,
  path: '/automatic-checks',
  component: screen(
    'work',
    () => import('../screens/automatic-checks/automatic-checks.tsx'),
    'AutomaticChecks',
  ),
})

const attributes = createRoute({
  getParentRoute: parent,
  path: '/attributes',
  component: screen('work', () => import('../screens/attributes/attributes.tsx'), 'Attributes'),
})

const screening = createRoute({
  getParentRoute: parent,
  path: '/screening',
  component: screen(
    'work',
    () => import('../screens/screening-settings/screening-settings.tsx'),
    'ScreeningSettingsPage',
  ),
})

const policies = createRoute({
  getParentRoute: parent,
  path: '/policies',
  component: screen('work', () => import('../screens/policies/policies.tsx'), 'Policies'),
})

const sealTrust = createRoute({
  getParentRoute: parent,
  path: '/seal-trust',
  component: screen('work', () => import('../screens/seal-trust/seal-trust.tsx'), 'SealTrust'),
})

const users = createRoute({
  getParentRoute: parent,
  path: '/users',
  component: screen('work', () => import('../screens/users/users.tsx'), 'Users'),
})

const clients = createRoute({
  getParentRoute: parent,
  path: '/clients',
  component: screen('work', () => import('../screens/clients/clients.tsx'), 'Clients'),
})

const units = createRoute({
  getParentRoute: parent,
  path: '/units',
  component: screen('work', () => import('../screens/units/units.tsx'), 'Units'),
})

const owners = createRoute({
  getParentRoute: parent,
  path: '/owners',
  component: screen('work', () => import('../screens/owners/owners.tsx'), 'TeamsAndOwners'),
})

const addresses = createRoute({
  getParentRoute: parent,
  path: '/addresses',
  component: screen('work', () => import('../screens/addresses/addresses.tsx'), 'AllowedAddresses'),
})

const signIn = createRoute({
  getParentRoute: parent,
  path: '/sign-in',
  component: screen('work', () => import('../screens/sign-in-policy/sign-in-policy.tsx'), 'SignInPolicy'),
})

const singleSignOn = createRoute({
  getParentRoute: parent,
  path: '/single-sign-on',
  // The trial that has just come back from the provider.
  validateSearch: (search: Search) => given({ try: text(search['try']) }),
  component: screen('work', () => import('../screens/single-sign-on/single-sign-on.tsx'), 'SingleSignOn'),
})

const provisioning = createRoute({
  getParentRoute: parent,
  path: '/provisioning',
  component: screen('work', () => import('../screens/provisioning/provisioning.tsx'), 'Provisioning'),
})

const administration = createRoute({
  getParentRoute: parent,
  path: '/administration',
  validateSearch: (search: Search) =>
    given({
      area: text(search['area']),
      names: text(search['names']),
      actor: text(search['actor']),
      from: text(search['from']),
      to: text(search['to']),
    }),
  component: screen(
    'work',
    () => import('../screens/administration/administration.tsx'),
    'AdministrationJournal',
  ),
})

const webhooks = createRoute({
  getParentRoute: parent,
  path: '/webhooks',
  component: screen('work', () => import('../screens/webhooks/webhooks.tsx'), 'Webhooks'),
})

const webhook = createRoute({
  getParentRoute: parent,
  path: '/webhooks/$endpointId',
  params: numberParam('endpointId'),
  validateSearch: (search: Search) => given({ state: text(search['state']) }),
  component: screen('work', () => import('../screens/webhooks/webhook.tsx'), 'WebhookPage'),
})

const alerts = createRoute({
  getParentRoute: parent,
  path: '/alerts',
  component: screen('work', () => import('../screens/rooms/rooms.tsx'), 'Rooms'),
})

const datahub = createRoute({
  getParentRoute: parent,
  path: '/datahub',
  component: screen('work', () => import('../screens/datahub/datahub.tsx'), 'DataHub'),
})

const retention = createRoute({
  getParentRoute: parent,
  path: '/retention',
  component: screen('work', () => import('../screens/retention/retention.tsx'), 'Retention'),
})

const leaving = createRoute({
  getParentRoute: parent,
  path: '/leaving',
  component: screen('work', () => import('../screens/leaving/leaving.tsx'), 'LeavingPage'),
})

export const settingsRoutes = settings.addChildren([
  overview,
  documentTypes,
  dossierTypes,
  evaluation,
  automaticChecks,
  attributes,
  screening,
  policies,
  sealTrust,
  users,
  clients,
  units,
  owners,
  addresses,
  signIn,
  singleSignOn,
  provisioning,
  administration,
  webhooks,
  webhook,
  alerts,
  datahub,
  retention,
  leaving,
])
