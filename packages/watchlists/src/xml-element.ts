/** An element with what is in it. Names are without namespace prefix: publishers have changed namespaces. */
export interface XmlElement {
  name: string
  attributes: ReadonlyMap<string, string>
  text: string
  children: XmlElement[]
  line: number
}

export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? []
}

export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name)
}

/** The text of the element reached by these names, or an empty one. */
export function textAt(element: XmlElement | undefined, ...names: string[]): string {
  let place = element
  for (const name of names) place = childOf(place, name)
  return place?.text ?? ''
}

/** The texts of all elements reached by these names. */
export function textsAt(element: XmlElement | undefined, ...names: string[]): string[] {
  let places = element ? [element] : []
  for (const name of names) places = places.flatMap((place) => childrenOf(place, name))
  return places.map(({ text }) => text).filter((text) => text !== '')
}

export function attributeOf(element: XmlElement | undefined, name: string): string {
  return element?.attributes.get(name) ?? ''
}
