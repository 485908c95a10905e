import { upTo } from '../../characters.ts'

/** Room for a name in code; the id tells apart what is the same up to here. */
const LONGEST = 60

/** Digits of the id in the name of a template that is not the only one of its name. */
const ID_DIGITS = 8

/**
 * The name of each template in code, in the same order: its words in capitals, `NewLease` for "New lease". Templates
 * that would be called the same have the first digits of their id behind it, so that no name depends on the order of a list.
 */
export function namesInCode(templates: readonly { id: string; name: string }[]): string[] {
  const plain = templates.map(({ name }) => identifier(name))
  const isTaken = (name: string) => plain.filter((other) => other === name).length > 1
  return templates.map(({ id }, index) => {
    const name = plain[index]!
    return isTaken(name) ? `${name}_${id.slice(0, ID_DIGITS)}` : name
  })
}

/** Capitals keep it apart from every reserved word. Marks belong to the letters before them, as in Hindi. */
function identifier(name: string): string {
  const words = name.normalize('NFC').match(/[\p{L}\p{Mn}\p{Mc}\p{Nd}]+/gu) ?? []
  const joined = words.map(capitalized).join('')
  const cut = upTo(LONGEST, joined)
  return /^\p{L}/u.test(cut) ? cut : `Template${cut}`
}

function capitalized(word: string): string {
  const [first = '', ...rest] = word
  return first.toUpperCase() + rest.join('')
}
