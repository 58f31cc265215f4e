export const addresses = {
  title: 'Allowed addresses',
  lead: 'From which networks people and API clients may use this account. The supplier portal stays open to everybody.',
  reserved: 'This list guards the whole account, so only administrators see it.',
  loadFailed: 'The allowed addresses could not be loaded',
  open: 'The account may be used from anywhere.',
  closed: 'Whoever comes from another address is kept out, with a good password or token too.',
  ranges: 'Addresses and ranges',
  rangesHelp: 'One a line, IPv4 or IPv6, such as 203.0.113.7 or 203.0.113.0/24. Empty: from anywhere.',
  unread: 'Not an address or range: {{ranges}}',
  yours: 'You come from {{address}}.',
  addYours: 'Add it',
  lockOutTitle: 'You would keep yourself out',
  lockOutDetail:
    'You come from {{address}}, which is not in this list. Saved as it is, it shuts you out within seconds, and only somebody at an allowed address or the operator can change it.',
  lockOutConfirm: 'Save all the same',
}
