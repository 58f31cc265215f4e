/** Articles that are reviewed like hits. */
export const screeningNews = {
  article: 'Article',
  deliveredBy: 'delivered by {{name}}',
  why: {
    ENTRY_ADDED: 'The article was delivered.',
    ENTRY_CHANGED: 'The article was worded anew, or is held to be bad again.',
  },
  verdictHelp: {
    TRUE_MATCH: 'It is about this company, and it is serious',
    FALSE_POSITIVE: 'It is about another company, or of no weight',
    UNCLEAR: 'More has to be known first',
  },
  read: 'Read the article',
  noLink: 'The provider gave no address.',
  seeReview: 'See the review',
  seeReviewOf: 'See the review of “{{title}}”',
  'found|one': '{{count}} article to look at',
  'found|other': '{{count}} articles to look at',
}
