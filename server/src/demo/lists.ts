import type { ListClass } from '@vigie/watchlists'
import { importList } from '../domain/watchlists/index.ts'
import type { Db } from '../platform/db/index.ts'

/** A list that only the demonstration account has. Everybody on it is invented, as its name says. */
export interface DemoList {
  readonly name: string
  readonly listClass: ListClass
  /** The rows of each version, the oldest first. */
  readonly versions: readonly (readonly string[])[]
}

const columns = 'id,name,kind,aliases,identifiers,countries,birthDate,reason'

const sanctioned = [
  'INV-001,Andreas Kyriakeli,person,Andreas Kyriakelis,PASSPORT:K0099014,CY,1992-01-14,Brokered ships under an arms embargo (invented)',
  'INV-002,Issa Roquemaurel,person,,,ML,1949-11-02,Financed an armed group (invented)',
  'INV-003,Tessitura Valdoro,organisation,Valdoro Trading,,AE,,Procured for an embargoed programme (invented)',
  'INV-004,Remy Lanvalois,person,,,,,Forged certificates of origin (invented)',
  'INV-005,Ostrakov Maritime Holding,organisation,,,VU,,Ships without a flag (invented)',
  'INV-006,Bogumil Tarzewski,person,,,BY,1961-03-30,Led a raid on a shipyard (invented)',
  'INV-007,Quintessa Orrelund,person,,,PA,1970,Laundered the proceeds of others (invented)',
  'INV-008,Zephyrine Metals Exchange,organisation,,,KM,,Traded conflict metals (invented)',
]

const exposed = [
  'EXP-001,Hildegund Maravesco,person,,,RO,1958-07-19,Minister of an invented cabinet',
  'EXP-002,Teodric Ballancourt,person,,,BE,1966,Mayor of an invented town',
  'EXP-003,Yevhenia Stolmaruk,person,,,UA,1973-12-05,Judge of an invented court',
]

export const demoLists: readonly DemoList[] = [
  {
    name: 'Invented sanctions',
    listClass: 'SANCTIONS',
    versions: [
      sanctioned,
      [
        ...sanctioned,
        'INV-009,Samira Ait Oubelkas,person,Samira Oubelkas,,MA,1956,Evaded an import ban (invented)',
        'INV-010,Corvelline Freight Services,organisation,,,SC,,Moved embargoed goods (invented)',
      ],
    ],
  },
  { name: 'Invented exposed persons', listClass: 'EXPOSED_PERSONS', versions: [exposed] },
]

/** Puts one version in force. Nobody is screened by that alone. */
export function importDemoList(
  db: Db,
  accountId: number,
  { name, listClass }: DemoList,
  rows: readonly string[],
) {
  const text = Buffer.from(`${[columns, ...rows].join('\n')}\n`)
  return importList(db, {
    source: 'OWN',
    files: [
      {
        name: 'invented.csv',
        open: async function* () {
          yield text
        },
      },
    ],
    origin: 'invented.csv',
    own: { accountId, name, listClass },
    force: false,
    dryRun: false,
  })
}

/** Every version of every list, as if they had come one after the other. */
export async function importDemoLists(db: Db, accountId: number): Promise<void> {
  for (const list of demoLists) {
    for (const rows of list.versions) await importDemoList(db, accountId, list, rows)
  }
}
