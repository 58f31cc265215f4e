import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { account } from './entrance-routes.ts'
import { given, numberParam, text, type Search } from './search-params.ts'

const settings = createRoute({
  getParentRoute: () => account,
  path: '/settings',
  component: lazyRouteComponent(() => import('../screens/settings/settings.tsx'), 'Settings'),
})

const parent = () => settings

const overview = createRoute({
  getParentRoute: parent,
  path: '/',
  component: lazyRouteComponent(() => import('../screens/settings/overview.tsx'), 'SettingsOverview'),
})

const documentTypes = createRoute({
  getParentRoute: parent,
  path: '/document-types',
  validateSearch: (search: Search) => given({ code: text(search['code']), theme: text(search['theme']) }),
  component: lazyRouteComponent(() => import('../screens/catalogue/document-types.tsx'), 'DocumentTypes'),
})

const dossierTypes = createRoute({
  getParentRoute: parent,
  path: '/dossier-types',
  validateSearch: (search: Search) => given({ code: text(search['code']) }),
  component: lazyRouteComponent(() => import('../screens/catalogue/dossier-types.tsx'), 'DossierTypes'),
})

const evaluation = createRoute({
  getParentRoute: parent,
  path: '/evaluation',
  component: lazyRouteComponent(() => import('../screens/evaluation/evaluation.tsx'), 'EvaluationOptions'),
})

const attributes = createRoute({
  getParentRoute: parent,
  path: '/attributes',
  component: lazyRouteComponent(() => import('../screens/attributes/attributes.tsx'), 'Attributes'),
})

const users = createRoute({
  getParentRoute: parent,
  path: '/users',
  component: lazyRouteComponent(() => import('../screens/users/users.tsx'), 'Users'),
})

const clients = createRoute({
  getParentRoute: parent,
  path: '/clients',
  component: lazyRouteComponent(() => import('../screens/clients/clients.tsx'), 'Clients'),
})

const webhooks = createRoute({
  getParentRoute: parent,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('../screens/webhooks/webhooks.tsx'), 'Webhooks'),
})

const webhook = createRoute({
  getParentRoute: parent,
  path: '/webhooks/$endpointId',
  params: numberParam('endpointId'),
  validateSearch: (search: Search) => given({ state: text(search['state']) }),
  component: lazyRouteComponent(() => import('../screens/webhooks/webhook.tsx'), 'WebhookPage'),
})

const datahub = createRoute({
  getParentRoute: parent,
  path: '/datahub',
  component: lazyRouteComponent(() => import('../screens/datahub/datahub.tsx'), 'DataHub'),
})

const retention = createRoute({
  getParentRoute: parent,
  path: '/retention',
  component: lazyRouteComponent(() => import('../screens/retention/retention.tsx'), 'Retention'),
})

export const settingsRoutes = settings.addChildren([
  overview,
  documentTypes,
  dossierTypes,
  evaluation,
  attributes,
  users,
  clients,
  webhooks,
  webhook,
  datahub,
  retention,
])
