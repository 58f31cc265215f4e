/** The search in what was read in files. */
export const evidenceSearch = {
  title: 'Search in documents',
  lead: 'Finds words and numbers in the files that your third parties sent.',
  field: 'What to look for',
  fieldHelp: 'A name, a policy number, a SIREN. Beginnings of words suffice.',
  search: 'Search',
  failed: 'The search failed',
  results: 'Files found',
  'count|one': '{{count}} file',
  'count|other': '{{count}} files',
  atLeast: 'At least {{count}} files',
  place: '{{name}}, page {{page}}',
  unnamed: 'Third party without a name',
  begin: 'What are you looking for?',
  beginDetail: 'Type what is printed in the document: accents, capitals and spaces in numbers do not matter.',
  noMatch: 'Nothing found',
  noMatchDetail:
    'Try fewer words, or only the beginning of them. Drafts, bank details and files that could not be read are not searched.',
}
