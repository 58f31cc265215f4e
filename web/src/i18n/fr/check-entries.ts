import type { Texts } from '../en/index.ts'

/** What the answers of checks tell, by the key of each entry. */
export const checkEntries: Texts['checkEntries'] = {
  subjects: 'Personnes et entreprises comparées',
  lists: 'Liste',
  missing: 'Listes absentes ou trop anciennes',
  open: 'Correspondances à décider',
  trueMatches: 'Correspondances avérées',
  cleared: 'Correspondances écartées',
  threshold: 'Score à partir duquel on regarde',
  engine: 'Version du moteur',
  newsProvider: 'Fournisseur d’actualités',
  newsFrom: 'Actualités du',
  newsUntil: 'Actualités au',
  newsItems: 'Articles reçus',
  rating: 'Notation',
  value: 'Valeur sur 100',
  scale: 'Échelle',
  provider: 'Fournisseur de données',
  asOf: 'Date de la notation',
  name: 'Dénomination',
  siren: 'SIREN',
  status: 'Situation',
  statusDetail: 'Précision',
  statusSince: 'Depuis le',
  closureDate: 'Date de fermeture',
}
