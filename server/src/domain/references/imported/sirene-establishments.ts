import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import { regionOfCommune } from '../french-labels.ts'
import { masked } from '../masked.ts'
import { instantOf, joinLines, memoise, readTextField } from './field-readers.ts'
import { isFilled, type Field, type ImportKind, type Written } from './import-kind.ts'

type Value = (column: string) => string | null

const streetColumns = [
  'numeroVoieEtablissement',
  'indiceRepetitionEtablissement',
  'typeVoieEtablissement',
  'libelleVoieEtablissement',
]
const regionOf = memoise(regionOfCommune)

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
    ...streetColumns,
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
  hasRows: (tx) => isFilled(tx, sql`register_establishment`),
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
  const town =
    readTextField(value('libelleCommuneEtablissement')) ??
    readTextField(value('libelleCommuneEtrangerEtablissement'))
  const region = regionOf(value('codeCommuneEtablissement'))
  if (value('statutDiffusionEtablissement') !== 'O') return [null, masked, masked, town, region]
  const lines = [
    readTextField(value('complementAdresseEtablissement')),
    streetOf(value),
    readTextField(value('distributionSpecialeEtablissement')),
    readTextField(value('libellePaysEtrangerEtablissement')),
  ]
  const tradeName =
    readTextField(value('enseigne1Etablissement')) ?? readTextField(value('denominationUsuelleEtablissement'))
  return [tradeName, joinLines(lines), readTextField(value('codePostalEtablissement')), town, region]
}

function streetOf(value: Value): string {
  let street = ''
  for (const column of streetColumns) {
    const part = readTextField(value(column))
    if (part !== null) street += street === '' ? part : ` ${part}`
  }
  return street
}

const columns = sql.raw(
  'siret, is_head_office, is_open, trade_name, address_lines, postal_code, city, region, changed_at',
)
const linesAsRows = (lines: string) => sql`(
  select siret, is_head_office, is_open, trade_name, replace(address_lines, '¶', E'\n') as address_lines, postal_code,
    city, region, changed_at
  from unnest(string_to_array(${lines}, E'\n')::register_establishment_line[]))`

function write(tx: Tx, lines: string, isFirst: boolean): Promise<Written> {
  return isFirst ? load(tx, lines) : merge(tx, lines)
}

async function load(tx: Tx, lines: string): Promise<Written> {
  const result =
    await sql`insert into register_establishment (${columns}) select * from ${linesAsRows(lines)} f`.execute(
      tx,
    )
  return { added: Number(result.numAffectedRows ?? 0), changed: 0 }
}

async function merge(tx: Tx, lines: string): Promise<Written> {
  const { rows } = await sql<Written>`
    with different as materialized (
      select f.*, e.siret is null as is_new from ${linesAsRows(lines)} f
      left join register_establishment e on e.siret = f.siret
      where e.siret is null or (f.changed_at >= e.changed_at and e.* is distinct from f.*)
    ), written as (
      insert into register_establishment as e (${columns}) select ${columns} from different
      on conflict (siret) do update set is_head_office = excluded.is_head_office, is_open = excluded.is_open,
        trade_name = excluded.trade_name, address_lines = excluded.address_lines,
        postal_code = excluded.postal_code, city = excluded.city, region = excluded.region,
        changed_at = excluded.changed_at
      where excluded.changed_at >= e.changed_at
    )
    select count(*) filter (where is_new)::int as added, count(*) filter (where not is_new)::int as changed
    from different`.execute(tx)
  return rows[0] ?? { added: 0, changed: 0 }
}
