export const provider = {
  'sample-france': 'Sample register, France',
  'sample-international': 'Sample register, international',
  'recherche-entreprises': 'French company search (public)',
  'insee-sirene': 'INSEE Sirene',
  gleif: 'GLEIF',
  vies: 'VIES (European VAT)',
  'companies-house': 'Companies House',
  dnb: 'Dun & Bradstreet',
  bodacc: 'BODACC',
}
