/** Columns the service understands; any other is an attribute, called by its label. */
export const ownTargets = [
  'siret',
  'vat',
  'duns',
  'lei',
  'nationalId',
  'register',
  'identifierType',
  'identifierValue',
  'code',
  'name',
  'countryCode',
  'owner',
] as const
export type OwnTarget = (typeof ownTargets)[number]

export const leftOut = ''

const plain = (title: string) =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')

/** As people call them, in both languages. */
const synonyms: Record<OwnTarget, readonly string[]> = {
  siret: ['siret', 'numerosiret', 'nosiret', 'nsiret'],
  vat: ['vat', 'vatnumber', 'tva', 'numerotva', 'tvaintracommunautaire', 'numerodetva'],
  duns: ['duns', 'dunsnumber', 'numeroduns'],
  lei: ['lei', 'leicode', 'codelei', 'numerolei'],
  nationalId: [
    'nationalid',
    'nationalnumber',
    'numeronational',
    'localid',
    'companynumber',
    'registrationnumber',
  ],
  register: ['register', 'registre', 'registrationauthority'],
  identifierType: ['identifiertype', 'identifiercode', 'typeidentifiant'],
  identifierValue: ['identifiervalue', 'identifier', 'identifiant'],
  code: ['code', 'codefournisseur', 'codetiers', 'suppliercode', 'vendorcode', 'reference', 'erp'],
  name: ['name', 'nom', 'raisonsociale', 'companyname', 'company', 'entreprise', 'fournisseur', 'supplier'],
  countryCode: ['countrycode', 'country', 'pays', 'codepays'],
  owner: ['owner', 'responsable'],
}

export function guessTarget(title: string, attributeLabels: readonly string[]): string {
  const wanted = plain(title)
  const own = ownTargets.find((target) => synonyms[target].includes(wanted))
  return own ?? attributeLabels.find((label) => plain(label) === wanted) ?? leftOut
}
