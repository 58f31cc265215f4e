const columns = [
  'Last Updated',
  'Unique ID',
  'OFSI Group ID',
  'UN Reference Number',
  'Name 6',
  'Name 1',
  'Name 2',
  'Name 3',
  'Name 4',
  'Name 5',
  'Name type',
  'Alias strength',
  'Name non-latin script',
  'Regime Name',
  'Designation Type',
  'UK Statement of Reasons',
  'Address Line 1',
  'Address Country',
  'Date Designated',
  'D.O.B',
  'Nationality(/ies)',
  'Passport number',
  'Position',
  'Town of birth',
  'Country of birth',
  'Business registration number (s)',
  'IMO number',
  'Current believed flag of ship',
] as const

type Cells = Partial<Record<(typeof columns)[number], string>>

const row = (cells: Cells): string => columns.map((column) => `"${cells[column] ?? ''}"`).join(',')

const person: Cells = {
  'Last Updated': '31/03/2026',
  'Unique ID': 'AQD9001',
  'OFSI Group ID': '77001',
  'UN Reference Number': 'QDi.901',
  'Regime Name': 'ISIL and Al-Qaida',
  'Designation Type': 'Individual',
  'Date Designated': '03/06/2004',
}
const company: Cells = { 'Unique ID': 'IRN9002', 'Regime Name': 'Iran', 'Designation Type': 'Entity' }

export const ukCsvHeader = row(Object.fromEntries(columns.map((column) => [column, column])))
export const ukCsvRows = [
  row({
    ...person,
    'Name 1': 'Tomaz',
    'Name 2': 'Edin',
    'Name 6': 'VARGALO',
    'Name type': 'Primary name',
    'D.O.B': 'dd/mm/1960',
    'Nationality(/ies)': 'Syria',
    'UK Statement of Reasons': 'Owner of R&amp;D Ltd',
  }),
  row({ ...person, 'Name 1': 'Thomas', 'Name 6': 'WARGALO', 'Name type': 'Alias', 'D.O.B': 'dd/08/1961' }),
  row({ ...person, 'Name 6': 'BAKER', 'Name type': 'Alias', 'Passport number': 'A123456' }),
  row({
    ...person,
    'Name 1': 'El',
    'Name 6': 'TIO',
    'Name type': 'Alias',
    'Alias strength': 'Low quality a.k.a',
    'Name non-latin script': 'توماز فارغالو',
  }),
  row({
    ...company,
    'Name 6': 'BLUE HARBOUR TRADING',
    'Name type': 'Primary name',
    'Address Line 1': 'Federico Avenue 51',
    'Address Country': 'Panama',
    'Business registration number (s)': 'INN: 7704000001; OGRN 1027700000001',
  }),
  row({ ...company, 'Name 6': 'BHT', 'Name type': 'Alias' }),
  row({
    'Unique ID': 'IRN9003',
    'Designation Type': 'Ship',
    'Name 6': 'SEA LANTERN',
    'Name type': 'Primary name',
    'IMO number': '9187001',
    'Current believed flag of ship': 'Panama',
  }),
]
export const ukCsv = (rows: readonly string[] = ukCsvRows): string =>
  `${['Report Date: 31-Mar-2026', ukCsvHeader, ...rows].join('\r\n')}\r\n`

export const ukXml = `<?xml version="1.0" encoding="utf-8"?>
<Designations>
  <DateGenerated>31/03/2026</DateGenerated>
  <Designation>
    <UniqueID>AQD9001</UniqueID><OFSIGroupID>77001</OFSIGroupID><UNReferenceNumber>QDi.901</UNReferenceNumber>
    <Names>
      <Name><Name1>Tomaz</Name1><Name2>Edin</Name2><Name6>VARGALO</Name6><NameType>Primary Name</NameType></Name>
      <Name><Name6>BAKER</Name6><NameType>Alias</NameType></Name>
    </Names>
    <NonLatinNames><NonLatinName><NameNonLatinScript>توماز فارغالو</NameNonLatinScript></NonLatinName></NonLatinNames>
    <RegimeName>ISIL and Al-Qaida</RegimeName>
    <IndividualEntityShip>Individual</IndividualEntityShip>
    <DateDesignated>03/06/2004</DateDesignated>
    <IndividualDetails><Individual>
      <DOBs><DOB>dd/mm/1960</DOB></DOBs>
      <Nationalities><Nationality>Syria</Nationality></Nationalities>
    </Individual></IndividualDetails>
  </Designation>
  <Designation>
    <UniqueID>IRN9003</UniqueID>
    <Names><Name><Name6>SEA LANTERN</Name6><NameType>Primary Name</NameType></Name></Names>
    <IndividualEntityShip>Ship</IndividualEntityShip>
    <ShipDetails><Ship><IMONumbers><IMONumber>9187001</IMONumber></IMONumbers></Ship></ShipDetails>
  </Designation>
</Designations>
`
