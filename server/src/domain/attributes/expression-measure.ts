/** The sizes of values, and the steps that working on them takes: upper bounds, calibrated by measurement. */
const comparedPerStep = 500
const searchedPerStep = 250
/** Characters that are written or looked at one by one: joined texts, changed texts. */
const copiedPerStep = 50
/** Characters in the sense of readers, some of which are two in memory. */
const countedPerStep = 4
const comparisonsPerStep = 4

/** A value at its largest. */
export interface Shape {
  readonly characters: number
  /** Elements, those of lists in it included. */
  readonly count: number
  /** Elements one loop over it goes through. */
  readonly items: number
  /** The largest of them. */
  readonly element: Shape | null
}

export interface Measure {
  readonly steps: number
  readonly shape: Shape
}

export function measureText(characters: number): Shape {
  return { characters, count: 0, items: 0, element: null }
}

export const scalar = measureText(1)

export function scalarOf({ steps }: Measure): Measure {
  return { steps, shape: scalar }
}

/** An upper bound for every operation that compares or chooses. */
export function addMeasures(parts: readonly Measure[], own = 1): Measure {
  const sum = (of: (shape: Shape) => number) => parts.reduce((total, { shape }) => total + of(shape), 0)
  const characters = sum((shape) => shape.characters)
  const count = sum((shape) => shape.count)
  const steps = parts.reduce((total, part) => total + part.steps, own)
  const element = parts.map(({ shape }) => shape.element).reduce(larger, null)
  return {
    steps: steps + characters / comparedPerStep + count / comparisonsPerStep,
    shape: { characters, count, items: sum((shape) => shape.items), element },
  }
}

/** For operations that make a text of others; lists are joined without a look at their texts. */
export function measureCopy(parts: readonly Measure[], own = 1): Measure {
  return perCharacter(addMeasures(parts, own), copiedPerStep)
}

export function measureCount(parts: readonly Measure[], own = 1): Measure {
  return scalarOf(perCharacter(addMeasures(parts, own), countedPerStep))
}

function perCharacter({ steps, shape }: Measure, perStep: number): Measure {
  return { steps: shape.items > 0 ? steps : steps + shape.characters / perStep, shape }
}

/** As large as either in every way. */
function larger(one: Shape | null, other: Shape | null): Shape | null {
  if (!one || !other) return one ?? other
  return {
    characters: Math.max(one.characters, other.characters),
    count: Math.max(one.count, other.count),
    items: Math.max(one.items, other.items),
    element: larger(one.element, other.element),
  }
}

export function listOf(parts: readonly Measure[]): Measure {
  const { steps, shape } = addMeasures(parts)
  const element = parts.map((part) => part.shape).reduce<Shape | null>(larger, null)
  const items = parts.length
  return { steps, shape: { characters: shape.characters, count: shape.count + items, items, element } }
}

export function elementOf(parts: readonly Measure[]): Measure {
  const { steps, shape } = addMeasures(parts)
  return { steps, shape: shape.element ?? measureText(shape.characters) }
}

/** A search that meets the worst text compares every character with every other. */
export function measureSearch(parts: readonly Measure[], own = 1): Measure {
  const characters = parts.reduce((total, { shape }) => total * Math.max(shape.characters, 1), 1)
  const { steps } = addMeasures(parts, own)
  return { steps: steps + characters / searchedPerStep, shape: scalar }
}

export function membership(parts: readonly Measure[]): Measure {
  return (parts[1]?.shape.items ?? 0) > 0 ? scalarOf(addMeasures(parts)) : measureSearch(parts)
}
