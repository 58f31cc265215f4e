import type { Texts } from '../en/index.ts'

export const attributesEdit: Texts['attributesEdit'] = {
  edit: 'Modifier {{label}}',
  empty: 'Non renseigné',
  notANumber: 'Saisissez un nombre, par exemple 1250,50.',
  notADate: 'Saisissez une date complète.',
  required: 'Attendu',
  calculated: 'Calculé',
  calculatedHelp: 'Vigie calcule cette valeur et la tient à jour. Elle ne se saisit pas.',
  failed: 'Non calculé',
  failure: {
    ERROR: 'La formule échoue sur les valeurs de cette fiche, par exemple en divisant par zéro.',
    TOO_MANY_STEPS:
      'La formule demande plus d’étapes qu’il n’en est permis. Un administrateur peut la raccourcir.',
    OUT_OF_TIME:
      'Le calcul a duré trop longtemps et a été interrompu. Il est repris quand une valeur qu’il lit change.',
  },
  formula: 'Formule',
  choose: 'Choisir',
  history: 'Valeurs antérieures de {{label}}',
  historyTitle: 'Valeurs antérieures',
  historyEmpty: 'Cette valeur n’a jamais changé.',
  historyFailed: 'Les valeurs antérieures n’ont pas pu être lues',
  historyLine: '{{before}} remplacé par {{after}}',
  historyFirst: 'Renseigné : {{after}}',
  historyCleared: 'Effacé, valait {{before}}',
  none: 'Votre compte n’a pas encore d’attribut. Un administrateur les ajoute dans les réglages.',
  group: { expected: 'Attendus par votre compte', own: 'Vos attributs', calculated: 'Calculés' },
  groupHelp: {
    expected: 'Ils devraient être renseignés pour chaque tiers.',
    own: 'Cliquez sur une valeur pour la modifier. Entrée enregistre, Échap la laisse inchangée.',
    calculated: 'Déduits des autres par Vigie, et tenus à jour.',
  },
  by: {
    USER: 'par un collègue',
    CONTACT: 'par le tiers',
    API_CLIENT: 'par un système connecté',
    JOB: 'par Vigie',
    PROVIDER: 'par un fournisseur de données',
  },
}
