// A list of layouts: registers of other countries, the form A1 and bank details.
import { dotted, inEnglish, inFrench, slashed, type Layout } from './blocks.ts'

export const foreignRegisters: readonly Layout[] = [
  {
    name: 'British certificate',
    use: 'TUNING',
    language: 'en',
    blocks: (f) => [
      { title: 'CERTIFICATE OF GOOD STANDING' },
      { text: 'The Registrar of Companies certifies that' },
      {
        pairs: [
          ['Company name:', f.company.name],
          ['Company number', f.company.siren.slice(1)],
          ['Registered office:', `${f.company.address}, ${f.company.town}`],
        ],
      },
      { text: 'was incorporated under the Companies Act.' },
      { text: `Date of issue: ${inEnglish(f.issuedOn)}` },
    ],
  },
  {
    name: 'German extract',
    use: 'TUNING',
    language: 'en',
    blocks: (f) => [
      { letterhead: ['Amtsgericht Neustadt'] },
      { title: 'Handelsregisterauszug' },
      {
        pairs: [
          ['Nummer', `HRB ${f.company.siren.slice(4)}`],
          ['Firma', f.company.name],
          ['Sitz', f.company.town],
          ['Datum', dotted(f.issuedOn)],
          ['Gegenstand', 'Herstellung und Einbau von Fenstern und Türen aus Holz'],
          ['Grundkapital', '50.000,00 EUR'],
          ['Vertretung', 'Die Gesellschaft wird durch zwei Mitglieder des Vorstands vertreten.'],
        ],
      },
    ],
  },
  {
    name: 'certificate of incorporation',
    use: 'MEASURED',
    language: 'en',
    blocks: (f) => [
      { letterhead: ['COMPANIES HOUSE'] },
      { title: 'CERTIFICATE OF INCORPORATION' },
      { heading: 'OF A PRIVATE LIMITED COMPANY' },
      { pairs: [['Company Number', f.company.siren.slice(1)]] },
      { text: 'The Registrar of Companies hereby certifies that' },
      { heading: f.company.name.toUpperCase() },
      {
        text: 'is this day incorporated as a private company, that the company is limited by shares, and the situation of its registered office is in England.',
      },
      { text: `Given at Companies House on ${inEnglish(f.issuedOn)}` },
    ],
  },
]

export const posted: readonly Layout[] = [
  {
    name: 'French form',
    use: 'TUNING',
    language: 'fr',
    blocks: (f) => [
      { title: 'CERTIFICAT A1' },
      { text: 'Certificat relatif à la législation de sécurité sociale applicable au titulaire' },
      { text: 'Règlements (CE) 883/04 et 987/09' },
      {
        pairs: [
          ['2.1 Date de début', slashed(f.from)],
          ['2.2 Date de fin', slashed(f.until)],
          ['Employeur :', f.company.name],
        ],
      },
      { text: `Délivré le ${slashed(f.issuedOn)}` },
    ],
  },
  {
    name: 'English form',
    use: 'TUNING',
    language: 'en',
    blocks: (f) => [
      { title: 'Certificate A1' },
      { text: 'Certificate concerning the social security legislation which applies to the holder' },
      { text: 'Regulations (EC) No 883/2004 and No 987/2009. Member State of the employer.' },
      {
        pairs: [
          ['2.1 Starting date', inEnglish(f.from)],
          ['2.2 Ending date', inEnglish(f.until)],
          ['Employer', f.company.name],
        ],
      },
      { text: `Issued on ${inEnglish(f.issuedOn)}` },
    ],
  },
  {
    name: 'form with numbered sections',
    use: 'MEASURED',
    language: 'fr',
    blocks: (f) => [
      { letterhead: ['Coordination des systèmes de sécurité sociale'] },
      { title: 'A1' },
      { heading: 'Certificat relatif à la législation de sécurité sociale applicable au titulaire' },
      { small: 'Règlements (CE) n° 883/2004 et (CE) n° 987/2009' },
      { heading: '1. RENSEIGNEMENTS CONCERNANT LE TITULAIRE' },
      { pairs: [['1.2 Nom', '(personne fictive)']] },
      { heading: '2. LÉGISLATION DE L’ÉTAT MEMBRE APPLICABLE' },
      {
        pairs: [
          ['2.1 État membre', 'PL'],
          ['2.2 Date de début', slashed(f.from)],
          ['2.3 Date de fin', slashed(f.until)],
        ],
      },
      { heading: '4. EMPLOYEUR' },
      {
        pairs: [
          ['4.2 Nom ou raison sociale', f.company.name],
          ['4.3 Adresse', `${f.company.address}, ${f.company.town}`],
        ],
      },
      { heading: '6. INSTITUTION COMPÉTENTE' },
      { pairs: [['6.3 Date', slashed(f.issuedOn)]] },
    ],
  },
]

export const banks: readonly Layout[] = [
  {
    name: 'statement',
    use: 'TUNING',
    language: 'fr',
    blocks: (f) => [
      { letterhead: [f.issuer] },
      { title: 'RELEVÉ D’IDENTITÉ BANCAIRE' },
      {
        pairs: [
          ['Titulaire du compte', f.company.name],
          ['IBAN', f.iban],
          ['BIC', 'FICTFRPPXXX'],
          ['Domiciliation', 'AGENCE VILLEBOURG'],
        ],
      },
      { text: `Édité le ${slashed(f.issuedOn)}` },
    ],
  },
  {
    name: 'English statement',
    use: 'TUNING',
    language: 'en',
    blocks: (f) => [
      { letterhead: [f.issuer] },
      { title: 'Bank account details' },
      {
        pairs: [
          ['Account holder', f.company.name],
          ['IBAN', f.iban],
          ['SWIFT code', 'FICTFRPPXXX'],
          ['Branch', 'Villebourg'],
        ],
      },
      { text: `Date of issue: ${inEnglish(f.issuedOn)}` },
    ],
  },
  {
    name: 'strip of a cheque book',
    use: 'MEASURED',
    language: 'fr',
    blocks: (f) => [
      { letterhead: [f.issuer, 'Relevé d’identité bancaire'] },
      { heading: 'RIB / IBAN' },
      {
        table: [
          ['Code banque', 'Code guichet', 'N° de compte', 'Clé RIB'],
          [f.iban.slice(4, 9), f.iban.slice(9, 14), f.iban.slice(14, 25), f.iban.slice(25)],
        ],
      },
      { pairs: [['IBAN', f.iban.replaceAll(/(.{4})(?=.)/g, '$1 ')]] },
      { pairs: [['BIC', 'FICTFRPPXXX']] },
      { pairs: [['Titulaire du compte', f.company.name.toUpperCase()]] },
      { small: `Imprimé le ${inFrench(f.issuedOn)}` },
    ],
  },
]
