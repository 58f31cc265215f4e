import type { Texts } from '../en/index.ts'

export const help: Texts['help'] = {
  title: 'Aide',
  lead: 'Du numéro d’une entreprise à une décision prouvée, en cinq étapes.',
  steps: {
    add: {
      title: '1. Ajoutez un tiers',
      detail:
        'Dans le portefeuille, cherchez par nom ou saisissez un SIRET, un numéro de TVA ou un DUNS. Son identité vient des registres officiels et reste à jour.',
      action: 'Ajouter un tiers',
    },
    rules: {
      title: '2. Laissez les règles ouvrir les dossiers',
      detail:
        'Selon le pays, le secteur, la criticité et les achats, les règles décident des dossiers nécessaires. Vous en voyez l’effet avant de les activer.',
      action: 'Voir les règles',
    },
    invite: {
      title: '3. Invitez un contact',
      detail:
        'Ajoutez un contact à l’entreprise. Il reçoit un lien, n’a pas besoin de compte, et envoie pièces et formulaires depuis un téléphone. Les relances partent automatiquement.',
      action: 'Choisir une entreprise',
    },
    review: {
      title: '4. Examinez ce qui arrive',
      detail:
        'La file montre chaque réponse à côté de sa décision. Les contrôles automatiques sont déjà passés. Approuvez avec A, rejetez avec R et un motif que le fournisseur lira.',
      action: 'Ouvrir la file',
    },
    follow: {
      title: '5. Suivez dans le temps',
      detail:
        'Indicateurs, échéances et journal s’actualisent automatiquement. Ce qui expire est redemandé à temps ; les annonces des registres modifient le statut.',
      action: 'Voir les échéances',
    },
  },
  words: 'Glossaire',
  terms: {
    thirdparty: {
      term: 'Tiers',
      meaning: 'Une entreprise dont vous dépendez : fournisseur, sous-traitant, partenaire.',
    },
    dossier: { term: 'Dossier', meaning: 'Un ensemble de pièces demandées à un tiers dans un but précis.' },
    document: {
      term: 'Pièce',
      meaning: 'Une chose demandée : un fichier, un formulaire, ou un contrôle automatique.',
    },
    answer: {
      term: 'Réponse',
      meaning: 'Ce qui a été envoyé pour une pièce. Elle est acceptée, rejetée, ou en attente.',
    },
    indicator: { term: 'Indicateur', meaning: 'Un score de 0 à 100 avec ses raisons, noté de A à E.' },
    journal: {
      term: 'Journal',
      meaning:
        'Tous les événements, conservés définitivement et enchaînés : aucune modification du passé ne passe inaperçue.',
    },
  },
  shortcuts: 'Clavier dans la file d’examen',
  keys: {
    next: 'Réponse suivante',
    previous: 'Réponse précédente',
    approve: 'Approuver',
    reject: 'Rejeter, avec un motif',
    all: 'Tous les raccourcis',
  },
  integrators: 'Pour les intégrateurs',
  integratorsDetail:
    'Tout ce que vous voyez ici est aussi une API : avec webhooks, flux d’événements et client typé.',
  reference: 'Référence de l’API',
}
