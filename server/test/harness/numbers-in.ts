/**
 * The whole numbers a text names, as a reader would see them. Digits inside a longer word, such as the UUID of a
 * problem, name nothing: a search for the text of a small id finds them now and then.
 */
export function numbersIn(text: string): number[] {
  return [...text.matchAll(/(?<![\w-])\d+(?![\w-])/g)].map(([digits]) => Number(digits))
}
