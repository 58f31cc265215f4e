import type { Texts } from '../en/index.ts'

export const timeline: Texts['timeline'] = {
  title: 'Historique',
  label: 'Ce qui s’est passé, le plus récent d’abord',
  empty: 'Rien ne s’est encore passé',
  emptyDetail: 'Chaque changement est consigné ici au moment où il a lieu, avec son auteur et son heure.',
  failed: 'L’historique ne peut pas être affiché',
  today: 'Aujourd’hui',
  yesterday: 'Hier',
  by: 'par {{name}}',
  change: '{{before}} → {{after}}',
  named: '{{name}} : {{words}}',
  quote: '« {{said}} »',
  nothing: 'rien',
  more: 'Afficher les événements antérieurs',
  openJournal: 'Ouvrir le journal',
  ownerChanged: 'Changement de responsable',
  followersChanged: 'Changement d’abonnés',
  reasonChanged: 'Le motif du statut a changé',
}
