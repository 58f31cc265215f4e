import type { Texts } from '../en/index.ts'

export const settings: Texts['settings'] = {
  title: 'Réglages',
  lead: 'Comment ce compte évalue ses tiers, qui y travaille et avec quels systèmes il échange.',
  navigation: 'Rubriques des réglages',
  section: 'Rubrique : {{name}}',
  notYours: 'Réservé aux administrateurs',
  askAdministrator:
    'Adressez-vous à un administrateur de votre compte : il peut vous renseigner ou vous donner le rôle.',
  readOnly: 'Vous pouvez consulter cette page. Les modifications reviennent à un administrateur du compte.',
  figureFailed: 'Indisponible',
  groups: {
    evaluation: 'Évaluation',
    people: 'Personnes et accès',
    exchange: 'Échanges',
    data: 'Données',
  },
  sections: {
    overview: { name: 'Vue d’ensemble' },
    'document-types': {
      name: 'Types de pièces',
      detail: 'Ce que l’on peut demander aux tiers, et quand une réponse convient.',
    },
    'dossier-types': {
      name: 'Types de dossiers',
      detail: 'Les pièces réunies dans une même évaluation.',
    },
    evaluation: {
      name: 'Options d’évaluation',
      detail: 'Ce qui se fait tout seul, et ce qui attend une personne.',
    },
    attributes: {
      name: 'Attributs',
      detail: 'Ce que vous notez des tiers et des dossiers au-delà de leur identité.',
    },
    users: { name: 'Utilisateurs', detail: 'Qui travaille dans ce compte, et avec quels droits.' },
    clients: { name: 'Clients d’API', detail: 'Vos systèmes qui lisent et écrivent par l’API.' },
    addresses: {
      name: 'Adresses autorisées',
      detail: 'Les réseaux depuis lesquels ce compte peut être utilisé.',
    },
    webhooks: { name: 'Webhooks', detail: 'Les adresses prévenues des événements en quelques secondes.' },
    datahub: { name: 'Sources de données', detail: 'Scores et actualités de fournisseurs extérieurs.' },
    retention: {
      name: 'Conservation et effacement',
      detail: 'Ce qui est supprimé et quand, et comment oublier une personne.',
    },
  },
  figures: {
    'document-types|one': '{{count}} en usage',
    'document-types|other': '{{count}} en usage',
    'dossier-types|one': '{{count}} publié',
    'dossier-types|other': '{{count}} publiés',
    'evaluation|one': '{{count}} sur 7 activée',
    'evaluation|other': '{{count}} sur 7 activées',
    'attributes|one': '{{count}} attribut',
    'attributes|other': '{{count}} attributs',
    'users|one': '{{count}} personne',
    'users|other': '{{count}} personnes',
    'clients|one': '{{count}} actif',
    'clients|other': '{{count}} actifs',
    'addresses|one': '{{count}} adresse ou plage',
    'addresses|other': '{{count}} adresses ou plages',
    'webhooks|one': '{{count}} webhook',
    'webhooks|other': '{{count}} webhooks',
    'datahub|one': '{{count}} fournisseur connecté',
    'datahub|other': '{{count}} fournisseurs connectés',
    'retention|one': '{{count}} suppression sous 90 jours',
    'retention|other': '{{count}} suppressions sous 90 jours',
  },
  'byFile|one': '{{count}} fournisseur par fichier',
  'byFile|other': '{{count}} fournisseurs par fichier',
  'attention|one': '{{count}} à surveiller',
  'attention|other': '{{count}} à surveiller',
  secret: {
    once: 'Affiché une seule fois',
    onceDetail:
      'Copiez-le maintenant là où il servira. Personne ne pourra l’afficher de nouveau, pas même un administrateur.',
    kept: 'Je l’ai conservé',
    lost: 'La création a eu lieu, mais le secret n’est pas parvenu à cette page. Créez un nouveau secret pour en obtenir un.',
  },
}
