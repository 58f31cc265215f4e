export const references = {
  title: 'In your other systems',
  none: 'No other system’s number is kept here yet.',
  add: 'Add a number',
  addTitle: 'Add a number of another system',
  system: 'System',
  systemHelp: 'In capitals, such as SAP or COUPA. A number given to it before is replaced.',
  value: 'Number there',
  valueHelp: 'Exactly as that system writes it.',
  remove: 'Remove the number in {{system}}',
  removed: 'The number has been removed.',
}
