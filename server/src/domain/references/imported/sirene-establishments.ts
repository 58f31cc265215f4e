import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import { regionOfCommune } from '../french-labels.ts'
import { instantOf, joinedLines, masked, textOf } from './field-readers.ts'
import type { Field, ImportKind, Written } from './import-kind.ts'

type Value = (column: string) => string | null

const streetColumns = ['numeroVoie', 'indiceRepetition', 'typeVoie', 'libelleVoie']

export const sireneEstablishments: ImportKind = {
  name: 'sirene-establishments',
  title: 'StockEtablissement',
  required: [
    'siret',
    'statutDiffusionEtablissement',
    'dateDernierTraitementEtablissement',
    'etablissementSiege',
    'etatAdministratifEtablissement',
    'libelleCommuneEtablissement',
  ],
  optional: [
    ...streetColumns.map((column) => `${column}Etablissement`),
    'complementAdresseEtablissement',
    'distributionSpecialeEtablissement',
    'codePostalEtablissement',
    'codeCommuneEtablissement',
    'libelleCommuneEtrangerEtablissement',
    'libellePaysEtrangerEtablissement',
    'enseigne1Etablissement',
    'denominationUsuelleEtablissement',
  ],
  *read(value) {
    const siret = value('siret') ?? ''
    if (/^\d{14}$/.test(siret)) yield [siret, fieldsOf(siret, value)]
  },
  write,
}

function fieldsOf(siret: string, value: Value): Field[] {
  const isHead = value('etablissementSiege') === 'true'
  const isOpen = value('etatAdministratifEtablissement') === 'A'
  const changedAt = instantOf(value('dateDernierTraitementEtablissement'))
  const place = isHead ? placeOf(value) : [null, null, null, null, null]
  return [siret, isHead, isOpen, ...place, changedAt]
}

/** Trade name, lines, postal code, town, region. Who objected keeps the town and no more. */
function placeOf(value: Value): Field[] {
  const of = (column: string) => textOf(value(`${column}Etablissement`))
  const town = of('libelleCommune') ?? of('libelleCommuneEtranger')
  const region = regionOfCommune(value('codeCommuneEtablissement'))
  if (value('statutDiffusionEtablissement') !== 'O') return [null, masked, masked, town, region]
  const street = streetColumns.map(of).filter(Boolean).join(' ')
  const lines = [of('complementAdresse'), street, of('distributionSpeciale'), of('libellePaysEtranger')]
  const tradeName = of('enseigne1') ?? of('denominationUsuelle')
  return [tradeName, joinedLines(lines), of('codePostal'), town, region]
}

async function write(tx: Tx, lines: string): Promise<Written> {
  const { rows } = await sql<Written>`
    with written as (
      insert into register_establishment as e
        (siret, is_head_office, is_open, trade_name, address_lines, postal_code, city, region, changed_at)
      select a[1], a[2]::boolean, a[3]::boolean, a[4], replace(a[5], '¶', E'\n'), a[6], a[7], a[8], a[9]::timestamptz
      from string_to_table(${lines}, E'\n') line, lateral string_to_array(line, E'\t', '') a
      on conflict (siret) do update set is_head_office = excluded.is_head_office, is_open = excluded.is_open,
        trade_name = excluded.trade_name, address_lines = excluded.address_lines,
        postal_code = excluded.postal_code, city = excluded.city, region = excluded.region,
        changed_at = excluded.changed_at
      where excluded.changed_at >= e.changed_at and e.* is distinct from excluded.*
      returning e.xmax = 0 as is_new
    )
    select count(*) filter (where is_new)::int as added, count(*) filter (where not is_new)::int as changed
    from written`.execute(tx)
  return rows[0] ?? { added: 0, changed: 0 }
}
