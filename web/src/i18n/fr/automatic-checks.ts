import type { Texts } from '../en/index.ts'

export const automaticChecks: Texts['automaticChecks'] = {
  title: 'Contrôles automatiques',
  lead: 'Ce que les contrôles peuvent décider sans personne, par type de pièce, et combien de fois une personne leur a donné tort.',
  loadFailed: 'Les décisions permises aux contrôles n’ont pas pu être chargées',
  off: 'Pour l’instant, les contrôles ne décident de rien\u00a0: «\u00a0Accepter ce que les contrôles confirment\u00a0» est désactivé dans les options d’évaluation. Les choix ci-dessous vaudront une fois l’option activée.',
  openOptions: 'Ouvrir les options d’évaluation',
  figures: 'Les douze derniers mois',
  figuresHelp:
    'Les échantillons sont des réponses que les contrôles auraient acceptées et qu’une personne a tout de même examinées.',
  noneChecked: 'Rien n’a été contrôlé pendant ces mois.',
  figure: {
    checked: 'Réponses contrôlées',
    alone: 'Décidées sans personne',
    wrong: 'Décisions erronées trouvées',
  },
  aloneDetail: '{{accepted}} acceptées, {{sentBack}} renvoyées',
  noSamples: 'Aucun échantillon n’a été examiné',
  'ofSamples|zero': 'Aucun échantillon n’a été examiné',
  'ofSamples|one': 'sur {{count}} échantillon',
  'ofSamples|other': 'sur {{count}} échantillons',
  byType: 'Par type de pièce',
  byTypeHelp:
    'Une réponse n’est acceptée seule que si tout concorde et s’il n’y a aucun doute. Quel que soit votre choix, un soupçon revient à une personne et le fournisseur n’en sait rien.',
  type: 'Pièce',
  accept: 'Accepté seul',
  sendBack: 'Renvoyé seul',
  lastYear: 'Douze derniers mois',
  never: 'Jamais',
  samples: '{{share}}\u00a0% examinés par une personne',
  acceptScans: 'Les scans aussi',
  acceptScansHelp:
    'Seulement si chaque page et chaque valeur ont été lues sans aucun doute. Une image modifiée n’en garde pas trace\u00a0: vous prenez ce risque.',
  scansToo: 'Scans compris',
  formsOnly: 'Formulaires seulement\u00a0: une personne examine les fichiers',
  noneOfType: 'Aucun contrôle',
  'others|one': 'Afficher {{count}} autre type, dont les fichiers ne sont pas lus',
  'others|other': 'Afficher {{count}} autres types, dont les fichiers ne sont pas lus',
  aloneOf: '{{share}} sans personne, sur {{checked}}',
  wrongOf: 'Erreurs dans les échantillons\u00a0: {{disagreed}} sur {{sampled}}',
  changeOf: 'Modifier ce que les contrôles décident\u00a0: {{name}}',
  saved: 'Les contrôles en tiennent compte désormais\u00a0: {{name}}',
  mayAccept: 'Accepter sans personne',
  mayAcceptHelp: 'Si le document est reconnu, que tout concorde et que rien n’a été relevé.',
  neverHelp: 'Une personne décide toujours des coordonnées bancaires.',
  share: 'Échantillon',
  shareHelp:
    'Autant de réponses sur cent reviennent tout de même à une personne, qui n’en sait rien. On voit ainsi si les contrôles ont raison.',
  maySendBack: 'Renvoyer ce qui est manifestement erroné',
  maySendBackHelp:
    'Le fournisseur est prévenu aussitôt\u00a0: autre société, autre document, expiré. S’il renvoie la même chose, une personne l’examine.',
}
