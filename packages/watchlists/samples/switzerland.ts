export const swissXml = `<?xml version="1.0" encoding="UTF-8"?>
<swiss-sanctions-list list-type="whole-list" date="2026-09-28">
  <sanctions-program ssid="20">
    <program-key lang="ger">Syrien</program-key><program-key lang="eng">Syria</program-key>
    <sanctions-set ssid="4387" lang="eng">Annex 7</sanctions-set>
  </sanctions-program>
  <target ssid="100">
    <sanctions-set-id>4387</sanctions-set-id>
    <foreign-identifier>QDi.901</foreign-identifier>
    <modification modification-type="amended" effective-date="2022-03-16" publication-date="2022-03-15">
      <removed><target ssid="999"><individual><identity main="true"><name name-type="primary-name"><name-part order="1" name-part-type="whole-name"><value>Not Listed Any More</value></name-part></name></identity></individual></target></removed>
    </modification>
    <modification modification-type="listed" effective-date="2011-05-18"/>
    <individual sex="male">
      <identity ssid="1" main="true">
        <name name-type="primary-name">
          <name-part order="2" name-part-type="given-name"><value>Tomaz</value><spelling-variant script="LATN">Thomas</spelling-variant><spelling-variant script="CYRL">Томаж</spelling-variant></name-part>
          <name-part order="1" name-part-type="family-name"><value>Vargalo</value><spelling-variant script="LATN">Wargalo</spelling-variant><spelling-variant script="CYRL">Варгало</spelling-variant></name-part>
          <name-part order="3" name-part-type="title"><value>Dr.</value></name-part>
        </name>
        <name name-type="alias" quality="low"><name-part order="1" name-part-type="whole-name"><value>El Tio</value></name-part></name>
        <day-month-year day="31" month="8" year="1960"/>
        <nationality><country iso-code="SY">Syria</country></nationality>
        <place-of-birth place-id="500"/>
        <identification-document document-type="passport"><number>A123456</number><issuer code="IR">Iran</issuer></identification-document>
      </identity>
      <justification>Known for nothing.</justification>
    </individual>
  </target>
  <target ssid="101">
    <sanctions-set-id>4387</sanctions-set-id>
    <modification modification-type="de-listed" effective-date="2020-01-01"/>
    <modification modification-type="listed" effective-date="2011-05-18"/>
    <entity><identity main="true"><name name-type="primary-name"><name-part order="1" name-part-type="whole-name"><value>Gone Trading</value></name-part></name></identity></entity>
  </target>
  <target ssid="102">
    <sanctions-set-id>4387</sanctions-set-id>
    <modification modification-type="listed" effective-date="2012-05-18"/>
    <entity>
      <identity main="true">
        <name name-type="primary-name"><name-part order="1" name-part-type="whole-name"><value>Blue Harbour Trading</value></name-part></name>
        <name name-type="formerly-known-as"><name-part order="1" name-part-type="whole-name"><value>Old Harbour Trading</value></name-part></name>
        <address place-id="501"><address-details>Federico Avenue 51</address-details></address>
      </identity>
    </entity>
  </target>
  <place ssid="500"><location>Tyr</location><country iso-code="LB">Lebanon</country></place>
  <place ssid="501"><location>Panama City</location><country iso-code="PA">Panama</country></place>
</swiss-sanctions-list>
`
