import type { Refusal } from './acts/decisions.ts'
import type { FindingAct } from './acts/findings.ts'
import type { RelationshipAct } from './acts/relationships.ts'
import type { TaskAct } from './acts/tasks.ts'

/** What colleagues ask of one another. */
export const tasks = {
  block: {
    by: 'admin',
    to: 'finance',
    number: 30,
    title: 'Bloquer le compte fournisseur en comptabilité',
    details: 'Relevé bancaire falsifié : aucun règlement, même partiel, jusqu’à nouvel ordre.',
    dueInDays: 1,
  },
  deposits: {
    by: 'reviewer',
    to: { team: 'Purchasing' },
    number: 5,
    title: 'Revoir les acomptes en cours avec Électricité du Beffroi',
    details: 'Redressement judiciaire : que reste-t-il à livrer sur ce qui est déjà payé ?',
    dueInDays: 11,
  },
  backups: {
    by: 'admin',
    to: 'security',
    number: 3,
    title: 'Appeler Alpilogic : sauvegardes et revues d’accès',
    dueInDays: 19,
  },
  quarter: {
    by: 'admin',
    to: 'admin',
    title: 'Préparer la revue trimestrielle des fournisseurs',
    details: 'Décisions à reprendre, constats ouverts, dossiers en retard.',
    dueInDays: 19,
  },
  exposure: {
    by: 'admin',
    to: 'finance',
    number: 12,
    title: 'Chiffrer notre encours chez Au Fournil de Marguerin',
    details: 'Sauvegarde ouverte : il faut ces chiffres pour décider de la suite.',
    dueInDays: 4,
  },
  meeting: {
    by: 'reviewer',
    to: 'admin',
    number: 24,
    title: 'Fixer un rendez-vous avec la direction de Kervadoué',
    details: 'Pour parler du plan d’action RSE avant le prochain lot.',
    dueInDays: 10,
  },
} as const satisfies Record<string, TaskAct>

/** What is decided about companies, and why. */
export const decisions = {
  valmerac: {
    by: 'admin',
    number: 1,
    state: 'APPROVED',
    reason: 'Dossiers complets, contrat-cadre en cours, aucun incident depuis deux ans.',
    coverage: 'Pièces usinées, tous les sites',
    lastsDays: 365,
  },
  mirecastel: {
    by: 'reviewer',
    number: 7,
    state: 'APPROVED',
    reason: 'Toutes les pièces sont en règle ; bonne tenue des délais.',
    coverage: 'Transport routier en France',
    lastsDays: 365,
  },
  marguerin: {
    by: 'reviewer',
    number: 12,
    state: 'APPROVED',
    reason: 'Petit fournisseur local, pièces en règle.',
  },
  kervadoue: {
    by: 'reviewer',
    number: 24,
    state: 'APPROVED_WITH_CONDITIONS',
    reason: 'Seul chantier capable de livrer ce lot, mais les réponses RSE ne suffisent pas.',
    coverage: 'Lot en cours, sans nouvelle commande',
    conditions: [
      { text: 'Obtenir un plan d’action RSE daté et chiffré', dueInDays: 23 },
      { text: 'Visiter le chantier naval', dueInDays: 18, to: 'manager' },
    ],
  },
  caraibe: {
    by: 'reviewer',
    number: 30,
    state: 'SUSPENDED',
    reason: 'Relevé bancaire falsifié ; aucune commande ni paiement tant que l’origine n’est pas connue.',
  },
  nordhafen: {
    by: 'admin',
    number: 68,
    state: 'APPROVED_WITH_CONDITIONS',
    reason: 'Strategic drives, approved by purchasing, compliance and security. Two points remain.',
    coverage: 'Electric drives for the Lyon and Nantes sites',
    lastsDays: 365,
    conditions: [
      { text: 'Agree on a second source for the smallest drive', dueInDays: 45, to: { team: 'Purchasing' } },
      { text: 'Get the name of somebody to call in an incident', dueInDays: 14, to: 'security' },
    ],
  },
  levantine: {
    by: 'admin',
    number: 72,
    state: 'REFUSED',
    reason: 'A confirmed match with a sanctions list. No order, no payment, no further contact.',
  },
} as const satisfies Record<string, RelationshipAct>

export const findings = {
  training: {
    by: 'reviewer',
    number: 1,
    severity: 'MINOR',
    theme: 'HUMAN_RIGHTS',
    title: 'Registre des formations à la sécurité incomplet',
    description: 'Quatre intérimaires sur douze n’y figurent pas.',
    seenIn: { audit: 'Visite de site VS-014' },
  },
  environment: {
    by: 'reviewer',
    number: 24,
    severity: 'MAJOR',
    theme: 'ENVIRONMENT',
    title: 'Aucune démarche environnementale suivie',
    description: 'Questionnaire RSE : ni objectif, ni mesure, ni responsable.',
  },
  restore: {
    by: 'security',
    number: 3,
    severity: 'MINOR',
    theme: 'CYBERSECURITY',
    title: 'Aucun test de restauration des sauvegardes depuis un an',
    description: 'Dit au téléphone, en accord avec leurs réponses au questionnaire.',
  },
  sanctions: {
    by: 'reviewer',
    number: 72,
    severity: 'CRITICAL',
    title: 'Its director is on a sanctions list',
    description: 'Confirmed by two of us with the passport copy. Legal is informed.',
    seenIn: 'HIT',
  },
} as const satisfies Record<string, FindingAct>

/** What is held against the company whose policy was turned down. */
export const unsignedPolicy: NonNullable<Refusal['finding']> = {
  title: 'Security policy neither dated nor signed',
  severity: 'MAJOR',
  description: 'What we were sent is a draft. Nothing shows that anybody follows it.',
}

/** What companies are asked to do, and by when. */
export const actions = {
  training: { title: 'Compléter le registre des formations à la sécurité', dueInDays: 10 },
  responsible: { title: 'Désigner un responsable RSE', dueInDays: 10 },
  plan: { title: 'Envoyer un plan d’action RSE daté et chiffré', dueInDays: 23 },
  restore: { title: 'Tester la restauration des sauvegardes et en envoyer le compte rendu', dueInDays: 10 },
  policy: { title: 'Send the security policy in force, dated and signed', dueInDays: 14 },
} as const

/** What people write when they decide, prove or finish something. */
export const remarks = {
  blocked: 'Compte bloqué ce matin, deux factures mises de côté.',
  deposits: 'Un acompte de 3 100 € reste sans livraison. Je demande l’état du chantier à l’administrateur.',
  backups: 'Messages left twice. Their technician is back on Monday, I will try again then.',
  counting: 'Factures ouvertes réunies, il manque les commandes du site de Lille.',
  exposure: 'Encours de 1 840 €, aucune dépendance : deux autres boulangeries livrent déjà le site.',
  meeting: 'Leur plan vient d’être annoncé pour cette semaine, à lire avant le rendez-vous.',
  visit: 'Visite faite le matin : chantier bien tenu, tri des déchets en place, rien d’écrit.',
  nordhafenContact: 'Name and number received and tried: they answer day and night.',
  nordhafenBuyer: 'Terms as negotiated.',
  nordhafenSecurity: 'No access to our network, data stays in Germany. Fine with me.',
  brenterra: 'Their terms exclude any liability for recalls. Not acceptable for brake parts.',
  training: 'Registre complété, copie reçue par courriel et classée.',
  trained: 'Registre vérifié : tous les intérimaires y figurent.',
  responsible: 'Mme Tassigny, notre responsable qualité, suit désormais la démarche RSE.',
  plan: 'Plan sur un an : tri à la source, bilan carbone dans six mois, budget de 40 000 €.',
} as const
