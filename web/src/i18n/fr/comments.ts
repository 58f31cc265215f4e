import type { Texts } from '../en/index.ts'

export const comments: Texts['comments'] = {
  title: 'Commentaires',
  help: 'Seuls vos collègues les lisent ; le tiers ne les voit jamais.',
  label: 'Votre commentaire',
  placeholder: 'Écrivez à vos collègues. Tapez @ pour mentionner quelqu’un.',
  send: 'Commenter',
  empty: 'Personne n’a encore rien écrit.',
  loadFailed: 'Les commentaires n’ont pas pu être chargés',
  people: 'Collègues à mentionner',
  nobody: 'Aucun collègue de ce nom',
  formerMember: 'Ancien collègue',
  client: 'Système connecté',
  edited: 'modifié',
  editedOn: 'Modifié le {{date}}',
  edit: 'Modifier ce commentaire',
  delete: 'Supprimer ce commentaire',
  deleteTitle: 'Supprimer ce commentaire ?',
  deleteDetail:
    'Son texte est effacé définitivement. L’historique garde seulement la trace qu’un commentaire existait.',
  deleteConfirm: 'Supprimer le commentaire',
  deleted: 'Commentaire supprimé',
  tooLong: '{{count}} caractères de trop',
}
