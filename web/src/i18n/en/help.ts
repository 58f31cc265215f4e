export const help = {
  title: 'Help',
  lead: 'From a company’s number to a proven decision, in five steps.',
  steps: {
    add: {
      title: '1. Add a third party',
      detail:
        'In the portfolio, search by name or type a SIRET, VAT or DUNS number. Its identity comes from the official registers and stays up to date.',
      action: 'Add a third party',
    },
    rules: {
      title: '2. Let rules open dossiers',
      detail:
        'Rules decide by country, sector, criticality and purchases which dossiers a company needs. You see the effect before you switch one on.',
      action: 'See the rules',
    },
    invite: {
      title: '3. Invite a contact',
      detail:
        'Add a contact to the company. They receive a link, need no account, and send documents and forms from any phone. Reminders are sent automatically.',
      action: 'Choose a company',
    },
    review: {
      title: '4. Review what arrives',
      detail:
        'The queue shows each answer next to its decision. Automatic checks have already run. Approve with A, reject with R and a reason the supplier will read.',
      action: 'Open the queue',
    },
    follow: {
      title: '5. Follow over time',
      detail:
        'Indicators, due dates and the journal update automatically. What expires is requested again in time; announcements in the registers change the status.',
      action: 'See the due dates',
    },
  },
  words: 'Glossary',
  terms: {
    thirdparty: {
      term: 'Third party',
      meaning: 'A company you depend on: supplier, subcontractor, partner.',
    },
    dossier: { term: 'Dossier', meaning: 'A set of documents requested from a third party for one purpose.' },
    document: { term: 'Document', meaning: 'One thing requested: a file, a form, or an automatic check.' },
    answer: { term: 'Answer', meaning: 'What was sent for a document. It is accepted, rejected or waiting.' },
    indicator: { term: 'Indicator', meaning: 'A score from 0 to 100 with its reasons, rated A to E.' },
    journal: {
      term: 'Journal',
      meaning: 'Every event, recorded for good and chained so that no change to the past goes unnoticed.',
    },
  },
  shortcuts: 'Keyboard in the review queue',
  keys: {
    next: 'Next answer',
    previous: 'Previous answer',
    approve: 'Approve',
    reject: 'Reject, with a reason',
    all: 'All shortcuts',
  },
  integrators: 'For integrators',
  integratorsDetail:
    'Everything you see here is also an API: with webhooks, an event feed and a typed client.',
  reference: 'API reference',
}
