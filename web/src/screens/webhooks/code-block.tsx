import classes from './webhooks.module.css'

/** Text of another system as it is, whole: a box that scrolls by itself would have to be reachable by keys. */
export function CodeBlock({ text }: { text: string }) {
  return <pre className={classes.code}>{text}</pre>
}
