// A list of layouts: certificates of French offices and of the paid-leave funds.
import { grouped, inFrench, siren, siret, slashed, type Layout } from './blocks.ts'

export const vigilance: readonly Layout[] = [
  {
    name: 'declaration in prose',
    use: 'TUNING',
    language: 'fr',
    blocks: (f) => [
      { letterhead: [`URSSAF ${f.issuer}`, 'Service des attestations'] },
      { right: [f.company.name, f.company.address, f.company.town] },
      { title: 'ATTESTATION DE VIGILANCE' },
      { text: 'Attestation délivrée en application de l’article L. 243-15 du code de la sécurité sociale.' },
      {
        text: `L’Urssaf certifie que l’entreprise ${f.company.name}, SIREN ${siren(f)}, est à jour de ses obligations de déclaration et de paiement des cotisations et contributions sociales au ${slashed(f.stateOn)}.`,
      },
      { text: `Le dernier bordereau fait état d’un effectif de ${f.headcount} salariés.` },
      { pairs: [['Code de sécurité', f.securityCode]] },
      { text: `Fait à Villebourg, le ${inFrench(f.issuedOn)}` },
      { small: 'Ce document ne vaut pas renonciation au recouvrement d’éventuelles créances.' },
    ],
  },
  {
    name: 'letter, then certificate',
    use: 'TUNING',
    language: 'fr',
    blocks: (f) => [
      { letterhead: [`Urssaf ${f.issuer}`] },
      { right: [f.company.name, f.company.address, f.company.town, `Le ${slashed(f.issuedOn)}`] },
      { text: 'Madame, Monsieur,' },
      { text: 'Vous trouverez à la page suivante l’attestation que vous avez demandée.' },
      { text: 'Nous vous prions d’agréer nos salutations distinguées.' },
      { page: 'next' },
      { title: 'Attestation de vigilance' },
      { heading: 'Attestation de fourniture des déclarations sociales et de paiement des cotisations' },
      {
        pairs: [
          ['Dénomination sociale', f.company.name],
          ['SIREN', siren(f)],
          ['SIRET de l’établissement principal', siret(f)],
          ['Effectif', String(f.headcount)],
          ['Masse salariale', `${grouped(f.amount)} €`],
          ['Numéro de sécurité', f.securityCode],
        ],
      },
      {
        text: `À la date du ${inFrench(f.stateOn)}, cette entreprise est à jour de ses cotisations (articles L. 243-15 et D. 8222-5).`,
      },
      { text: `Document édité le ${slashed(f.issuedOn)}` },
    ],
  },
  {
    name: 'state of accounts by establishment',
    use: 'MEASURED',
    language: 'fr',
    blocks: (f) => [
      { letterhead: [`Urssaf ${f.issuer}`, 'TSA 00009', '99009 Port-Esclave Cedex'] },
      {
        pairs: [
          ['Votre identifiant', f.company.siret],
          ['Contact', 'www.urssaf.exemple'],
        ],
      },
      { right: [f.company.name.toUpperCase(), f.company.address, f.company.town] },
      { title: 'Attestation de vigilance' },
      {
        heading:
          'Attestation de fourniture des déclarations sociales et de paiement des cotisations et contributions de sécurité sociale',
      },
      { small: 'Article L.243-15 du Code de la sécurité sociale' },
      {
        text: 'La présente attestation ne préjuge pas de l’exactitude des bases sur lesquelles elle a été établie.',
      },
      {
        text: `Au vu des éléments connus, l’entreprise dont la dénomination est ${f.company.name} et le numéro SIREN ${siren(f)} est à jour de ses obligations à la date du ${slashed(f.stateOn)}.`,
      },
      {
        table: [
          ['SIRET', 'Adresse de l’établissement', 'Effectif moyen mensuel'],
          [siret(f), `${f.company.address}, ${f.company.town}`, String(f.headcount)],
        ],
      },
      { text: `Masse salariale déclarée : ${grouped(f.amount)} euros` },
      { pairs: [['Code de sécurité :', f.securityCode]] },
      { small: 'L’authenticité de ce document se contrôle en ligne, à l’aide du code de sécurité.' },
      { text: `Fait à Port-Esclave, le ${slashed(f.issuedOn)}` },
      { text: 'Le directeur' },
    ],
  },
]

export const taxes: readonly Layout[] = [
  {
    name: 'sworn by the accountant',
    use: 'TUNING',
    language: 'fr',
    blocks: (f) => [
      { letterhead: ['DIRECTION GÉNÉRALE DES FINANCES PUBLIQUES', 'Service des impôts des entreprises'] },
      { title: 'ATTESTATION DE RÉGULARITÉ FISCALE' },
      {
        text: `Le responsable du service atteste que la société ${f.company.name}, SIREN ${siren(f)}, est en règle au regard de ses obligations fiscales (TVA, impôt sur les sociétés) au ${slashed(f.stateOn)}.`,
      },
      { text: `Délivrée à Villebourg, le ${inFrench(f.issuedOn)}` },
    ],
  },
  {
    name: 'form with boxes',
    use: 'TUNING',
    language: 'fr',
    blocks: (f) => [
      { letterhead: ['RÉPUBLIQUE FRANÇAISE', 'DGFiP', 'N° 3666-SD'] },
      { title: 'Attestation de régularité fiscale' },
      {
        pairs: [
          ['Dénomination', f.company.name],
          ['SIREN', f.company.siren],
          ['Adresse', `${f.company.address} ${f.company.town}`],
          ['Situation au', slashed(f.stateOn)],
          ['Date d’édition', slashed(f.issuedOn)],
        ],
      },
      { text: 'Déclarations de résultat et de TVA : à jour' },
      { text: 'Paiement des impôts : à jour' },
    ],
  },
  {
    name: 'state of duties in a table',
    use: 'MEASURED',
    language: 'fr',
    blocks: (f) => [
      { letterhead: ['Liberté Égalité Fraternité', 'FINANCES PUBLIQUES'] },
      { right: [`SIE de ${f.issuer}`, `Le ${slashed(f.issuedOn)}`] },
      { title: 'ATTESTATION DE RÉGULARITÉ FISCALE' },
      { small: 'Direction générale des finances publiques – imprimé n° 3666-SD' },
      {
        pairs: [
          ['Dénomination de l’entreprise :', f.company.name.toUpperCase()],
          ['Numéro SIREN :', siren(f)],
          ['Adresse :', `${f.company.address}, ${f.company.town}`],
        ],
      },
      {
        text: `L’administration fiscale atteste que l’entreprise désignée ci-dessus a satisfait à ses obligations, appréciées au ${slashed(f.stateOn)} :`,
      },
      {
        table: [
          ['Impôt', 'Dépôt des déclarations', 'Paiement'],
          ['Impôt sur les sociétés', 'à jour', 'à jour'],
          ['Taxe sur la valeur ajoutée', 'à jour', 'à jour'],
        ],
      },
      {
        text: `Attestation délivrée le ${slashed(f.issuedOn)} sous réserve de l’exercice du droit de contrôle.`,
      },
    ],
  },
]

export const registration: readonly Layout[] = [
  {
    name: 'extract of the court',
    use: 'TUNING',
    language: 'fr',
    blocks: (f) => [
      { letterhead: ['Greffe du tribunal de commerce de Villebourg'] },
      { title: 'EXTRAIT KBIS' },
      { heading: 'Immatriculation principale au registre du commerce et des sociétés' },
      { text: `à jour au ${inFrench(f.issuedOn)}` },
      {
        pairs: [
          ['Immatriculation au RCS, numéro', `${siren(f)} R.C.S. Villebourg`],
          ['Date d’immatriculation', slashed(f.registeredOn)],
          ['Dénomination ou raison sociale', f.company.name],
          ['Forme juridique', 'Société à responsabilité limitée'],
          ['Capital social', `${grouped(f.amount)},00 Euros`],
          ['Adresse du siège', `${f.company.address} ${f.company.town}`],
        ],
      },
      { small: `Code de vérification : ${f.securityCode}` },
    ],
  },
  {
    name: 'certificate of the national register',
    use: 'TUNING',
    language: 'fr',
    blocks: (f) => [
      { letterhead: ['INPI', 'Registre national des entreprises'] },
      { title: 'Attestation d’immatriculation au RNE' },
      { text: `Délivrée le ${slashed(f.issuedOn)}` },
      {
        pairs: [
          ['Dénomination', f.company.name],
          ['SIREN', siren(f)],
          ['Forme juridique', 'SAS'],
          ['Siège', `${f.company.address}, ${f.company.town}`],
          ['Date d’immatriculation', slashed(f.registeredOn)],
          ['Activité principale', 'Travaux de second œuvre'],
        ],
      },
    ],
  },
  {
    name: 'extract in sections',
    use: 'MEASURED',
    language: 'fr',
    blocks: (f) => [
      {
        letterhead: [
          'Greffe du Tribunal de Commerce de Montfleury',
          '2 place du Palais',
          '99100 Montfleury-le-Bas',
        ],
      },
      { right: [`N° de gestion 2004B00${f.headcount}`] },
      { title: 'Extrait Kbis' },
      { heading: 'EXTRAIT D’IMMATRICULATION PRINCIPALE AU REGISTRE DU COMMERCE ET DES SOCIÉTÉS' },
      { text: `à jour au ${inFrench(f.issuedOn)}` },
      { heading: 'IDENTIFICATION DE LA PERSONNE MORALE' },
      {
        pairs: [
          ['Immatriculation au RCS, numéro', `${siren(f)} R.C.S. Montfleury`],
          ['Date d’immatriculation', slashed(f.registeredOn)],
          ['Dénomination ou raison sociale', f.company.name.toUpperCase()],
          ['Forme juridique', 'Société par actions simplifiée (Société à associé unique)'],
          ['Capital social', `${grouped(f.amount)},00 Euros`],
          ['Adresse du siège', `${f.company.address} ${f.company.town}`],
          ['Durée de la personne morale', `Jusqu’au ${slashed(f.until)}`],
          ['Date de clôture de l’exercice social', '31 décembre'],
        ],
      },
      { heading: 'GESTION, DIRECTION, ADMINISTRATION, CONTRÔLE' },
      { pairs: [['Président', '(personne fictive)']] },
      { heading: 'RENSEIGNEMENTS RELATIFS À L’ACTIVITÉ ET À L’ÉTABLISSEMENT PRINCIPAL' },
      {
        pairs: [
          ['Adresse de l’établissement', `${f.company.address} ${f.company.town}`],
          ['Activité(s) exercée(s)', 'Négoce de matériaux'],
          ['Date de commencement d’activité', slashed(f.registeredOn)],
        ],
      },
      { text: 'Le Greffier' },
      { small: `Code de vérification : ${f.securityCode}` },
      { small: 'FIN DE L’EXTRAIT' },
    ],
  },
]

export const leave: readonly Layout[] = [
  {
    name: 'certificate in prose',
    use: 'TUNING',
    language: 'fr',
    blocks: (f) => [
      { letterhead: ['CONGÉS INTEMPÉRIES BTP', `Caisse ${f.issuer}`] },
      { title: 'ATTESTATION DE MISE À JOUR' },
      {
        text: `La caisse atteste que l’entreprise ${f.company.name}, SIRET ${siret(f)}, est à jour de ses cotisations de congés payés au ${slashed(f.stateOn)}.`,
      },
      { pairs: [['Numéro d’adhérent', f.number]] },
      { text: `Fait à Villebourg, le ${inFrench(f.issuedOn)}` },
    ],
  },
  {
    name: 'card of the member',
    use: 'TUNING',
    language: 'fr',
    blocks: (f) => [
      { letterhead: [`CIBTP ${f.issuer}`] },
      { title: 'Certificat de congés payés' },
      {
        pairs: [
          ['Raison sociale', f.company.name],
          ['SIREN', siren(f)],
          ['N° d’adhérent', f.number],
          ['Date de délivrance', slashed(f.issuedOn)],
        ],
      },
      {
        text: `Entreprise affiliée et à jour de ses déclarations et versements de congés et d’intempéries à la date du ${inFrench(f.stateOn)}.`,
      },
    ],
  },
  {
    name: 'certificate for public works',
    use: 'MEASURED',
    language: 'fr',
    blocks: (f) => [
      { letterhead: [`CIBTP ${f.issuer}`, 'Congés payés – Chômage intempéries'] },
      { right: [f.company.name, f.company.address, f.company.town] },
      { title: 'CERTIFICAT DE CONGÉS PAYÉS ET DE CHÔMAGE INTEMPÉRIES' },
      { heading: 'Article D. 3141-35 du code du travail' },
      {
        pairs: [
          ['Adhérent n°', f.number],
          ['N° SIRET', siret(f)],
        ],
      },
      {
        text: `La Caisse CIBTP certifie que l’employeur ${f.company.name} est affilié depuis le ${slashed(f.registeredOn)} et a rempli ses obligations de cotisations jusqu’à la période échue, soit à jour au ${slashed(f.stateOn)}.`,
      },
      { text: `Fait à Port-Esclave, le ${slashed(f.issuedOn)}` },
      { small: 'Le présent certificat ne peut être remis qu’à un maître d’ouvrage.' },
    ],
  },
]
