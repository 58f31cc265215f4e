// The names of tests: a failure prints its name, so each must be understood without the title of its group.
import { parseSync, Visitor } from 'oxc-parser'

type Callee = { type: string; name?: string; object?: Callee; callee?: Callee }

/** `it` behind `it`, `it.skip`, `it.each([…])` and the like. */
function rootName(callee: Callee): string | undefined {
  const inner = callee.object ?? callee.callee
  return inner ? rootName(inner) : callee.name
}

/** At least four words, of which the first has a capital letter, a digit or stands for a value of the table. */
const isSentence = (name: string): boolean => /^[\p{Lu}\d%$]/u.test(name) && name.split(/\s+/).length >= 4

/** The names of tests in a file that do not read as a sentence, each with its line. */
export function vagueTestNames(path: string, text: string): string[] {
  const vague: string[] = []
  const visitor = new Visitor({
    CallExpression({ callee, arguments: [title, body] }) {
      if (!title || !body || !/^(it|test)$/.test(rootName(callee as Callee) ?? '')) return
      // What is left are tables of cases, and titles made elsewhere.
      const quoted = text.slice(title.start, title.end)
      if (!/^['"`]/.test(quoted) || isSentence(quoted.slice(1, -1))) return
      vague.push(`${path}:${text.slice(0, title.start).split('\n').length} ${quoted}`)
    },
  })
  visitor.visit(parseSync(path, text).program)
  return vague
}
