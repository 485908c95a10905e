import { around, joined } from './pieces.ts'
import type { Block, PdfJsPiece, TextRow } from './types.ts'

/** A node of the structure tree of a page, as pdf.js gives it. */
export interface TreeNode {
  role?: string
  children?: TreeNode[]
  /** Of a leaf: the marked content it stands for. */
  type?: string
  id?: string
}

/** Tags that lose this much of the text are not to be trusted. */
const LEAST_COVERED = 0.9

/** The blocks as the document's own tags have them; null where they leave out text. */
export function taggedBlocks(tree: TreeNode, pieces: PdfJsPiece[]): Block[] | null {
  const byMark = new Map<string, PdfJsPiece[]>()
  for (const piece of pieces) {
    if (piece.mark === null || piece.isArtifact) continue
    const known = byMark.get(piece.mark)
    if (known) known.push(piece)
    else byMark.set(piece.mark, [piece])
  }
  const blocks: Block[] = []
  const used = new Set<string>()
  const leaves = (node: TreeNode): PdfJsPiece[] => {
    if (node.type === 'content' && node.id !== undefined && !used.has(node.id)) {
      used.add(node.id)
      return byMark.get(node.id) ?? []
    }
    return (node.children ?? []).flatMap(leaves)
  }
  const add = (kind: 'paragraph' | 'item' | 'heading', own: PdfJsPiece[], level = 0) => {
    const text = joined(own)
    if (text === '') return
    const place = around(own)
    blocks.push(kind === 'heading' ? { kind, level, text, ...place } : { kind, text, ...place })
  }
  const visit = (node: TreeNode) => {
    const { role = '', children = [] } = node
    const heading = /^H([1-6]?)$/.exec(role)
    if (heading) return add('heading', leaves(node), Number(heading[1] || 2))
    if (role === 'P' || role === 'Caption' || role === 'BlockQuote') return add('paragraph', leaves(node))
    if (role === 'LI') return add('item', leaves(node))
    if (role === 'Table') {
      const rows = rowsOf(node, leaves)
      if (rows.length > 0) blocks.push({ kind: 'table', rows, ...around(rows) })
      return
    }
    // Text that stands in a group beside other elements.
    let loose: PdfJsPiece[] = []
    const end = () => {
      if (loose.length > 0) add('paragraph', loose)
      loose = []
    }
    for (const child of children) {
      if (child.type === 'content' || child.role === 'Span' || child.role === 'Link') loose.push(...leaves(child))
      else {
        end()
        visit(child)
      }
    }
    end()
  }
  visit(tree)
  const letters = (some: PdfJsPiece[]) => some.reduce((sum, { text }) => sum + text.trim().length, 0)
  const covered = letters([...used].flatMap((id) => byMark.get(id) ?? []))
  return covered >= LEAST_COVERED * letters(pieces.filter(({ isArtifact }) => !isArtifact)) ? blocks : null
}

function rowsOf(table: TreeNode, leaves: (node: TreeNode) => PdfJsPiece[]): TextRow[] {
  const rows: TextRow[] = []
  const visit = (node: TreeNode) => {
    if (node.role !== 'TR') {
      for (const child of node.children ?? []) visit(child)
      return
    }
    const cells = (node.children ?? []).map((cell) => ({ isHead: cell.role === 'TH', pieces: leaves(cell) }))
    const all = cells.flatMap(({ pieces }) => pieces)
    if (all.length === 0) return
    const isHead = cells.every((cell) => cell.isHead)
    rows.push({ isHead, cells: cells.map(({ pieces }) => joined(pieces)), ...around(all) })
  }
  visit(table)
  return rows
}
