/** Everything that remains of a word when one letter is left out. Doubled letters give the same remainder once. */
export function deletionsOf(word: string): string[] {
  const rests: string[] = []
  for (let at = 0; at < word.length; at += 1) {
    if (at > 0 && word[at] === word[at - 1]) continue
    rests.push(word.slice(0, at) + word.slice(at + 1))
  }
  return rests
}
