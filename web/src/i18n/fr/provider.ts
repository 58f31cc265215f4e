import type { Texts } from '../en/index.ts'

export const provider: Texts['provider'] = {
  'sample-france': 'Registre d’exemple, France',
  'sample-international': 'Registre d’exemple, international',
  'recherche-entreprises': 'Recherche d’entreprises (public)',
  'insee-sirene': 'Sirene de l’INSEE',
  gleif: 'GLEIF',
  vies: 'VIES (TVA européenne)',
  'companies-house': 'Companies House',
  dnb: 'Dun & Bradstreet',
  bodacc: 'BODACC',
}
