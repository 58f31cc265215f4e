// Writes the bundled synthetic registers: node scripts/make-sample-register.mjs [folder]
// Every company is invented. French numbers lie in 9999xxxxx, DUNS in 9000000xx; all check digits are right.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { euVat, stdnum } from 'stdnum'
import {
  activities,
  companies,
  families,
  givenNames,
  legalForms,
  places,
  streets,
} from './sample-register-france.mjs'

const here = dirname(fileURLToPath(import.meta.url))
/** Rows: country, name, form, local number, [VAT prefix, pattern], address, activity, people, headcount band, state. */
const world = JSON.parse(readFileSync(join(here, 'sample-register-world.json'), 'utf8'))

const bands = {
  NN: [0, 0],
  '01': [1, 2],
  '02': [3, 5],
  '03': [6, 9],
  11: [10, 19],
  12: [20, 49],
  21: [50, 99],
  22: [100, 199],
  31: [200, 249],
  32: [250, 499],
  41: [500, 999],
  42: [1000, 1999],
  51: [2000, 4999],
  52: [5000, 9999],
  53: [10000, null],
}
const statuses = {
  A: ['ACTIVE', null],
  S: ['IN_COLLECTIVE_PROCEDURE', 'SAUVEGARDE'],
  R: ['IN_COLLECTIVE_PROCEDURE', 'REDRESSEMENT'],
  L: ['IN_COLLECTIVE_PROCEDURE', 'LIQUIDATION'],
  X: ['STRUCK_OFF', 'CEASED'],
}

/** mulberry32: the same seed gives the same register on every machine. */
function generator(seed) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const between = (low, high) => low + Math.floor(next() * (high - low + 1))
  return { between, pick: (list) => list[between(0, list.length - 1)] }
}

function luhnKey(body) {
  const sum = [...body]
    .toReversed()
    .reduce((total, c, i) => total + (i % 2 ? Number(c) : Number('0246813579'[c])), 0)
  return String((10 - (sum % 10)) % 10)
}
const withLuhn = (body) => body + luhnKey(body)

function lei(rank) {
  const body = `894500VIGIESAMP${String(rank).padStart(3, '0')}`
  const digits = [...`${body}00`].map((c) => Number.parseInt(c, 36)).join('')
  return body + String(98n - (BigInt(digits) % 97n)).padStart(2, '0')
}

const day = (random, first, last) =>
  `${random.between(first, last)}-${String(random.between(1, 12)).padStart(2, '0')}-${String(random.between(1, 28)).padStart(2, '0')}`

function headcount(band, year) {
  const [min, max] = bands[band]
  return { band, min, max, value: null, year }
}

function situation(random, code) {
  const [status, statusDetail] = statuses[code]
  const statusSince = code === 'A' ? null : day(random, 2024, 2025)
  return { closureDate: code === 'X' ? statusSince : null, status, statusDetail, statusSince }
}

const elsewhere = ['BE', 'CH', 'ES', 'GB', 'IT', 'LU', 'MA', 'PT', 'SN', 'VN']

/** Like real registers, these tell the month of birth of most people, the year of some and of others nothing. */
function personalFacts(random, country) {
  const [birth, abroad] = [random.between(0, 7), random.between(0, 7)]
  const year = random.between(1948, 1993)
  const month = String(random.between(1, 12)).padStart(2, '0')
  const foreign = random.pick(elsewhere)
  return {
    ...(birth > 0 && { birthMonth: birth === 1 ? String(year) : `${year}-${month}` }),
    ...(abroad > 0 && { nationality: abroad === 1 ? foreign : country }),
  }
}

// One body for each row of the register; those of auditors come after all of them.
const sirenOf = (rank) => withLuhn(`9999${String((rank * 7919 + 1371) % 10000).padStart(4, '0')}`)
const firstAuditor = 500

function executives({ random, facts }, form, name) {
  const person = () => `${random.pick(givenNames)} ${random.pick(families)}`
  if (form === '1000') return [{ name, role: 'Entrepreneur individuel', kind: 'PERSON' }]
  const [, role, auditedFrom] = legalForms[form]
  const list = [{ name: person(), role, kind: 'PERSON', ...personalFacts(facts, 'FR') }]
  if (auditedFrom) {
    const second = { name: person(), role: 'Directeur général délégué', kind: 'PERSON' }
    list.push({ ...second, ...personalFacts(facts, 'FR') })
    const family = random.pick(families)
    list.push({
      name: `CABINET ${family.toUpperCase()} AUDIT`,
      role: 'Commissaire aux comptes titulaire',
      kind: 'COMPANY',
      identifier: sirenOf(firstAuditor + families.indexOf(family)),
    })
  }
  return list
}

function frenchCompany(draws, [name, tradeName, form, nafCode, place, band, state], i) {
  const { random } = draws
  const siren = sirenOf(i)
  // Some have moved: their head office is not their first establishment.
  const order = i % 9 === 4 ? 2 : 1
  const establishment = (n) => withLuhn(`${siren}${String(n).padStart(4, '0')}`)
  const [postalCode, city, region] = places[place]
  const hasVat = !['9220', '7210', '6540', '9300'].includes(form)
  return {
    recordId: siren,
    name,
    tradeName,
    siren,
    siret: establishment(order),
    vatNumber: hasVat ? `FR${String(Number(`${siren}12`) % 97).padStart(2, '0')}${siren}` : null,
    duns: null,
    lei: Number(band) >= 32 ? lei(i) : null,
    localId: siren,
    countryCode: 'FR',
    legalForm: { code: form, label: legalForms[form][0] },
    headOffice: {
      lines: [`${random.between(1, 140)} ${random.pick(streets)}`],
      postalCode,
      city,
      region,
      countryCode: 'FR',
    },
    nafCode,
    mainActivity: activities[nafCode],
    activityScheme: 'NAFRev2',
    executives: executives(draws, form, name),
    headcount: headcount(band, 2024),
    creationDate: day(random, 1962, 2022),
    ...situation(random, state),
    establishments:
      order === 2 ? [establishment(1)] : i % 7 === 3 ? [establishment(2), establishment(3)] : [],
  }
}

/** The first national number of the pattern that passes its country's check; each # is a digit, @ a letter. */
function vatNumber(prefix, pattern) {
  const validator = prefix === 'XI' ? stdnum.GB.vat : euVat[prefix === 'EL' ? 'GR' : prefix][0]
  const holes = pattern.match(/[#@]/g)?.length ?? 0
  for (let n = 0; n < 26 ** holes; n++) {
    let rest = n
    const national = pattern.replace(/[#@]/g, (hole) => {
      const size = hole === '#' ? 10 : 26
      const value = rest % size
      rest = Math.floor(rest / size)
      return hole === '#' ? String(value) : String.fromCharCode(65 + value)
    })
    if (validator.validate(national).isValid) return prefix + national
  }
  throw new Error(`no valid number for ${prefix} ${pattern}`)
}

function foreignCompany({ random, facts }, row, i) {
  const [countryCode, name, form, localId, vat, address, activity, people, band, state] = row
  const [street, postalCode, city, region] = address
  const duns = `9000000${String(i + 10).padStart(2, '0')}`
  return {
    recordId: `DUNS-${duns}`,
    name,
    tradeName: null,
    siren: null,
    siret: null,
    vatNumber: vat ? vatNumber(...vat) : null,
    duns,
    lei: i % 3 === 0 ? lei(500 + i) : null,
    localId,
    countryCode,
    legalForm: { code: form, label: world.forms[form] },
    headOffice: { lines: [street], postalCode, city, region, countryCode },
    nafCode: activity[0],
    mainActivity: activity[1],
    activityScheme: 'NACE2',
    executives: people.map(([person, role]) => ({
      name: person,
      role,
      kind: 'PERSON',
      ...personalFacts(facts, countryCode),
    })),
    headcount: headcount(band, 2024),
    creationDate: day(random, 1951, 2019),
    ...situation(random, state),
    establishments: [],
  }
}

/** One company a line: short enough to read, and a change shows as one line. */
function write(file, rows) {
  writeFileSync(file, `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`)
}

const folder = process.argv[2] ?? join(here, '..', 'catalogue', 'registers')
mkdirSync(folder, { recursive: true })
// What is told of people is drawn apart: a change of it moves no other number of the register.
const french = { random: generator(20260101), facts: generator(20260103) }
write(
  join(folder, 'france.json'),
  companies.map((row, i) => frenchCompany(french, row, i)),
)
const foreign = { random: generator(20260102), facts: generator(20260109) }
write(
  join(folder, 'international.json'),
  world.companies.map((row, i) => foreignCompany(foreign, row, i)),
)
