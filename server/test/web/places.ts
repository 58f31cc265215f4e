import type { PagesWorld } from './pages-world.ts'

export interface Place {
  /** Below the account, or the whole of it where it begins with /app/. */
  path: string
  en: string
  fr: string
  /** Also looked at while it comes. */
  main?: true
  /** Where the title alone does not tell that it has come. */
  shows?: string
  /** What of it no other place shows. */
  part?: string
  /** By how many pixels it is wider than a phone in French; elsewhere it must fit. */
  frenchExcess?: number
}

const openTab = (name: string) => `[role=tab][id$="-tab-${name}"][aria-selected=true]`

/** What belongs to people, and guards the account. */
function placesOfAccess(invitation: string, challenge: string): Place[] {
  const settings: Place[] = [
    { path: '/settings/users', en: 'Users', fr: 'Utilisateurs', shows: 'section table' },
    { path: '/settings/clients', en: 'API clients', fr: 'Clients d’API' },
    { path: '/settings/units', en: 'Units', fr: 'Unités', shows: 'main li button' },
    { path: '/settings/owners', en: 'Teams and owners', fr: 'Équipes et responsables', shows: 'main ol li' },
    { path: '/settings/addresses', en: 'Allowed addresses', fr: 'Adresses autorisées' },
    { path: '/settings/sign-in', en: 'Sign-in rules', fr: 'Règles de connexion', shows: 'form' },
    {
      path: '/settings/single-sign-on',
      en: 'Single sign-on',
      fr: 'Authentification unique',
      shows: 'main form',
    },
    { path: '/settings/provisioning', en: 'Provisioning', fr: 'Provisionnement', shows: 'main form' },
    { path: '/settings/administration', en: 'Administration journal', fr: 'Journal d’administration' },
  ]
  // A page that takes something out of its address does so again while the next one comes: two of them need one between.
  const entrance: Place[] = [
    { path: '/app/security', en: 'Profile and security', fr: 'Profil et sécurité', shows: 'main li' },
    { path: '/app/invitation', en: 'Your invitation', fr: 'Votre invitation' },
    { path: `/app/invitation#token=${invitation}`, en: 'invites you', fr: 'vous invite' },
    { path: '/app/forgot-password', en: 'Forgot your password?', fr: 'Mot de passe oublié' },
    { path: `/app/sign-in#challenge=${challenge}`, en: 'Second step', fr: 'Deuxième étape' },
    { path: '/app/invitations', en: 'Your invitations', fr: 'Vos invitations', shows: 'main h2' },
    { path: '/app/set-password#token=any', en: 'Choose your password', fr: 'Votre mot de passe' },
    { path: '/app/sign-in', en: 'Sign in', fr: 'Connexion' },
  ]
  return [...settings, ...entrance]
}

/** Every page of the account, and those in front of it; the second step of a sign-in needs its first. */
export function placesOf(w: PagesWorld, challenge: string): Place[] {
  const same = (path: string, name: string) => ({ path, en: name, fr: name })
  const company = `/thirdparties/${w.thirdpartyId}`
  const dossier = `/dossiers/${w.dossierId}`
  const onboarding = { en: 'Supplier onboarding', fr: 'Référencement', path: dossier }
  const tabs = [
    'identity',
    'dossiers',
    'indicators',
    'findings',
    'contacts',
    'monitoring',
    'screening',
    'attributes',
    'comments',
  ]
  const inTab = (name: string) => ({ shows: openTab(name), part: '[role=tabpanel]' })
  const editor = { en: 'Rules', fr: 'Règles', shows: '[role=dialog] form', part: '[role=dialog]' }
  return [
    { path: '', en: 'Dashboard', fr: 'Tableau de bord', main: true },
    { path: '/thirdparties', en: 'Portfolio', fr: 'Portefeuille', main: true },
    { ...same(company, w.companyName), main: true },
    { ...onboarding, main: true },
    { path: '/review', en: 'Review queue', fr: 'Pièces à examiner', main: true },
    { path: '/my-work', en: 'My work', fr: 'À faire' },
    { path: '/tasks?whose=all', en: 'Tasks', fr: 'Tâches' },
    { path: '/screening', en: 'Screening', fr: 'Filtrage', shows: 'main nav li' },
    { path: '/findings', en: 'Findings', fr: 'Constats' },
    { path: '/evidences', en: 'Search in documents', fr: 'Rechercher dans les pièces' },
    { path: '/imports', en: 'Import third parties', fr: 'Importer des tiers' },
    ...[...tabs, 'timeline'].map((tab) => ({
      ...same(`${company}?tab=${tab}`, w.companyName),
      ...inTab(tab),
    })),
    same('/dossiers', 'Dossiers'),
    {
      ...onboarding,
      path: `${dossier}?document=${w.documents['FISCAL_REG']}`,
      shows: '[role=dialog] h3',
      part: '[role=dialog]',
    },
    { ...onboarding, path: `${dossier}?tab=details`, ...inTab('details') },
    { ...onboarding, path: `${dossier}?tab=comments`, ...inTab('comments') },
    { path: '/forecast', en: 'Due dates', fr: 'Échéances' },
    same('/journal', 'Journal'),
    { path: '/rules', en: 'Rules', fr: 'Règles' },
    { ...editor, path: '/rules?rule=0' },
    { ...editor, path: `/rules?rule=${w.ruleId}` },
    { path: '/settings', en: 'Settings', fr: 'Réglages' },
    { path: '/settings/document-types', en: 'Document types', fr: 'Types de pièces' },
    { path: '/settings/dossier-types', en: 'Dossier types', fr: 'Types de dossiers' },
    {
      path: '/settings/evaluation',
      en: 'Evaluation options',
      fr: 'Options d’évaluation',
      frenchExcess: 1,
    },
    { path: '/settings/attributes', en: 'Attributes', fr: 'Attributs' },
    { path: '/settings/screening', en: 'Screening', fr: 'Filtrage', shows: 'main form' },
    {
      path: '/settings/seal-trust',
      en: 'Trusted certificates',
      fr: 'Certificats de confiance',
      shows: 'main section h2',
    },
    {
      path: '/settings/automatic-checks',
      en: 'Automatic checks',
      fr: 'Contrôles automatiques',
      shows: 'section tbody tr',
    },
    { path: '/settings/policies', en: 'Policies', fr: 'Politiques', shows: 'main form' },
    { path: '/settings/alerts', en: 'Alerts to rooms and teams', fr: 'Alertes aux salons et aux équipes' },
    same('/settings/webhooks', 'Webhooks'),
    same(`/settings/webhooks/${w.endpointId}`, 'hooks.example.com'),
    { path: '/settings/datahub', en: 'Data hub', fr: 'Sources de données' },
    { path: '/settings/retention', en: 'Retention and erasure', fr: 'Conservation et effacement' },
    { path: '/settings/leaving', en: 'Leaving', fr: 'Départ' },
    { path: '/mailbox', en: 'Mailbox', fr: 'Courrier' },
    { path: `/mailbox?mail=${w.mailId}`, en: 'Mailbox', fr: 'Courrier', shows: 'iframe' },
    { path: '/alerts', en: 'Alerts', fr: 'Alertes' },
    { path: '/alert-settings', en: 'My alerts', fr: 'Mes alertes', shows: 'main form' },
    { path: '/help', en: 'Help', fr: 'Aide' },
    { path: '/nowhere/at/all', en: 'Nothing in sight here', fr: 'Rien à l’horizon' },
    ...placesOfAccess(w.invitation, challenge),
  ]
}
