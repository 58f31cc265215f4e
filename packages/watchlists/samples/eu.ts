export const euXml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-08-05T16:47:04.449+02:00" globalFileId="1">
  <sanctionEntity designationDetails="" unitedNationId="QDi.901" designationDate="2004-06-03" euReferenceNumber="EU.901.11" logicalId="901">
    <remark>Known for nothing at all</remark>
    <regulation regulationType="amendment" publicationDate="2018-02-16" entryIntoForceDate="2018-02-17" numberTitle="2018/1 (OJ L1)" programme="TAQA" logicalId="1">
      <publicationUrl>http://journal.example/acts/1</publicationUrl>
    </regulation>
    <subjectType code="person" classificationCode="P"/>
    <nameAlias firstName="Tomaz" middleName="Edin" lastName="Vargalo" wholeName="Tomaz Edin Vargalo" function="(a) Director (b) Owner" gender="M" title="" nameLanguage="" strong="true" logicalId="10"/>
    <nameAlias wholeName="Томаж Варгало" nameLanguage="RU" strong="true" logicalId="11"/>
    <nameAlias wholeName="The Baker" strong="false" logicalId="12"/>
    <nameAlias wholeName="El Tio" strong="true" logicalId="13"><remark>Lo quality a.k.a.</remark></nameAlias>
    <citizenship region="" countryIso2Code="SY" countryDescription="SYRIA" logicalId="1"/>
    <birthdate circa="false" calendarType="GREGORIAN" city="Tyr" countryIso2Code="LB" countryDescription="LEBANON" birthdate="1960-08-31" day="31" month="8" year="1960" logicalId="1"/>
    <birthdate circa="true" year="1961" countryDescription="UNKNOWN" logicalId="2"/>
    <birthdate circa="false" yearRangeFrom="1955" yearRangeTo="1958" logicalId="3"/>
    <identification diplomatic="false" knownExpired="false" knownFalse="false" number="A123456" identificationTypeCode="passport" countryIso2Code="IR" logicalId="1"/>
    <identification knownFalse="true" number="FALSE1" identificationTypeCode="passport" countryIso2Code="IR" logicalId="2"/>
    <address city="Damascus" street="3 Orchard Street" countryIso2Code="SY" countryDescription="SYRIA" logicalId="1"/>
  </sanctionEntity>
  <sanctionEntity euReferenceNumber="" logicalId="902">
    <regulation programme="IRN" entryIntoForceDate="2012-03-01" logicalId="2"/>
    <subjectType code="enterprise" classificationCode="E"/>
    <nameAlias wholeName="Общество с ограниченной ответственностью" strong="true" logicalId="20"/>
    <nameAlias wholeName="Blue Harbour Trading" strong="true" logicalId="21"/>
    <identification number="BLHTPAPA" identificationTypeCode="swiftbic" countryIso2Code="00" logicalId="3"/>
    <address city="Panama City" countryIso2Code="PA" countryDescription="PANAMA" logicalId="2"/>
  </sanctionEntity>
</export>
`

const columns = [
  'fileGenerationDate',
  'Entity_LogicalId',
  'Entity_EU_ReferenceNumber',
  'Entity_UnitedNationId',
  'Entity_DesignationDate',
  'Entity_SubjectType',
  'Entity_Regulation_Programme',
  'Entity_Regulation_EntryIntoForceDate',
  'NameAlias_LastName',
  'NameAlias_FirstName',
  'NameAlias_WholeName',
  'NameAlias_LogicalId',
  'NameAlias_Remark',
  'Address_City',
  'Address_CountryIso2Code',
  'Address_CountryDescription',
  'BirthDate_BirthDate',
  'BirthDate_Year',
  'BirthDate_Circa',
  'Identification_Number',
  'Identification_TypeCode',
  'Identification_CountryIso2Code',
  'Citizenship_CountryIso2Code',
] as const

type Cells = Partial<Record<(typeof columns)[number], string>>

const person: Cells = {
  fileGenerationDate: '05/08/2026',
  Entity_LogicalId: '901',
  Entity_EU_ReferenceNumber: 'EU.901.11',
  Entity_UnitedNationId: 'QDi.901',
  Entity_DesignationDate: '2004-06-03',
  Entity_SubjectType: 'P',
  Entity_Regulation_Programme: 'TAQA',
  Entity_Regulation_EntryIntoForceDate: '2018-02-17',
}
const company: Cells = {
  fileGenerationDate: '05/08/2026',
  Entity_LogicalId: '902',
  Entity_SubjectType: 'E',
  Entity_Regulation_Programme: 'IRN',
}

const row = (cells: Cells): string => columns.map((column) => cells[column] ?? '').join(';')

export const euCsvHeader = columns.join(';')
/** Rows of two entries, one component each. */
export const euCsvRows = [
  row({ ...person, NameAlias_WholeName: 'Tomaz Edin Vargalo', NameAlias_LogicalId: '10' }),
  row({ ...person, NameAlias_WholeName: 'Tomaz "The Baker" Vargalo', NameAlias_LogicalId: '14' }),
  row({
    ...person,
    NameAlias_WholeName: 'El Tio',
    NameAlias_LogicalId: '13',
    NameAlias_Remark: 'Low quality a.k.a.',
  }),
  row({ ...person, BirthDate_BirthDate: '1960-08-31', BirthDate_Year: '1960', BirthDate_Circa: 'false' }),
  row({ ...person, BirthDate_Year: '1961', BirthDate_Circa: 'true' }),
  row({
    ...person,
    Identification_Number: 'A123456',
    Identification_TypeCode: 'passport',
    Identification_CountryIso2Code: 'IR',
  }),
  row({ ...person, Citizenship_CountryIso2Code: 'SY' }),
  row({ ...company, NameAlias_WholeName: 'Blue Harbour Trading', NameAlias_LogicalId: '21' }),
  row({
    ...company,
    Address_City: 'Panama City',
    Address_CountryIso2Code: 'PA',
    Address_CountryDescription: 'PANAMA',
  }),
]
export const euCsv = (rows: readonly string[] = euCsvRows): string => `${[euCsvHeader, ...rows].join('\n')}\n`
