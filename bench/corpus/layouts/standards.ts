// A list of layouts: certificates of management systems, in French and English, and what differs between the standards.
import type { Facts } from '../facts.ts'
import { dotted, inEnglish, inFrench, slashed, type Layout } from './blocks.ts'

const editions: Readonly<Record<string, readonly [written: string, fr: string, en: string]>> = {
  ISO9001: ['ISO 9001:2015', 'management de la qualité', 'quality management'],
  ISO14001: ['ISO 14001:2015', 'management environnemental', 'environmental management'],
  ISO27001: [
    'ISO/IEC 27001:2022',
    'management de la sécurité de l’information',
    'information security management',
  ],
  ISO45001: [
    'ISO 45001:2018',
    'management de la santé et de la sécurité au travail',
    'occupational health and safety management',
  ],
}
const standard = ({ kind }: Facts) => editions[kind]?.[0] ?? ''
const french = ({ kind }: Facts) => editions[kind]?.[1] ?? ''
const english = ({ kind }: Facts) => editions[kind]?.[2] ?? ''

export const managementSystems: readonly Layout[] = [
  {
    name: 'French, centred',
    use: 'TUNING',
    language: 'fr',
    blocks: (f) => [
      { letterhead: [f.issuer] },
      { title: 'CERTIFICAT' },
      { text: `N° de certificat : ${f.number}` },
      { text: `${f.issuer} certifie que` },
      { heading: f.company.name },
      { text: `dispose d’un système de ${french(f)} conforme à la norme ${standard(f)}` },
      { text: 'Domaine d’application : fabrication de pièces' },
      { text: `Date de délivrance : ${inFrench(f.issuedOn)}` },
      { text: `Valable jusqu’au ${inFrench(f.until)}` },
      { text: 'Accréditation COFRAC n° 4-0000' },
    ],
  },
  {
    name: 'English table',
    use: 'TUNING',
    language: 'en',
    blocks: (f) => [
      { letterhead: [f.issuer] },
      { title: 'Certificate of Registration' },
      { text: 'This is to certify that' },
      { heading: f.company.name },
      { text: `operates a ${english(f)} system that complies with ${standard(f)}` },
      {
        pairs: [
          ['Certificate number', f.number],
          ['Certification body', f.issuer],
          ['Scope', 'Design of parts'],
          ['Issue date', inEnglish(f.issuedOn)],
          ['Expiry date', inEnglish(f.until)],
        ],
      },
      { text: 'Accredited by UKAS' },
    ],
  },
  {
    name: 'French, cycle of certification',
    use: 'MEASURED',
    language: 'fr',
    blocks: (f) => [
      { letterhead: [f.issuer, 'Organisme de certification accrédité'] },
      { title: 'Certificat' },
      { heading: standard(f) },
      { text: `Le système de ${french(f)} de :` },
      { heading: f.company.name.toUpperCase() },
      { text: `${f.company.address} – ${f.company.town}` },
      { text: `a été évalué et jugé conforme aux exigences de la norme ${standard(f)}.` },
      { text: 'Pour les activités suivantes : étude, fabrication et pose d’ouvrages.' },
      {
        pairs: [
          ['Certificat n°', f.number],
          ['Date d’émission', slashed(f.issuedOn)],
          ['Date d’expiration', slashed(f.until)],
        ],
      },
      { small: `${f.issuer}, accréditation COFRAC n° 4-9999, portée disponible en ligne` },
      {
        small:
          'Ce certificat reste valable sous réserve du maintien satisfaisant du système, vérifié chaque année.',
      },
    ],
  },
  {
    name: 'English, cycle of certification',
    use: 'MEASURED',
    language: 'en',
    blocks: (f) => [
      { letterhead: [f.issuer] },
      { title: 'CERTIFICATE OF APPROVAL' },
      { text: 'This is to certify that the Management System of:' },
      { heading: f.company.name },
      { text: `${f.company.address}, ${f.company.town}, France` },
      { text: `has been approved by ${f.issuer} to the following standard:` },
      { heading: standard(f) },
      { text: 'The scope of this approval is applicable to: Manufacture and installation of joinery.' },
      {
        pairs: [
          ['Certificate No:', f.number],
          ['Current issue date:', inEnglish(f.issuedOn)],
          ['Expiry date:', inEnglish(f.until)],
          ['Original approval:', inEnglish(f.registeredOn)],
        ],
      },
      { small: 'Accredited by an IAF member. The validity of this certificate can be confirmed on request.' },
      { small: dotted(f.issuedOn) },
    ],
  },
]
