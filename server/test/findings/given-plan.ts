interface Row {
  readonly finding?: string
  readonly action?: string
  readonly dueOn?: string
  readonly state?: 'OPEN' | 'STARTED' | 'CLOSED'
}

/** The form of a corrective action plan with these rows. */
export function givenPlan(rows: readonly Row[]): { key: string; value: string }[] {
  return rows.flatMap((row, place) => {
    const cells = {
      finding: 'No fire exit',
      action: 'Build one',
      owner: 'Ada Lovelace',
      dueOn: '28/02/2099',
      state: 'OPEN',
      ...row,
    }
    return Object.entries(cells).map(([column, value]) => ({ key: `actions.${place}.${column}`, value }))
  })
}
