import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { AttributeType } from './attribute.ts'
import { criticalityCode } from './criticality.ts'

interface ShippedAttribute {
  readonly code: string
  readonly label: string
  readonly type: AttributeType
  readonly options?: readonly string[]
}

// In the order in which they are shown. What is added here reaches the accounts made from then on.
const shippedAttributes: readonly ShippedAttribute[] = [
  {
    code: 'CATEGORY',
    label: 'Category',
    type: 'list_unique',
    options: [
      'IT',
      'Construction',
      'Services',
      'Industry',
      'Transport',
      'Consulting',
      'Cleaning and security',
      'Temporary work',
      'Supplies',
      'Energy',
      'Other',
    ],
  },
  { code: criticalityCode, label: 'Criticality', type: 'list_unique', options: ['High', 'Medium', 'Low'] },
  { code: 'ANNUAL_PURCHASE_AMOUNT', label: 'Annual purchase amount', type: 'decimal' },
  { code: 'BUSINESS_UNIT', label: 'Business unit', type: 'string' },
  { code: 'INTERNAL_REFERENCE', label: 'Internal reference', type: 'string' },
]

/** The attributes that a new account starts with; it may change or archive them. */
export async function seedAttributes(tx: Tx, { accountId }: Pick<Scope, 'accountId'>): Promise<void> {
  const rows = shippedAttributes.map(({ code, label, type, options = [] }, index) => ({
    account_id: accountId,
    code,
    label,
    type,
    options: [...options],
    position: index + 1,
  }))
  await tx.insertInto('attribute_definition').values(rows).execute()
}
