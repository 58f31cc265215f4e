import type { Texts } from '../en/index.ts'

export const myWork: Texts['myWork'] = {
  title: 'À faire',
  lead: 'Tout ce qui vous attend, le plus urgent en premier.',
  list: 'Ce qui vous attend',
  kinds: 'Afficher seulement',
  allTasks: 'Toutes les tâches',
  failed: 'La liste n’a pas pu être chargée',
  empty: 'Rien ne vous attend',
  emptyKind: 'Rien de ce genre ne vous attend',
  emptyDetail:
    'Les dossiers en retard dont vous êtes responsable, vos tâches, les réponses à examiner, les étapes à approuver et les commentaires qui vous mentionnent apparaissent ici d’eux-mêmes.',
  since: 'depuis le {{date}}',
  finish: 'Terminer',
  finishNamed: 'Terminer : {{title}}',
  read: 'Marquer comme lu',
  readNamed: 'Marquer comme lu : {{title}}',
  kind: {
    DOSSIER: 'Dossiers en retard',
    TASK: 'Tâches',
    REVIEW: 'Réponses à examiner',
    MENTION: 'Mentions',
    APPROVAL: 'Approbations',
    ACTION_TO_VERIFY: 'Actions à vérifier',
  },
  because: {
    DOSSIER: 'Vous en êtes responsable',
    TASK: 'Une tâche pour vous',
    REVIEW: 'Vous pouvez en décider',
    MENTION: 'Vous êtes mentionné',
    APPROVAL: 'Vous pouvez décider',
    ACTION_TO_VERIFY: 'Vous pouvez la vérifier',
  },
  why: {
    ASSIGNED: 'Confiée à vous',
    TEAM: 'Confiée à votre équipe',
    ANSWERS_FOR_IT: 'Vous en êtes responsable',
    OWN: 'L’étape vous désigne',
    DELEGATE: 'On vous a demandé de décider',
    SUBSTITUTE: 'Vous remplacez une personne absente',
    DUTY: 'Vous êtes de permanence',
  },
}
