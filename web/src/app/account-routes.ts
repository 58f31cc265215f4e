import { createRoute } from '@tanstack/react-router'
import { account } from './entrance-routes.ts'
import { screen } from './screen.ts'
import { given, numberParam, text, whole, type Search } from './search-params.ts'

const parent = () => account

const dashboard = createRoute({
  getParentRoute: parent,
  path: '/',
  component: screen('home', () => import('../screens/dashboard/dashboard.tsx'), 'Dashboard'),
})

const myWork = createRoute({
  getParentRoute: parent,
  path: '/my-work',
  validateSearch: (search: Search) => given({ kind: text(search['kind']), task: whole(search['task']) }),
  component: screen('work', () => import('../screens/my-work/my-work.tsx'), 'MyWork'),
})

const tasks = createRoute({
  getParentRoute: parent,
  path: '/tasks',
  validateSearch: (search: Search) =>
    given({
      whose: text(search['whose']),
      closed: search['closed'] === true ? true : undefined,
      thirdparty: whole(search['thirdparty']),
      task: whole(search['task']),
    }),
  component: screen('work', () => import('../screens/tasks/tasks.tsx'), 'Tasks'),
})

const portfolio = createRoute({
  getParentRoute: parent,
  path: '/thirdparties',
  // The filters of the list are read where they are known; here only what every address may carry.
  validateSearch: (search: Search): Record<string, string> =>
    Object.fromEntries(
      Object.entries(search).flatMap(([name, value]) => {
        const known = text(value)
        return known === undefined ? [] : [[name, known]]
      }),
    ),
  component: screen('work', () => import('../screens/portfolio/portfolio.tsx'), 'Portfolio'),
})

const imports = createRoute({
  getParentRoute: parent,
  path: '/imports',
  validateSearch: (search: Search) => given({ import: whole(search['import']) }),
  component: screen('work', () => import('../screens/imports/imports.tsx'), 'Imports'),
})

const thirdparty = createRoute({
  getParentRoute: parent,
  path: '/thirdparties/$thirdpartyId',
  params: numberParam('thirdpartyId'),
  validateSearch: (search: Search) =>
    given({
      tab: text(search['tab']),
      indicator: text(search['indicator']),
      finding: whole(search['finding']),
    }),
  component: screen('work', () => import('../screens/thirdparty/thirdparty.tsx'), 'ThirdPartyPage'),
})

const dossiers = createRoute({
  getParentRoute: parent,
  path: '/dossiers',
  validateSearch: (search: Search) =>
    given({
      status: text(search['status']),
      type: text(search['type']),
      sort: text(search['sort']),
      due: text(search['due']),
      owner: text(search['owner']),
      archived: search['archived'] === true ? true : undefined,
    }),
  component: screen('work', () => import('../screens/dossiers/dossiers.tsx'), 'Dossiers'),
})

const dossier = createRoute({
  getParentRoute: parent,
  path: '/dossiers/$dossierId',
  params: numberParam('dossierId'),
  validateSearch: (search: Search) =>
    given({ document: whole(search['document']), tab: text(search['tab']) }),
  component: screen('work', () => import('../screens/dossier/dossier.tsx'), 'DossierPage'),
})

const review = createRoute({
  getParentRoute: parent,
  path: '/review',
  validateSearch: (search: Search) =>
    given({
      document: whole(search['document']),
      dossier: whole(search['dossier']),
      theme: text(search['theme']),
      type: text(search['type']),
      sort: text(search['sort']),
    }),
  component: screen('work', () => import('../screens/review/review.tsx'), 'Review'),
})

const screening = createRoute({
  getParentRoute: parent,
  path: '/screening',
  validateSearch: (search: Search) =>
    given({
      hit: whole(search['hit']),
      state: text(search['state']),
      class: text(search['class']),
      minScore: whole(search['minScore']),
      source: text(search['source']),
      mine: text(search['mine']),
      thirdparty: whole(search['thirdparty']),
    }),
  component: screen('work', () => import('../screens/screening/screening.tsx'), 'Screening'),
})

const findings = createRoute({
  getParentRoute: parent,
  path: '/findings',
  validateSearch: (search: Search) =>
    given({
      finding: whole(search['finding']),
      which: text(search['which']),
      severity: text(search['severity']),
      theme: text(search['theme']),
      waiting: text(search['waiting']),
    }),
  component: screen('work', () => import('../screens/findings/findings.tsx'), 'Findings'),
})

const evidences = createRoute({
  getParentRoute: parent,
  path: '/evidences',
  validateSearch: (search: Search) => given({ text: text(search['text']) }),
  component: screen('work', () => import('../screens/evidence-search/evidence-search.tsx'), 'EvidenceSearch'),
})

const forecast = createRoute({
  getParentRoute: parent,
  path: '/forecast',
  validateSearch: (search: Search) => given({ days: whole(search['days']) }),
  component: screen('work', () => import('../screens/forecast/forecast.tsx'), 'Forecast'),
})

const journal = createRoute({
  getParentRoute: parent,
  path: '/journal',
  validateSearch: (search: Search) =>
    given({
      names: text(search['names']),
      thirdparty: whole(search['thirdparty']),
      dossier: whole(search['dossier']),
      from: text(search['from']),
      to: text(search['to']),
    }),
  component: screen('work', () => import('../screens/journal/journal.tsx'), 'Journal'),
})

const rules = createRoute({
  getParentRoute: parent,
  path: '/rules',
  validateSearch: (search: Search) => given({ rule: whole(search['rule']) }),
  component: screen('work', () => import('../screens/rules/rules.tsx'), 'Rules'),
})

const mailbox = createRoute({
  getParentRoute: parent,
  path: '/mailbox',
  validateSearch: (search: Search) => given({ mail: whole(search['mail']) }),
  component: screen('work', () => import('../screens/mailbox/mailbox.tsx'), 'Mailbox'),
})

const alerts = createRoute({
  getParentRoute: parent,
  path: '/alerts',
  validateSearch: (search: Search) =>
    given({ kind: text(search['kind']), unread: search['unread'] === true ? true : undefined }),
  component: screen('work', () => import('../screens/alerts/alerts.tsx'), 'Alerts'),
})

const alertSettings = createRoute({
  getParentRoute: parent,
  path: '/alert-settings',
  component: screen('work', () => import('../screens/alert-settings/alert-settings.tsx'), 'MyAlerts'),
})

const help = createRoute({
  getParentRoute: parent,
  path: '/help',
  component: screen('work', () => import('../screens/help/help.tsx'), 'Help'),
})

export const accountRoutes = [
  dashboard,
  myWork,
  tasks,
  portfolio,
  imports,
  thirdparty,
  dossiers,
  dossier,
  review,
  screening,
  findings,
  evidences,
  forecast,
  journal,
  rules,
  mailbox,
  alerts,
  alertSettings,
  help,
] as const
