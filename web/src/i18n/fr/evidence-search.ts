import type { Texts } from '../en/index.ts'

export const evidenceSearch: Texts['evidenceSearch'] = {
  title: 'Rechercher dans les pièces',
  lead: 'Retrouve des mots et des numéros dans les fichiers que vos tiers ont envoyés.',
  field: 'Que cherchez-vous\u00a0?',
  fieldHelp: 'Un nom, un numéro de contrat, un SIREN. Le début des mots suffit.',
  search: 'Rechercher',
  failed: 'La recherche a échoué',
  results: 'Fichiers trouvés',
  'count|one': '{{count}} fichier',
  'count|other': '{{count}} fichiers',
  atLeast: 'Au moins {{count}} fichiers',
  place: '{{name}}, page {{page}}',
  unnamed: 'Tiers sans nom',
  begin: 'Cherchez dans ce qui a été lu',
  beginDetail:
    'Saisissez ce qui est imprimé dans la pièce\u00a0: accents, majuscules et espaces dans les numéros ne comptent pas.',
  noMatch: 'Rien n’a été trouvé',
  noMatchDetail:
    'Essayez moins de mots, ou seulement leur début. Les brouillons, les coordonnées bancaires et les fichiers illisibles ne sont pas cherchés.',
}
