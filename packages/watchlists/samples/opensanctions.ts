const columns =
  'id,schema,name,aliases,birth_date,countries,addresses,identifiers,sanctions,phones,emails,program_ids,dataset,first_seen,last_seen,last_change'

const row = (...cells: string[]): string =>
  columns
    .split(',')
    .map((_, at) => `"${(cells[at] ?? '').replaceAll('"', '""')}"`)
    .join(',')

export const openSanctionsCsv = `${[
  columns,
  row(
    'NK-901',
    'Person',
    'Tomaz Edin Vargalo',
    'Thomas Wargalo;"Vargalo; Tomaz"',
    '1960-08-31',
    'sy',
    '3 Orchard Street, Damascus',
    'A123456',
    'Known for nothing',
    '',
    '',
    'SY-1',
  ),
  row('NK-902', 'Company', 'Blue Harbour Trading', '', '', 'pa', '', '253400ABCDEFGHIJ0012'),
  row('NK-903', 'Vessel', 'Sea Lantern', '', '', 'pa', '', 'IMO9187001'),
].join('\n')}\n`

const lines = (...entities: object[]): string =>
  entities.map((entity) => `${JSON.stringify(entity)}\n`).join('')

export const openSanctionsFtm = lines(
  {
    id: 'sanction-1',
    schema: 'Sanction',
    properties: {
      entity: ['NK-901'],
      programId: ['SY-1'],
      reason: ['Known for nothing'],
      startDate: ['2011-05-18'],
    },
  },
  {
    id: 'NK-901',
    caption: 'Tomaz Edin Vargalo',
    schema: 'Person',
    target: true,
    referents: ['eu-901', 'un-901'],
    properties: {
      name: ['Thomas Wargalo', 'Tomaz Edin Vargalo'],
      weakAlias: ['El Tio'],
      birthDate: ['1960-08-31'],
      nationality: ['sy'],
      topics: ['sanction'],
    },
  },
  {
    id: 'passport-1',
    schema: 'Passport',
    properties: { holder: ['NK-901'], number: ['A123456'], country: ['ir'] },
  },
  {
    id: 'NK-902',
    caption: 'Blue Harbour Trading',
    schema: 'Company',
    target: true,
    properties: {
      name: ['Blue Harbour Trading'],
      previousName: ['Old Harbour Trading'],
      leiCode: ['253400ABCDEFGHIJ0012'],
      addressEntity: ['address-1'],
      topics: ['sanction'],
    },
  },
  { id: 'address-1', schema: 'Address', properties: { full: ['Federico Avenue 51, Panama City'] } },
  {
    id: 'NK-904',
    caption: 'Mirela Sandovec',
    schema: 'Person',
    target: true,
    properties: { name: ['Mirela Sandovec'], topics: ['role.pep'], country: ['si'] },
  },
  { id: 'position-1', schema: 'Position', properties: { name: ['Minister of Ports'] } },
  {
    id: 'occupancy-1',
    schema: 'Occupancy',
    properties: { holder: ['NK-904'], post: ['position-1'] },
  },
  {
    id: 'NK-905',
    caption: 'A Cousin',
    schema: 'Person',
    target: false,
    properties: { name: ['A Cousin'] },
  },
)
