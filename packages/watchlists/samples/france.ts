const field = (TypeChamp: string, ...Valeur: Record<string, string>[]) => ({ TypeChamp, Valeur })

export const frenchJson = JSON.stringify(
  {
    Publications: {
      DatePublication: '2026-07-11T12:00:00',
      PublicationDetail: [
        {
          IdRegistre: 9001,
          Nature: 'Personne physique',
          Nom: 'VARGALO',
          RegistreDetail: [
            field('PRENOM', { Prenom: 'Tomaz Edin' }),
            field('ALIAS', { Alias: 'Thomas Wargalo' }, { Alias: 'Boulanger' }),
            field('DATE_DE_NAISSANCE', { Jour: '31', Mois: '8', Annee: '1960' }, { Annee: '199' }),
            field('LIEU_DE_NAISSANCE', { Lieu: 'Tyr', Pays: 'Liban' }),
            field('NATIONALITE', { Pays: 'Fédération de Russi e' }, { Pays: 'SYRIE' }),
            field('PASSEPORT', { NumeroPasseport: 'A123456' }),
            field('FONDEMENT_JURIDIQUE', { FondementJuridiqueLabel: '(UE) 2018/1 du 16/02/2018' }),
            field('REFERENCE_UE', { ReferenceUe: 'EU.901.11' }),
            field('REFERENCE_ONU', { ReferenceOnu: 'QDi.901' }),
            field('MOTIFS', { Motifs: 'Connu pour rien, "du tout" {[' }),
          ],
        },
        {
          IdRegistre: 9002,
          Nature: 'Personne morale',
          Nom: 'Blue Harbour Trading',
          RegistreDetail: [
            field('ADRESSE_PM', { Adresse: 'Avenue Federico 51; Rue du Port 2', Pays: 'Panama' }),
            field('IDENTIFICATION', { Identification: 'INN: 7704000001 - OGRN: 1027700000001' }),
          ],
        },
        {
          IdRegistre: 9003,
          Nature: 'Navire',
          Nom: 'SEA LANTERN',
          RegistreDetail: [field('NUMERO_OMI', { NumeroOMI: 'IMO 9187001' })],
        },
      ],
    },
  },
  undefined,
  1,
)
