const letters = 'abcdefghijklmnopqrstuvwxyz'
const lettersAndDigits = `${letters}0123456789`

/**
 * Every string one slip away: a character too many, missing or wrong, or two neighbours swapped. Asking the
 * dictionary for a few hundred of them by key finds all its words at that distance, and quicker than any index
 * made for likeness.
 */
export function oneTypoAway(word: string): string[] {
  const alphabet = /\d/.test(word) ? lettersAndDigits : letters
  const found = new Set<string>()
  for (let i = 0; i <= word.length; i += 1) {
    const [head, tail] = [word.slice(0, i), word.slice(i)]
    for (const letter of alphabet) {
      found.add(head + letter + tail)
      if (tail !== '') found.add(head + letter + tail.slice(1))
    }
    if (tail !== '') found.add(head + tail.slice(1))
    if (tail.length > 1) found.add(head + tail.charAt(1) + tail.charAt(0) + tail.slice(2))
  }
  found.delete(word)
  found.delete('')
  return [...found]
}
