import type { Texts } from '../en/index.ts'

export const viewer: Texts['viewer'] = {
  tools: 'Outils de la visionneuse',
  frameTitle: 'Contenu de {{name}}',
  pageOf: 'Page {{page}} sur {{pages}}',
  page: 'Numéro de page',
  ofPages: 'sur {{pages}}',
  nextPage: 'Page suivante',
  previousPage: 'Page précédente',
  zoomIn: 'Agrandir',
  zoomOut: 'Réduire',
  fit: 'Ajuster à la largeur',
  rotate: 'Pivoter',
  fullScreen: 'Plein écran',
  leaveFullScreen: 'Quitter le plein écran',
  loading: 'Récupération du fichier…',
  drawing: 'Affichage du fichier…',
  long: 'Ce fichier met un temps inhabituel à s’afficher. Vous pouvez le télécharger.',
  loadFailed: 'Le fichier n’a pas pu être récupéré',
  notShown: {
    kind: 'Ce type de fichier ne s’affiche pas ici',
    damaged: 'Ce fichier ne peut pas être affiché',
    password: 'Ce fichier est protégé par un mot de passe',
  },
  notShownDetail: {
    kind: 'Téléchargez {{name}} et ouvrez-le avec le logiciel approprié.',
    damaged:
      '{{name}} est endommagé, ou son contenu ne correspond pas à son nom. Téléchargez-le pour l’examiner de plus près.',
    password: 'Personne ne peut lire {{name}} sans son mot de passe. Demandez une copie non protégée.',
  },
  cut: 'Seul le début est affiché. Téléchargez le fichier pour le voir en entier.',
}
