/** INSEE's bands of employees, smallest first. */
const bands = ['NN', '00', '01', '02', '03', '11', '12', '21', '22', '31', '32', '41', '42', '51', '52', '53']
/** A holding has few employees of its own; the size of its group says more. */
const leastOfCategory: Readonly<Record<string, number>> = {
  ETI: bands.indexOf('22'),
  GE: bands.indexOf('41'),
}

/** 0 to 31: any active company stands before any closed one, and larger before smaller. */
export function sizeRank(isActive: boolean, band: string | null, category: string | null = null): number {
  const size = Math.max(0, bands.indexOf(band ?? ''), leastOfCategory[category ?? ''] ?? 0)
  return size + (isActive ? bands.length : 0)
}
