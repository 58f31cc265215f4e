import type { Language } from '../../../platform/kernel/index.ts'

type InBoth = Readonly<Record<Language, string>>

/** What readers find, in words for people. A field that nobody has named yet is shown by its own name. */
const labels: Readonly<Record<string, InBoth>> = {
  companyName: { en: 'Company', fr: 'Entreprise' },
  companySIREN: { en: 'SIREN of the company', fr: 'SIREN de l’entreprise' },
  companySIRET: { en: 'SIRET of the company', fr: 'SIRET de l’entreprise' },
  companyVAT: { en: 'VAT number of the company', fr: 'Numéro de TVA de l’entreprise' },
  companyREGISTRATION: {
    en: 'Registration number of the company',
    fr: 'Numéro d’immatriculation de l’entreprise',
  },
  accreditation: { en: 'Accreditation', fr: 'Accréditation' },
  activities: { en: 'Activities covered', fr: 'Activités garanties' },
  bank: { en: 'Bank', fr: 'Banque' },
  bic: { en: 'BIC', fr: 'BIC' },
  capital: { en: 'Share capital', fr: 'Capital social' },
  certificateNumber: { en: 'Certificate number', fr: 'Numéro de certificat' },
  certifiedOn: { en: 'Date certified', fr: 'Date certifiée' },
  certifier: { en: 'Certification body', fr: 'Organisme certificateur' },
  coverCeiling: { en: 'Limit of cover', fr: 'Plafond de garantie' },
  headcount: { en: 'Headcount', fr: 'Effectif' },
  holder: { en: 'Account holder', fr: 'Titulaire du compte' },
  iban: { en: 'IBAN', fr: 'IBAN' },
  insurer: { en: 'Insurer', fr: 'Assureur' },
  issuedOn: { en: 'Date of issue', fr: 'Date d’émission' },
  legalForm: { en: 'Legal form', fr: 'Forme juridique' },
  memberNumber: { en: 'Member number', fr: 'Numéro d’adhérent' },
  number: { en: 'Number', fr: 'Numéro' },
  payroll: { en: 'Payroll', fr: 'Masse salariale' },
  periodFrom: { en: 'Beginning of the period', fr: 'Début de la période' },
  periodTo: { en: 'End of the period', fr: 'Fin de la période' },
  policyNumber: { en: 'Policy number', fr: 'Numéro de contrat' },
  registeredOn: { en: 'Date of registration', fr: 'Date d’immatriculation' },
  scope: { en: 'Scope', fr: 'Périmètre' },
  securityCode: { en: 'Security code', fr: 'Code de sécurité' },
  stateOn: { en: 'Date of the situation', fr: 'Date de la situation' },
  validUntil: { en: 'Valid until', fr: 'Valable jusqu’au' },
}

/** What codes on pieces say beside that. */
const ofCodes: Readonly<Record<string, InBoth>> = {
  actNumber: { en: 'Number of the act', fr: 'Numéro de l’acte' },
  actTitle: { en: 'Title of the act', fr: 'Intitulé de l’acte' },
  addressee: { en: 'Addressee', fr: 'Destinataire' },
  addresseeName: { en: 'Addressee', fr: 'Destinataire' },
  addresseeNumber: { en: 'Number of the addressee', fr: 'Numéro du destinataire' },
  amount: { en: 'Amount', fr: 'Montant' },
  applicantNumber: { en: 'SIREN of the applicant', fr: 'SIREN du demandeur' },
  bailiff: { en: 'Bailiff', fr: 'Commissaire de justice' },
  claimant: { en: 'Claimant', fr: 'Demandeur' },
  collectedOn: { en: 'Date of collection', fr: 'Date de mise en recouvrement' },
  companyNumber: { en: 'Number of the company', fr: 'Numéro de l’entreprise' },
  contractFrom: { en: 'Contract in force from', fr: 'Date d’effet du contrat' },
  contractNumber: { en: 'Contract number', fr: 'Numéro de contrat' },
  declaredOn: { en: 'Date declared', fr: 'Date de la déclaration' },
  deliveryNumber: { en: 'Delivery note', fr: 'Bon de livraison' },
  employer: { en: 'Employer', fr: 'Employeur' },
  employerNumber: { en: 'SIRET of the employer', fr: 'SIRET de l’employeur' },
  invoiceNumber: { en: 'Invoice number', fr: 'Numéro de facture' },
  payer: { en: 'Payer', fr: 'Payeur' },
  recipient: { en: 'Recipient', fr: 'Bénéficiaire' },
  registrationNumber: { en: 'Registration number', fr: 'Référence d’enregistrement' },
  senderName: { en: 'Sender', fr: 'Expéditeur' },
  senderNumber: { en: 'Number of the sender', fr: 'Numéro de l’expéditeur' },
  signedOn: { en: 'Date signed', fr: 'Date de signature' },
  validFrom: { en: 'Valid from', fr: 'Valable à partir du' },
}

export function fieldLabel(name: string, language: Language): string {
  return (labels[name] ?? ofCodes[name])?.[language] ?? name
}
