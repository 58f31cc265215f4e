const rows = (...lines: string[]): string => `${lines.join('\r\n')}\r\n\u{1a}`

/** The four files as OFAC publishes them, about people and companies that do not exist. */
export const ofacCsv = {
  primary: rows(
    '101,"VARGALO, Tomaz Edin","individual","SDGT] [SYRIA","Director",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 31 Aug 1960; alt. DOB circa 1961; POB Tyr, Lebanon; nationality Syria; Passport A123456 (Iran) expires 12 May 2010; alt. Passport B77; National ID No. 99-1 (Iraq); a.k.a. \'EL TIO\'; Linked To: PROMO RAI"',
    '102,"BLUE HARBOUR TRADING, S.A.",-0- ,"IRAN",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"SWIFT/BIC BLHTPAPA; Tax ID No. 7704000001 (Russia); Legal Entity Number 253400ABCDEFGHIJ0012; Company Number IMO 5055001; Website www.blueharbour.example; f.k.a. \'BHT\'."',
    '103,"SEA LANTERN","vessel","IRAN",-0- ,"XYZ1","Crude Oil Tanker",-0- ,-0- ,"Panama","Blue Harbour",Vessel Registration Identification IMO 9187001.',
    '104,"MADUN","individual","SDNTK",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 1955 to 1958."',
    '105,"EP-ZZZ","aircraft","SDGT",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ',
  ),
  aliases: rows(
    '101,11,"aka","WARGALO, Thomas",-0- ',
    '102,12,"fka","OLD HARBOUR TRADING, S.A.",-0- ',
    '102,13,"aka","BLUE HARBOR",-0- ',
  ),
  addresses: rows(
    '101,21,"3 Orchard Street","Damascus","Syria",-0- ',
    '102,22,"Federico Avenue 51","Panama City","Panama",-0- ',
    '102,23,-0- ,-0- ,"Korea, North",-0- ',
  ),
  remarks: rows(`101,"Z S.A.S.; a.k.a. 'THE BAKER'."`),
}

export const ofacXml = `<?xml version="1.0" standalone="yes"?>
<sdnList xmlns="https://lists.example/exports/XML">
  <publshInformation><Publish_Date>09/16/2026</Publish_Date><Record_Count>2</Record_Count></publshInformation>
  <sdnEntry>
    <uid>101</uid><firstName>Tomaz Edin</firstName><lastName>VARGALO</lastName><title>Director</title>
    <sdnType>Individual</sdnType>
    <programList><program>SDGT</program><program>SYRIA</program></programList>
    <idList>
      <id><uid>1</uid><idType>Passport</idType><idNumber>A123456</idNumber><idCountry>Iran</idCountry></id>
      <id><uid>2</uid><idType>Gender</idType><idNumber>Male</idNumber></id>
    </idList>
    <akaList>
      <aka><uid>3</uid><type>a.k.a.</type><category>strong</category><firstName>Thomas</firstName><lastName>WARGALO</lastName></aka>
      <aka><uid>4</uid><type>a.k.a.</type><category>weak</category><lastName>EL TIO</lastName></aka>
    </akaList>
    <addressList><address><uid>5</uid><address1>3 Orchard Street</address1><city>Damascus</city><country>Syria</country></address></addressList>
    <nationalityList><nationality><uid>6</uid><country>Syria</country><mainEntry>true</mainEntry></nationality></nationalityList>
    <dateOfBirthList><dateOfBirthItem><uid>7</uid><dateOfBirth>31 Aug 1960</dateOfBirth><mainEntry>true</mainEntry></dateOfBirthItem></dateOfBirthList>
    <placeOfBirthList><placeOfBirthItem><uid>8</uid><placeOfBirth>Tyr, Lebanon</placeOfBirth></placeOfBirthItem></placeOfBirthList>
  </sdnEntry>
  <sdnEntry>
    <uid>103</uid><lastName>SEA LANTERN</lastName><sdnType>Vessel</sdnType>
    <programList><program>IRAN</program></programList>
    <idList><id><uid>9</uid><idType>Vessel Registration Identification</idType><idNumber>IMO 9187001</idNumber></id></idList>
    <vesselInfo><vesselFlag>Panama</vesselFlag></vesselInfo>
  </sdnEntry>
</sdnList>
`
