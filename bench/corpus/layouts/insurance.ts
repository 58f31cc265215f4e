// A list of layouts: certificates of insurers, in French and English.
import { grouped, inEnglish, inFrench, siren, siret, slashed, type Layout } from './blocks.ts'

export const liability: readonly Layout[] = [
  {
    name: 'undersigned insurer',
    use: 'TUNING',
    language: 'fr',
    blocks: (f) => [
      { letterhead: [f.issuer] },
      { title: 'ATTESTATION D’ASSURANCE RESPONSABILITÉ CIVILE' },
      {
        text: `${f.issuer} atteste que l’assuré ${f.company.name}, SIREN ${siren(f)}, est titulaire du contrat n° ${f.number} qui garantit sa responsabilité civile.`,
      },
      { text: `La présente attestation est valable du ${slashed(f.from)} au ${slashed(f.until)}.` },
      { pairs: [['Plafond de garantie', `${grouped(f.amount)} €`]] },
      { text: `Fait à Villebourg, le ${slashed(f.issuedOn)}` },
    ],
  },
  {
    name: 'English table',
    use: 'TUNING',
    language: 'en',
    blocks: (f) => [
      { letterhead: [f.issuer] },
      { title: 'Certificate of Insurance' },
      { text: 'We certify that the following policy of public liability is in force.' },
      {
        pairs: [
          ['Insured', f.company.name],
          ['VAT number', f.company.vatNumber],
          ['Insurer', f.issuer],
          ['Policy number', f.number],
          ['Period of insurance', `${inEnglish(f.from)} to ${inEnglish(f.until)}`],
          ['Limit of indemnity', `EUR ${grouped(f.amount, ',')}`],
        ],
      },
      { text: `Issued on ${inEnglish(f.issuedOn)}` },
    ],
  },
  {
    name: 'certificate with a table of covers',
    use: 'MEASURED',
    language: 'fr',
    blocks: (f) => [
      { letterhead: [f.issuer, 'Société d’assurance mutuelle à cotisations fixes'] },
      { right: [f.company.name, f.company.address, f.company.town] },
      { title: 'Attestation d’assurance' },
      { heading: 'Responsabilité civile de l’entreprise' },
      {
        pairs: [
          ['Contrat n°', f.number],
          ['Souscripteur', f.company.name.toUpperCase()],
          ['N° SIRET', siret(f)],
          ['Période de validité', `du ${slashed(f.from)} au ${slashed(f.until)}`],
        ],
      },
      {
        text: `La société ${f.issuer} certifie que le souscripteur désigné ci-dessus a souscrit un contrat garantissant les conséquences pécuniaires de sa responsabilité civile à l’égard des tiers.`,
      },
      {
        table: [
          ['Nature des garanties', 'Montant par sinistre', 'Franchise'],
          ['Tous dommages confondus', `${grouped(f.amount)} €`, '1 500 €'],
          ['dont dommages matériels', `${grouped(f.amount / 2)} €`, '1 500 €'],
        ],
      },
      {
        small:
          'La présente attestation ne peut engager l’assureur au-delà des clauses et conditions du contrat auquel elle se réfère.',
      },
      { text: `Fait à Saint-Orme, le ${inFrench(f.issuedOn)}, pour la société` },
    ],
  },
  {
    name: 'evidence of cover',
    use: 'MEASURED',
    language: 'en',
    blocks: (f) => [
      { letterhead: [f.issuer, 'Commercial Lines'] },
      { right: [`Date of issue: ${inEnglish(f.issuedOn)}`] },
      { title: 'CERTIFICATE OF LIABILITY INSURANCE' },
      {
        text: 'This is to certify that insurance has been effected as set out below, subject to the terms of the policy.',
      },
      {
        pairs: [
          ['Named Insured:', f.company.name],
          ['Company VAT:', f.company.vatNumber],
          ['Insurer:', f.issuer],
          ['Policy No.:', f.number],
          ['Class of cover:', 'General liability, products and completed operations'],
          ['Effective date:', inEnglish(f.from)],
          ['Expiry date:', inEnglish(f.until)],
          ['Limit of liability:', `EUR ${grouped(f.amount, ',')} any one occurrence`],
        ],
      },
      { small: 'This certificate does not amend or extend the coverage afforded by the policy.' },
    ],
  },
]

export const decennial: readonly Layout[] = [
  {
    name: 'declaration in prose',
    use: 'TUNING',
    language: 'fr',
    blocks: (f) => [
      { letterhead: [f.issuer] },
      { title: 'ATTESTATION D’ASSURANCE RESPONSABILITÉ DÉCENNALE' },
      { text: 'Articles L. 241-1 et A. 243-2 du code des assurances' },
      {
        text: `L’assureur ${f.issuer} atteste que l’entreprise ${f.company.name}, SIREN ${siren(f)}, a souscrit le contrat n° ${f.number} pour ses travaux de construction.`,
      },
      { text: `Période de validité : du ${slashed(f.from)} au ${slashed(f.until)}` },
      { pairs: [['Plafond de garantie', `${grouped(f.amount)} €`]] },
      { text: `Fait à Villebourg, le ${slashed(f.issuedOn)}` },
    ],
  },
  {
    name: 'table',
    use: 'TUNING',
    language: 'fr',
    blocks: (f) => [
      { letterhead: [f.issuer] },
      { title: 'Attestation d’assurance décennale' },
      { text: 'L’assureur certifie couvrir la responsabilité décennale obligatoire de l’assuré.' },
      {
        pairs: [
          ['Assuré', f.company.name],
          ['SIRET', siret(f)],
          ['Numéro de contrat', f.number],
          ['Assureur', f.issuer],
          ['Date d’effet', slashed(f.from)],
          ['Date d’échéance', slashed(f.until)],
          ['Montant de garantie', `${grouped(f.amount)} €`],
          ['Activités garanties', 'Plomberie, chauffage'],
        ],
      },
      { text: 'Travaux réalisés en France métropolitaine.' },
    ],
  },
  {
    name: 'model of the decree',
    use: 'MEASURED',
    language: 'fr',
    blocks: (f) => [
      { letterhead: [f.issuer, 'Assureur des métiers du bâtiment'] },
      { right: [f.company.name, f.company.address, f.company.town] },
      { title: 'ATTESTATION D’ASSURANCE DE RESPONSABILITÉ DÉCENNALE OBLIGATOIRE' },
      {
        text: `${f.issuer} atteste que :`,
      },
      {
        pairs: [
          ['L’assuré :', f.company.name],
          ['SIREN :', siren(f)],
          ['Adresse :', `${f.company.address}, ${f.company.town}`],
        ],
      },
      {
        text: `est titulaire d’un contrat d’assurance de responsabilité décennale n° ${f.number}, pour la période du ${slashed(f.from)} au ${slashed(f.until)}.`,
      },
      { heading: 'Périmètre' },
      {
        text: '– aux activités professionnelles suivantes : maçonnerie et béton armé, hors précontraint ;',
      },
      {
        text: '– aux travaux ayant fait l’objet d’une ouverture de chantier pendant la période de validité mentionnée ci-dessus ;',
      },
      {
        text: '– aux chantiers dont le coût total de construction n’est pas supérieur à 15 000 000 €.',
      },
      {
        table: [
          ['Nature de la garantie', 'Montant'],
          [
            'Garantie de responsabilité décennale obligatoire visée aux articles L. 241-1 et L. 241-2',
            `${grouped(f.amount)} €`,
          ],
        ],
      },
      { text: `Établie à Saint-Orme, le ${slashed(f.issuedOn)}` },
    ],
  },
]
