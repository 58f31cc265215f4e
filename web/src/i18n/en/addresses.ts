export const addresses = {
  title: 'Allowed addresses',
  lead: 'The networks from which people and API clients may use this account. The supplier portal stays open to everybody.',
  reserved: 'This list protects the whole account, so only administrators see it.',
  loadFailed: 'The allowed addresses could not be loaded',
  open: 'The account may be used from anywhere.',
  closed: 'From any other address, access is refused, even with a valid password or token.',
  ranges: 'Addresses and ranges',
  rangesHelp: 'One per line, IPv4 or IPv6, such as 203.0.113.7 or 203.0.113.0/24. Empty: from anywhere.',
  unread: 'Not an address or range: {{ranges}}',
  yours: 'Your own address is {{address}}.',
  addYours: 'Add it',
  lockOutTitle: 'You would lock yourself out',
  lockOutDetail:
    'Your own address, {{address}}, is not in this list. If you save it like this, you will lose access within seconds, and only somebody at an allowed address or the operator can change it back.',
  lockOutConfirm: 'Save anyway',
}
