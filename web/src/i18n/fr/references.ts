export const references = {
  title: 'Dans vos autres systèmes',
  none: 'Aucun numéro d’un autre système n’est encore conservé ici.',
  add: 'Ajouter un numéro',
  addTitle: 'Ajouter le numéro d’un autre système',
  system: 'Système',
  systemHelp: 'En majuscules, par exemple SAP ou COUPA. Un numéro déjà donné à ce système est remplacé.',
  value: 'Numéro dans ce système',
  valueHelp: 'Exactement comme ce système l’écrit.',
  remove: 'Retirer le numéro dans {{system}}',
  removed: 'Le numéro a été retiré.',
}
