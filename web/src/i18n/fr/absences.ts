import type { Texts } from '../en/index.ts'

export const absences: Texts['absences'] = {
  title: 'Absences',
  help: 'Pendant une absence, le remplaçant décide des étapes d’approbation à la place de la personne, qui le peut toujours.',
  ownHelp:
    'Pendant votre absence, votre remplaçant décide des étapes d’approbation à votre place. Vous le pouvez toujours.',
  ofPerson: 'Absences de {{name}}',
  failed: 'Les absences n’ont pas pu être chargées',
  none: 'Aucune absence n’est prévue.',
  add: 'Ajouter une absence',
  addSubmit: 'Ajouter',
  added: 'L’absence est ajoutée',
  removed: 'L’absence est retirée',
  remove: 'Retirer l’absence {{days}}',
  days: 'du {{from}} au {{until}}',
  standsIn: '{{name}} remplace',
  from: 'Premier jour',
  until: 'Dernier jour',
  endsFirst: 'Elle finit avant de commencer.',
  substitute: 'Remplaçant',
  substituteHelp: 'Un membre actif du compte.',
}
