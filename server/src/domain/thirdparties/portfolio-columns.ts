// List of the columns of an exported portfolio, in order: part of the interface, so new ones are added at the end.
import { sql, type RawBuilder } from 'kysely'
import type { CsvValue, TableColumn } from '../../platform/http/index.ts'

interface PortfolioColumn extends TableColumn {
  /** On `t`, the third party, and `s`, its summary. */
  readonly value: RawBuilder<CsvValue>
}

const column = (
  name: string,
  value: RawBuilder<CsvValue>,
  [en, fr]: readonly [string, string],
  type: TableColumn['type'] = 'text',
): PortfolioColumn => ({ name, value, type, heading: { en, fr } })

const address = sql<CsvValue>`(select string_agg(line, ', ')
  from jsonb_array_elements_text(t.head_office -> 'lines') line)`
const legalForm = sql<CsvValue>`coalesce(t.legal_form ->> 'label', t.legal_form ->> 'code')`

export const portfolioColumns: readonly PortfolioColumn[] = [
  column('thirdpartyId', sql`t.thirdparty_id`, ['Vigie number', 'Numéro Vigie'], 'number'),
  column('code', sql`t.code`, ['Your code', 'Votre code']),
  column('identifierCode', sql`t.identifier_code`, ['Identifier type', 'Type d’identifiant']),
  column('identifierValue', sql`t.identifier_value`, ['Identifier', 'Identifiant']),
  column('name', sql`t.name`, ['Name', 'Nom']),
  column('tradeName', sql`t.trade_name`, ['Trade name', 'Nom commercial']),
  column('siren', sql`t.siren`, ['SIREN', 'SIREN']),
  column('siret', sql`t.siret`, ['SIRET', 'SIRET']),
  column('vatNumber', sql`t.vat_number`, ['VAT number', 'Numéro de TVA']),
  column('duns', sql`t.duns`, ['DUNS', 'DUNS']),
  column('lei', sql`t.lei`, ['LEI', 'LEI']),
  column('localId', sql`t.local_id`, ['National number', 'Numéro national']),
  column('countryCode', sql`t.country_code`, ['Country', 'Pays']),
  column('legalForm', legalForm, ['Legal form', 'Forme juridique']),
  column('address', address, ['Address', 'Adresse']),
  column('postalCode', sql`t.head_office ->> 'postalCode'`, ['Postal code', 'Code postal']),
  column('city', sql`t.head_office ->> 'city'`, ['City', 'Ville']),
  column('nafCode', sql`t.naf_code`, ['NAF code', 'Code NAF']),
  column('mainActivity', sql`t.main_activity`, ['Main activity', 'Activité principale']),
  column('status', sql`t.status`, ['Legal status', 'Situation légale']),
  column('statusDetail', sql`t.status_detail`, ['Legal status in words', 'Situation légale en clair']),
  column('statusSince', sql`t.status_since::text`, ['Legal status since', 'Situation légale depuis'], 'date'),
  column('source', sql`t.source`, ['Source', 'Source']),
  column('identityStatus', sql`t.identity_status`, ['Identity', 'Identité']),
  column('archived', sql`t.archived_at is not null`, ['Archived', 'Archivé'], 'boolean'),
  column('criticality', sql`s.criticality`, ['Criticality', 'Criticité']),
  column('dossierStatus', sql`s.dossier_status`, ['Dossiers', 'Dossiers']),
  column('legalCompliance', sql`s.legal_compliance`, ['Legal compliance', 'Conformité légale']),
  column('financialRisk', sql`s.financial_risk`, ['Financial risk', 'Risque financier']),
  column('cybersecurity', sql`s.cybersecurity`, ['Cybersecurity', 'Cybersécurité']),
  column('environmentalImpact', sql`s.environmental_impact`, [
    'Environmental impact',
    'Impact environnemental',
  ]),
  column('openRequests', sql`s.open_requests`, ['Open requests', 'Demandes en cours'], 'number'),
  column('nextExpiry', sql`s.next_expiry::text`, ['Next expiry', 'Prochaine échéance'], 'date'),
  column('createdAt', sql`wire_time(t.created_at)`, ['Added at', 'Ajouté le'], 'dateTime'),
  column('updatedAt', sql`wire_time(t.updated_at)`, ['Changed at', 'Modifié le'], 'dateTime'),
  column('relationship', sql`t.relationship`, ['Decision', 'Décision']),
  column(
    'relationshipUntil',
    sql`t.relationship_until::text`,
    ['Decision until', 'Décision jusqu’au'],
    'date',
  ),
  column(
    'relationshipToReview',
    sql`t.relationship_review`,
    ['Decision to review', 'Décision à revoir'],
    'boolean',
  ),
]
