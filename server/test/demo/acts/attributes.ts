import type { AttributeInput } from '../../../src/domain/attributes/index.ts'
import { addDays } from '../../../src/platform/kernel/index.ts'
import type { DemoCompany } from '../companies.ts'
import { dice, pick } from '../pieces/dice.ts'
import { critical, purchases, ratherCritical } from '../plan.ts'

const categories = ['Industry', 'Services', 'Transport', 'Supplies', 'Consulting', 'Other'] as const
const units = ['Procurement', 'Production', 'Facilities', 'Information systems', 'Marketing'] as const
const sites = ['Lyon', 'Nantes', 'Lille', 'Toulouse'] as const

/** What the account itself knows of a company. */
export function demoAttributes({ number, countryCode }: DemoCompany, today: string): AttributeInput[] {
  const amount = purchases[number] ?? Math.round(400 + dice('amount', number) * 4_200)
  const criticality = critical.includes(number) ? 'High' : ratherCritical.includes(number) ? 'Medium' : 'Low'
  const contractDays = Math.round(200 + dice('contract', number) * 500)
  const site = countryCode === 'FR' ? pick(sites, 'site', number) : 'Abroad'
  return [
    { label: 'Criticality', values: [criticality] },
    { label: 'Annual purchase amount', values: [amount] },
    { label: 'Category', values: [pick(categories, 'category', number)] },
    { label: 'Business unit', values: [pick(units, 'unit', number)] },
    { label: 'Internal reference', values: [`F-${20_000 + number * 7}`] },
    { label: 'Framework agreement', values: [amount > 50_000] },
    ...(amount > 5_000 ? [{ label: 'Contract end', values: [addDays(today, contractDays)] }] : []),
    { label: 'Share of our spend', values: [Math.round((amount / 30_000) * 10) / 10] },
    { label: 'Sites served', values: [...new Set([site, pick(sites, 'other site', number)])] },
  ]
}
